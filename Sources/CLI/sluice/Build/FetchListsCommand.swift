import SluiceFetching

/// `sluice fetch-lists`: fetches lists from servers. Standard input contains the requests.
///
/// It is an internal command that `sluice build` runs in a separate process.
enum FetchListsCommand {
  /// The command line that runs this command.
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
