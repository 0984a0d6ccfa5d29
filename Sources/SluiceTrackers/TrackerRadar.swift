import SluiceAnalysis
import SluiceRules
import SluiceText

/// Tracker Radar data and its exceptions, available as WebKit rules and as decisions about single requests.
public struct TrackerRadar: Sendable {
  package let data: TrackerData
  /// The exceptions to the trackers, and other settings of a privacy configuration.
  package let exceptions: TrackerExceptions
  /// The options for rules and decisions.
  package let options: TrackerOptions
  let index: TrackerIndex
  let pages: OwnerPages
  let clickToLoad: ClickToLoadPages
  let blocklist: RequestBlocklist
  let cnames: [HostKey: [UInt8]]
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
    clickToLoad = ClickToLoadPages(options, clickToLoad: exceptions.clickToLoad, owners: pages)
    blocklist = RequestBlocklist(exceptions.requestBlocklist)
    userHosts = Set(exceptions.userHosts)
    cnames = Dictionary(data.cnames.map { (HostKey($0.host), $0.target) }) { $1 }
  }

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
    var translation = TrackerTranslation(
      data, at: index, pages: pages, clickToLoad: clickToLoad, budget: budget)
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

extension TrackerRadar {
  /// Returns the decision about a request.
  ///
  /// The decision is based on the data itself and agrees with the WebKit rules. It also contains its reason
  /// and the surrogate, which content blockers do not support.
  ///
  /// The first call prepares the regexes, which takes a few hundredths of a second.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - suffixes: The public suffixes that distinguish first and third parties, as in WebKit.
  public func resolve(
    _ request: TrackerRequest, suffixes: PublicSuffixList = .wellKnown
  ) -> TrackerDecision {
    let url = SerializedURL(request.url)
    let page = SerializedURL(request.page).host
    let isNavigation = RequestTypeNames.isNavigation(request.type)
    if !isNavigation, let rule = blocklist.rule(for: url, on: page), exception(url, page: page) == nil {
      return TrackerDecision(verdict: .block, reason: .requestBlocklist, blocklistRule: rule)
    }
    var host = url.host
    var isCloaked = false
    var number = index.tracker(of: host)
    if number == nil, let target = cnames[HostKey(host)], let uncloaked = index.tracker(of: target) {
      number = uncloaked
      host = target
      isCloaked = true
    }
    guard let number else { return TrackerDecision(verdict: .pass, reason: .notTracker) }
    let tracker = data.trackers[number]
    var decision = TrackerDecision(
      verdict: .pass, reason: .firstParty, tracker: tracker.domain, owner: tracker.owner,
      categories: tracker.categories)
    let isFirstParty =
      isCloaked
      ? HostNames.isHost(page, within: tracker.domain)
      : suffixes.registrableDomain(of: host) == suffixes.registrableDomain(of: page)
    if isFirstParty { return decision }
    if let owner = tracker.owner, pages.owner(of: page) == owner {
      decision.reason = .sameOwner
      return decision
    }
    if let reason = exception(url, page: page) ?? (isNavigation ? .navigation : nil) {
      decision.reason = reason
      return decision
    }
    decide(
      &decision, tracker: tracker, number: number, url: url.withoutPort(host: host), page: page,
      type: request.type)
    return decision
  }

  private func decide(
    _ decision: inout TrackerDecision, tracker: Tracker, number: Int, url: [UInt8], page: [UInt8],
    type: String
  ) {
    let matching = tracker.rules.isEmpty ? [] : matcher.get(data.trackers).rules(of: number, in: url)
    for position in matching {
      let rule = tracker.rules[position]
      if case .clickToLoad(let action) = rule.action, !clickToLoad.takesPart(action, on: page) { continue }
      if let options = rule.options, !options.holds(page, type: type) { continue }
      decision.rule = rule.index
      decision.reason = .rule
      if rule.action == .ignore { return }
      if let exceptions = rule.exceptions, exceptions.holds(page, type: type) {
        decision.reason = .ruleException
      } else {
        decision.verdict = rule.surrogate.map { .surrogate($0) } ?? .block
      }
      return
    }
    decision.reason = .byDefault
    if tracker.defaultAction == .block { decision.verdict = .block }
  }

  /// Returns the exception that allows the request, if any. These exceptions apply to all hosts.
  private func exception(_ url: SerializedURL, page: [UInt8]) -> TrackerDecision.Reason? {
    unprotected(page) ?? (isAllowlisted(url, page: page) ? .allowlisted : nil)
  }

  private func unprotected(_ page: [UInt8]) -> TrackerDecision.Reason? {
    if exceptions.isContentBlockingOff { return .contentBlockingOff }
    if userHosts.contains(page) { return .userUnprotected }
    if exceptions.temporary.contains(where: { HostNames.isHost(page, within: $0) }) {
      return .temporarilyUnprotected
    }
    if exceptions.contentBlocking.contains(where: { HostNames.isHost(page, within: $0) }) {
      return .contentBlockingException
    }
    return nil
  }

  private func isAllowlisted(_ url: SerializedURL, page: [UInt8]) -> Bool {
    for entry in exceptions.allowlist where HostNames.isHost(url.host, within: entry.tracker) {
      guard let rule = entry.rules.first(where: { $0.matches(url) }) else { continue }
      if rule.holds(on: page) { return true }
    }
    return false
  }
}

extension TrackerRule.Scope {
  fileprivate func holds(_ page: [UInt8], type: String) -> Bool {
    if let domains, !domains.contains(where: { HostNames.isHost(page, within: $0) }) { return false }
    return types?.contains(type) ?? true
  }
}

extension TrackerExceptions.RequestRule {
  fileprivate func holds(on page: [UInt8]) -> Bool {
    func isWithin(_ domains: [[UInt8]]) -> Bool { domains.contains { HostNames.isHost(page, within: $0) } }
    return (domains.map(isWithin) ?? true) && !isWithin(excludedDomains)
  }

  /// Returns whether the rule matches the URL, ignoring query and port.
  fileprivate func matches(_ url: SerializedURL) -> Bool {
    HostNames.isHost(url.host, within: host) && rulePath.matches(url.path)
  }
}

extension SerializedURL {
  /// The path and query, including the slash after the authority.
  var path: ArraySlice<UInt8> {
    let bytes = withoutFragment
    guard let colon = bytes.firstIndex(of: ASCII.colon), bytes.count > colon + 3 else { return [] }
    return bytes[(colon + 3)...].drop { $0 != ASCII.slash }
  }

  /// The part of the URL after the host: the port if it is explicit, the path and the query.
  var behindHost: ArraySlice<UInt8> {
    let bytes = withoutFragment
    let authority = bytes.count - path.count
    guard let colon = bytes.firstIndex(of: ASCII.colon), colon + 3 <= authority else { return [] }
    let start = bytes[..<authority].lastIndex(of: ASCII.at).map { $0 + 1 } ?? colon + 3
    return bytes[(start + host.count)...]
  }

  fileprivate func withoutPort(host: [UInt8]) -> [UInt8] {
    let scheme = bytes.prefix { $0 != ASCII.colon }
    return scheme + Array("://".utf8) + host + path
  }
}
