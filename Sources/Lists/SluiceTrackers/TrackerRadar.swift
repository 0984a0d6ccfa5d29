import SluicePatterns
import SluiceRules

/// Tracker Radar data and its exceptions, available as WebKit rules and as decisions about single requests.
public struct TrackerRadar: Sendable {
  /// The trackers.
  public let data: TrackerData
  /// The exceptions to the trackers, and other settings of a privacy configuration.
  public let exceptions: TrackerExceptions
  /// The options for rules and decisions.
  public let options: TrackerOptions
  let index: TrackerIndex
  let pages: OwnerPages
  let clickToLoad: ClickToLoadPages
  let blocklist: RequestBlocklist
  /// The CNAME targets of hosts.
  let cnames: [HostKey: [UInt8]]
  /// The hosts on which the user has turned protection off.
  let userHosts: Set<[UInt8]>
  let matcher = LazyTrackerMatcher()

  /// Creates an instance from trackers and exceptions.
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
    userHosts = Set(exceptions.userHosts)
    cnames = Dictionary(data.cnames.map { (HostKey($0.host), $0.target) }) { $1 }
  }

  /// The budget for the rules of the trackers.
  var budget: TrackerBudget { TrackerBudget(size: data.size, free: options.freeBytes) }

  /// Returns the rules of the trackers, then those of the request blocklist, then those of the exceptions, then
  /// those that hide elements.
  ///
  /// The rules are deterministic. If content blocking is off, only elements are hidden.
  ///
  /// Put the rules into a list of their own, or before all other rules, because exceptions cancel all rules
  /// before them.
  ///
  /// - Parameter withExceptions: Whether to include the exceptions. If not, get them from ``rules(of:for:)``.
  public func rules(
    withExceptions: Bool = true
  ) -> (rules: [Rule], problems: [TrackerDataProblem]) {
    // The exceptions of other features do not affect them.
    let hiding = exceptions.hidingRules.adapted(for: options.target)
    if exceptions.isContentBlockingOff { return (hiding, []) }
    var translation = TrackerTranslation(data, index, pages, clickToLoad, budget)
    var rules = translation.rules() + blocklist.rules
    // Pages and windows are never blocked.
    if !rules.isEmpty {
      rules.append(
        Rule(
          trigger: Trigger(urlFilter: .any, resourceTypes: [.topDocument, .popup]),
          action: .ignorePreviousRules))
    }
    let problems = translation.problems + blocklist.problems + clickToLoadProblems
    rules = rules.adapted(for: options.target)
    guard withExceptions else { return (rules + hiding, problems) }
    let tail = Self.rules(of: exceptions, for: options.target)
    return (rules + tail.rules + hiding, problems + tail.problems)
  }

  /// The conflicts between the options and the configuration of click to load.
  private var clickToLoadProblems: [TrackerDataProblem] {
    guard let configured = exceptions.clickToLoad else { return [] }
    let actions = data.trackers.lazy.flatMap(\.rules).compactMap { rule in
      if case .clickToLoad(let action) = rule.action { action } else { nil }
    }
    let enabled = configured.enabledActions
    let isOn = actions.contains { enabled.contains($0) }
    guard isOn != options.blocksClickToLoad, !actions.isEmpty else { return [] }
    let reason = isOn ? TrackerDataProblem.Reason.clickToLoadNotWanted : .clickToLoadIsOff
    return [TrackerDataProblem(reason, at: configured.place ?? TrackerDataPlace(path: ""))]
  }

  /// Returns only the rules of the exceptions, which can be appended to a finished list. They cancel all
  /// rules before them, whatever their origin.
  public static func rules(
    of exceptions: TrackerExceptions, for target: Target = .standard
  ) -> (rules: [Rule], problems: [TrackerDataProblem]) {
    var writer = ExceptionRules(exceptions)
    let rules = writer.rules()
    return (rules.adapted(for: target), writer.problems)
  }
}
