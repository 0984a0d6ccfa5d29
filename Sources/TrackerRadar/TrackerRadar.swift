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
  let clickToLoad: ClickToLoadPages
  let blocklist: RequestBlocklist
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
    clickToLoad = ClickToLoadPages(options, exceptions.clickToLoad, pages)
    blocklist = RequestBlocklist(exceptions.requestBlocklist)
    cnames = Dictionary(data.cnames.map { (HostKey($0.host), $0.target) }) { $1 }
  }

  /// The rules of the trackers, those of the request blocklist, then those of the exceptions; equal data gives
  /// equal rules. There are none when content blocking is off.
  ///
  /// They are to stand in a list of their own, or before all others: exceptions cancel what is before them.
  /// - Parameter withExceptions: whether what lets through is among them; else ``rules(of:for:)`` has it.
  public func rules(
    withExceptions: Bool = true
  ) -> (rules: [Rule], problems: [TrackerDataProblem]) {
    if exceptions.isContentBlockingOff { return ([], []) }
    var translation = TrackerTranslation(data, index, pages, clickToLoad)
    var rules = translation.rules() + blocklist.rules
    // Pages and windows are never blocked.
    if !rules.isEmpty {
      rules.append(
        Rule(
          trigger: Trigger(urlFilter: .any, resourceTypes: [.topDocument, .popup]),
          action: .ignorePreviousRules))
    }
    let problems = translation.problems + blocklist.problems + clickToLoadProblems
    rules = rules.spelled(for: options.target)
    guard withExceptions else { return (rules, problems) }
    let tail = Self.rules(of: exceptions, for: options.target)
    return (rules + tail.rules, problems + tail.problems)
  }

  /// Where what was asked for and what the configuration says of click to load do not meet.
  private var clickToLoadProblems: [TrackerDataProblem] {
    guard let configured = exceptions.clickToLoad else { return [] }
    let actions = data.trackers.lazy.flatMap(\.rules).compactMap { rule in
      if case .clickToLoad(let action) = rule.action { action } else { nil }
    }
    let isOn = actions.contains { configured.blocks($0) }
    guard isOn != options.blocksClickToLoad, !actions.isEmpty else { return [] }
    let reason = isOn ? TrackerDataProblem.Reason.clickToLoadNotWanted : .clickToLoadIsOff
    return [TrackerDataProblem(reason, at: configured.place ?? TrackerDataPlace(path: ""))]
  }

  /// The rules of what lets through alone, to be appended to a finished list: they cancel everything before them
  /// in the list, whoever it is from.
  public static func rules(
    of exceptions: TrackerExceptions, for target: Target = .standard
  ) -> (rules: [Rule], problems: [TrackerDataProblem]) {
    var writer = ExceptionRules()
    let rules = writer.rules(exceptions)
    return (rules.spelled(for: target), writer.problems)
  }
}
