enum MatchFailure: CommandFailure {
  /// Neither a request nor `-` is given.
  case noRequest
  /// The flag describes a request, and its page is missing.
  case noPage(flag: String)
  /// The flag describes a request, and its URL is missing.
  case noURL(flag: String)
  /// Both a request and `-` are given.
  case requestTwice
  /// The value of a flag is not a URL.
  case notAURL(flag: String, value: String)
  case lineTooLong(String)
  case urlIsOperand(String)

  var report: FailureReport {
    switch self {
    case .noRequest:
      .usage(
        "no request given", "name one with --page URL and --url URL, or '-' to read them as JSON lines",
        of: .match)
    case .noPage(let flag):
      .usage(
        "no page given for the request of '\(flag)'",
        "name the page that makes it with --page URL; --page alone matches the page load itself", of: .match)
    case .noURL(let flag):
      .usage("no URL given for the request of '\(flag)'", "name it with --url URL", of: .match)
    case .requestTwice:
      .usage(
        "options '--page', '--url', '--type' and '--frame' cannot be combined with '-', which reads requests",
        "remove '-' or these options", of: .match)
    case .notAURL(let flag, let value):
      .usage(
        "option '\(flag)' takes a URL with a scheme, such as https://news.example/, not '\(value)'",
        of: .match)
    case .urlIsOperand(let url):
      FileFailure.unreadable(url, .notFound).report.adding(
        "to match a request, name it with --url \(url.quotedForShell)")
    case .lineTooLong(let name): .failure(to: "read", name, "a line is longer than 64 MiB")
    }
  }
}
