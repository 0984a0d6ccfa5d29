import Fetching

/// `sluice fetch-lists`: gets lists from servers, as its standard input asks.
///
/// Not for people: `sluice build` runs it as a process of its own.
enum FetchListsCommand {
  /// What starts it.
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
