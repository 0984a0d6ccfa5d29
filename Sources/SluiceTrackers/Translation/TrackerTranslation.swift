import SluiceAnalysis
import SluiceRules
import SluiceText

/// Translates trackers into WebKit rules. In WebKit, the last matching rule decides.
///
/// In a tracker, the first matching rule decides. Therefore the rules are written in this order:
///
/// 1. The default action of the tracker.
/// 2. The rules of the tracker, from last to first: each as a block limited by its options, followed by its
///    exceptions.
/// 3. The owner's pages.
///
/// Rules of different trackers never match the same request, unless one tracker is below another. In this
/// case all rules of the upper tracker come first and are cancelled for the lower one.
struct TrackerTranslation {
  private let data: TrackerData
  private let clickToLoad: ClickToLoadPages
  private let pages: OwnerPages
  private let index: TrackerIndex
  private var budget: TrackerBudget
  private(set) var problems: [TrackerDataProblem] = []
  /// The trackers that some of their hosts have no rules for because of the budget.
  private var leftOut: Set<HostKey> = []
  private(set) var unsupported: Set<UnsupportedTrackerRule> = []

  init(
    _ data: TrackerData, at index: TrackerIndex, pages: OwnerPages, clickToLoad: ClickToLoadPages,
    budget: TrackerBudget
  ) {
    self.data = data
    self.budget = budget
    self.index = index
    self.clickToLoad = clickToLoad
    self.pages = pages
  }

  mutating func rules() -> [Rule] {
    var levels: [TrackerRules] = []
    for (number, tracker) in data.trackers.enumerated() {
      let depth = index.depth(of: number)
      while levels.count <= depth { levels.append(TrackerRules()) }
      if let owner = tracker.owner, !pages.isKnown(owner) {
        problems.append(
          TrackerDataProblem(
            .unknownOwner(owner), path: "trackers[\"\(tracker.domainString)\"].owner", span: tracker.span,
            at: tracker.location))
      }
      add(
        tracker, number: number, on: .tracker(tracker.domain), isBelowAnother: depth > 0, to: &levels[depth])
    }
    if levels.isEmpty { levels.append(TrackerRules()) }
    for cname in data.cnames {
      guard index.tracker(of: cname.host) == nil else { continue }
      guard let number = index.tracker(of: cname.target) else {
        let path = "cnames[\"\(cname.hostString)\"]"
        problems.append(TrackerDataProblem(.unusedCname, path: path, span: cname.span, at: cname.location))
        continue
      }
      let host = RequestedHost.cloaked(cname.host, target: cname.target)
      add(data.trackers[number], number: number, on: host, isBelowAnother: false, to: &levels[0])
    }
    let reserved = Set(data.trackers.map { HostKey($0.domain) }).union(data.cnames.map { HostKey($0.host) })
    let mixed = SharedOwnerHosts.namesEndingInside(reserved)
    var rules: [Rule] = []
    for depth in levels.indices {
      let ordered = levels[depth].ordered(pages, mixed: mixed, isBelowAnother: depth > 0, budget: &budget)
      rules += ordered.rules
      ordered.left.forEach { noteProportion($0) }
    }
    return rules
  }

  private mutating func add(
    _ tracker: Tracker, number: Int, on host: RequestedHost, isBelowAnother: Bool,
    to rules: inout TrackerRules
  ) {
    guard let all = host.urlFilter else { return }
    budget.begin(size: host.size(of: tracker))
    let any = Trigger(urlFilter: all, isCaseSensitive: true)
    var own: [Rule] = []
    if isBelowAnother { own.append(Rule(trigger: any, action: .ignorePreviousRules)) }
    if tracker.defaultAction == .block {
      var trigger = any
      trigger.loadTypes = host.loadTypes
      own.append(Rule(trigger: trigger, action: .block))
    }
    for rule in tracker.rules.reversed() {
      guard add(rule, of: tracker, number: number, on: host, to: &own) else {
        rules.leaveOut(host, isBelowAnother: isBelowAnother)
        noteProportion(tracker)
        return
      }
    }
    guard own.contains(where: { $0.action == .block }) || isBelowAnother else { return }
    rules.add(own, host: host, tracker: tracker, free: budget.free)
  }

