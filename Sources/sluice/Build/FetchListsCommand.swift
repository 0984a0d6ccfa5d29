import Fetching

/// `sluice fetch-lists`: fetches the lists that standard input requests from servers.
///
/// It is an internal command that `sluice build` runs in a separate process.
enum FetchListsCommand {
  /// The command line of this command.
  static let words = ["sluice", CommandName.fetchLists.rawValue]

  static let command = Command(
    name: .fetchLists,
    summary: "Fetch lists as the standard input asks",
    operands: "", maximumOperands: 0,
    isHidden: true, exitCodes: [.success, .usage])

  static func run() -> ExitCode {
    Fetcher.run()
    return .success
  }
}
