import ListBuilding
import TrackerRadar

/// What goes wrong in `sluice inspect` alone.
enum InspectFailure: CommandFailure {
  /// A file that is neither a HAR nor a page.
  case noArchive(String)
  /// A saved page that does not say which page it is.
  case noAddress(String, CommandName)
  /// An address of a page that is none.
  case badAddress(String, [UInt8])
  /// An archive says itself of which pages it is.
  case addressOfArchive(String)
  /// The page and the report for the same standard output.
  case pageOnOutput
  /// Tracker Radar's data that is not read, with the place of what is wrong.
  case noTrackers(String, TrackerDataProblem, PositionCounter)

  static let archiveAdvice =
    "the network panel of a browser's developer tools saves a HAR; 'sluice match -' reads requests as JSON lines"

  var report: FailureReport {
    switch self {
    case .noArchive(let name):
      .failure("\(name.quotedName) is no HAR, and no page in HTML", Self.archiveAdvice)
    case .noAddress(let name, let command):
      .failure(
        "\(name.quotedName) does not say which page it is",
        command == .inspect
          ? "--page URL says it" : "\"page\": \"URL\" says it in a file of expectations beside the page")
    case .badAddress(let name, let address):
      .failure(
        "\(name.quotedName): '\(String(decoding: address, as: UTF8.self))' is not the URL of a page",
        "a page has a URL such as https://news.example/")
    case .addressOfArchive(let name):
      .usage(
        "\(name.quotedName) is a HAR and says itself of which pages it is: leave out --page.", of: .inspect)
    case .pageOnOutput: .usage("Standard output has the report: --html takes a file.", of: .inspect)
    case .noTrackers(let name, let problem, let place):
      .failure(
        "\(name):\(place.line):\(place.column): \(problem.reason.message)",
        "--trackers takes Tracker Radar's tds.json")
    }
  }
}