  /// Adds the rules of a tracker's rule. Returns `false` if they exceed the budget.
  private mutating func add(
    _ rule: TrackerRule, of tracker: Tracker, number: Int, on host: RequestedHost, to own: inout [Rule]
  ) -> Bool {
    // A regex is converted for each host, and the pages are computed, even if there are no rules in the end.
    var size = rule.size
    if case .clickToLoad(let action) = rule.action { size += clickToLoad.size(of: action) }
    guard budget.spend(size) else { return false }
    var scope = TrackerPageScope(rule.options)
    // The click-to-load rule is skipped on all other pages.
    if case .clickToLoad(let action) = rule.action {
      let pages = clickToLoad.pages(of: action, trackerOwner: tracker.owner)
      scope.pages = scope.pages.intersection(pages)
    }
    guard !scope.isEmpty else { return true }
    let exceptions = rule.exceptions.map { scope.intersection(TrackerPageScope($0)) }
    let isFirstCase = if case .tracker = host { true } else { false }
    for limit in [scope, exceptions].compactMap({ $0 }) where limit.lacksTypes && !limit.isEmpty {
      if isFirstCase { note(.noCounterpart(limit.types ?? []), rule: rule, tracker: tracker) }
    }
    // A rule is redundant if its requests are blocked or allowed without it.
    let isUnconditional = !own.contains { $0.action == .ignorePreviousRules }
    let isAllBlocked = tracker.defaultAction == .block && isUnconditional
    let isAllPassed = !own.contains { $0.action == .block }
    let overrides = rule.action == .ignore || exceptions.map { !$0.isEmpty && !$0.lacksTypes } ?? false
    let blocks = rule.action != .ignore
    guard blocks && !isAllBlocked || overrides && !(rule.action == .ignore && isAllPassed) else {
      return true
    }
    func addUnsupported(_ extent: UnsupportedTrackerRule.Extent) {
      unsupported.insert(
        UnsupportedTrackerRule(tracker: number, rule: rule.index, host: host, extent: extent))
    }
    let filters: [URLFilter]
    do throws(RegexOnHost.Problem) {
      filters = try RegexOnHost(host: host).urlFilters(for: rule.regex)
    } catch {
      if isFirstCase { note(.regex(error.message), rule: rule, tracker: tracker) }
      if blocks && !isAllBlocked { addUnsupported(.everything) }
      return true
    }
    if blocks && !isAllBlocked, scope.missesBeacons { addUnsupported(.beacons) }
    if blocks && !isAllBlocked {
      let any = Trigger(urlFilter: .any, loadTypes: host.loadTypes)
      guard add(filters, scope: scope, any: any, action: .block, to: &own) else { return false }
    }
    guard overrides else { return true }
    let limit = rule.action == .ignore ? scope : exceptions ?? scope
    return add(filters, scope: limit, any: Trigger(urlFilter: .any), action: .ignorePreviousRules, to: &own)
  }

  /// Adds a rule for each pattern. All of them share the condition on the pages. Returns `false` if the rules exceed
  /// the budget.
  private mutating func add(
    _ filters: [URLFilter], scope: TrackerPageScope, any: Trigger, action: Action, to own: inout [Rule]
  ) -> Bool {
    let each = TrackerBudget.ruleSize + scope.pages.size
    let size = filters.reduce(filters.count.multipliedClamped(by: each)) { $0.addingClamped($1.bytes.count) }
    guard budget.spend(size) else { return false }
    guard let limited = scope.limiting(any) else { return true }
    own += filters.map { Rule(trigger: limited.with($0), action: action) }
    return true
  }

  /// Reports a tracker without rules, once.
  private mutating func noteProportion(_ tracker: Tracker) {
    guard leftOut.insert(HostKey(tracker.domain)).inserted else { return }
    problems.append(
      TrackerDataProblem(
        .outOfProportion, path: "trackers[\"\(tracker.domainString)\"]", span: tracker.span,
        at: tracker.location)
    )
  }

  private mutating func note(
    _ reason: TrackerDataProblem.Reason, rule: TrackerRule, tracker: Tracker
  ) {
    let path = "trackers[\"\(tracker.domainString)\"].rules[\(rule.index)]"
    problems.append(TrackerDataProblem(reason, path: path, span: rule.span, at: rule.location))
  }
}

extension RegexOnHost.Problem {
  fileprivate var message: String {
    switch self {
    case .regex(let problem): problem.description
    case .form: "a content blocker cannot combine this regex with the tracker's host"
    }
  }
}

/// Options for rules and decisions from Tracker Radar data.
public struct TrackerOptions: Hashable, Sendable {
  /// Whether to block content that an app loads after a click (`block-ctl-fb` and similar actions), where the
  /// privacy configuration enables it.
  ///
  /// Without an app that offers the click, these rules are skipped. The reference implementation also skips
  /// unknown actions.
  public var blocksClickToLoad = false
  /// The actions whose content the user has clicked to load. Their rules are skipped.
  public var unblockedActions: Set<String> = []

  /// The WebKit versions that the rules are for.
  public var target: Target

  /// The bytes that rules may have in addition to a multiple of the size of the data. See ``TrackerBudget``.
  package var freeBytes = TrackerBudget.freeBytes

  /// Creates the default options for WebKit versions.
  public init(target: Target = .standard) { self.target = target }
}

/// A blocking rule of a tracker that WebKit rules cannot fully implement for a host.
struct UnsupportedTrackerRule: Hashable {
  let tracker: Int
  /// The index of the rule among the tracker's rules in the file.
  let rule: Int
  let host: RequestedHost
  let extent: Extent

  enum Extent {
    /// All requests, because WebKit does not support the regex.
    case everything
    case beacons
  }

  func affects(_ request: PageRequest) -> Bool {
    switch (extent, request) {
    case (.everything, _), (.beacons, .beacon): true
    case (.beacons, .xmlhttprequest): false
    }
  }
}
