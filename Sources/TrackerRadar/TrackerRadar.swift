import ContentBlocker
import Conversion

/// Tracker Radar's data with the exceptions to it: as rules for WebKit, and as an answer for one request.
public struct TrackerRadar: Sendable {
  /// The trackers.
  public let data: TrackerData
  /// What is let through although they block it.
  public let exceptions: TrackerExceptions
  /// How both are taken.
  public let options: TrackerOptions
  let index: TrackerIndex
  let pages: OwnerPages
  /// For hosts that stand for others, these.
  let cnames: [HostKey: [UInt8]]
  let matcher = LazyTrackerMatcher()

  /// Trackers and exceptions.
  public init(
    _ data: TrackerData, exceptions: TrackerExceptions = TrackerExceptions(),
    options: TrackerOptions = TrackerOptions()
  ) {
    self.data = data
    self.exceptions = exceptions
    self.options = options
    index = TrackerIndex(data.trackers)
    pages = OwnerPages(data.entities)
    cnames = Dictionary(data.cnames.map { (HostKey($0.host), $0.target) }) { $1 }
  }

  /// The rules of the trackers, then those of the exceptions; equal data gives equal rules.
  ///
  /// They are to stand in a list of their own, or before all others: exceptions cancel what is before them.
  public func rules() -> (rules: [Rule], problems: [TrackerDataProblem]) {
    var translation = TrackerTranslation(data, index, pages, options)
    let rules = translation.rules()
    let tail = Self.rules(of: exceptions)
    return (rules + tail.rules, translation.problems + tail.problems)
  }

  /// The rules of exceptions alone, to be appended to a finished list: they cancel everything before them in
  /// the list, whoever it is from.
  public static func rules(
    of exceptions: TrackerExceptions
  ) -> (rules: [Rule], problems: [TrackerDataProblem]) {
    var writer = ExceptionRules()
    let rules = writer.rules(exceptions)
    return (rules, writer.problems)
  }
}
