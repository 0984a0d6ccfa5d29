import SluiceRules
import SluiceTrackers

enum InspectFailure: CommandFailure {
  /// A page on the web requires the network.
  case noNetwork(String)
  /// The network was allowed for a saved page.
  case networkForSaved(String)
  /// `--broken` is given without expectations.
  case nothingExpected
  case notBroken
  /// WebKit rejects the selector of an expectation.
  case badSelector(String, SelectorProblem)
  /// An HTML page was requested together with `--broken`.
  case pageOfRepair
  /// The request of an expectation is not a valid URL.
  case badRequest(String)
  /// The HTML page and the report would both go to standard output.
  case pageOnOutput
  /// The Tracker Radar data cannot be read. The problem contains its location.
  case noTrackers(String, TrackerDataProblem)

  var report: FailureReport {
    switch self {
    case .noNetwork(let url):
      .usage("\(url.quotedName) is on the network", "add --network to let the browser reach it", of: .inspect)
    case .networkForSaved(let name):
      .usage(
        "\(name.quotedName) is a saved page, which is loaded without a network", "leave out --network",
        of: .inspect)
    case .nothingExpected:
      .usage(
        "option '--broken' needs expectations",
        "add --expect-visible, --expect-request or --expect-no-error",
        of: .inspect)
    case .notBroken:
      .usage(
        "options '--expect-visible', '--expect-request' and '--expect-no-error' are for '--broken'",
        "add --broken", of: .inspect)
    case .badSelector(let text, let problem):
      .usage(
        "option '--expect-visible' takes a selector that WebKit accepts, not '\(text)': \(problem.message)",
        of: .inspect)
    case .pageOfRepair:
      .usage("option '--broken' writes no page", "leave out --html, or use --engine instead", of: .inspect)
    case .badRequest(let text):
      .usage(
        "option '--expect-request' takes a URL such as https://cdn.example/player.js, not '\(text)'",
        "for all URLs with a beginning, end it with '*'",
        of: .inspect)
    case .pageOnOutput: .usage("standard output has the report", "name a file with --html FILE", of: .inspect)
    case .noTrackers(let name, let problem):
      .failure(
        "\(name)\(problem.location.map { ":\($0)" } ?? ""): \(problem.reason.message)",
        "--trackers takes Tracker Radar's tds.json")
    }
  }
}
