import ListBuilding
import TrackerRadar

/// What goes wrong in `sluice inspect` alone.
enum InspectFailure: CommandFailure {
  /// A file that is no HAR.
  case noArchive(String)
  /// The page and the report for the same standard output.
  case pageOnOutput
  /// Tracker Radar's data that is not read, with the place of what is wrong.
  case noTrackers(String, TrackerDataProblem, PositionCounter)

  static let archiveAdvice =
    "the network panel of a browser's developer tools saves a HAR; 'sluice match -' reads requests as JSON lines"

  var report: FailureReport {
    switch self {
    case .noArchive(let name): .failure("\(name.quotedName) is no HAR", Self.archiveAdvice)
    case .pageOnOutput: .usage("Standard output has the report: --html takes a file.", of: .inspect)
    case .noTrackers(let name, let problem, let place):
      .failure(
        "\(name):\(place.line):\(place.column): \(problem.reason.message)",
        "--trackers takes Tracker Radar's tds.json")
    }
  }
}
