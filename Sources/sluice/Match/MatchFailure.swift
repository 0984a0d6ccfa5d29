/// A failure of `sluice match`.
enum MatchFailure: CommandFailure {
  /// Neither a URL nor `-` is given.
  case noRequest
  /// Both are given.
  case requestTwice
  /// The value of a flag is not a URL.
  case notAURL(flag: String, value: String)
  case lineTooLong(String)

  var report: FailureReport {
    switch self {
    case .noRequest:
      .usage("Which load? --page URL and --url URL name one, '-' reads them as JSON lines.", of: .match)
    case .requestTwice:
      .usage("'-' reads the loads: --page, --url, --type and --frame have no place beside it.", of: .match)
    case .notAURL(let flag, let value):
      .usage(
        "Option '\(flag)' takes a URL with a scheme, such as https://news.example/, not '\(value)'.",
        of: .match)
    case .lineTooLong(let name): .failure(to: "read", name, "a line is longer than 64 MiB")
    }
  }
}
