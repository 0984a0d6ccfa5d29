import SluiceAnalysis
import SluiceText

extension TrackerRadar {
  /// Returns rules that replace blocked scripts with their surrogates. They apply to scripts with a surrogate
  /// that ``rules(withExceptions:)`` blocks.
  ///
  /// The result is empty if the data has no surrogates.
  ///
  /// - Parameter suffixes: The public suffixes that define a tracker's own site, as in WebKit.
  public func surrogateRules(suffixes: PublicSuffixList = .wellKnown) -> [TrackerPageRule] {
    pageRules(PageRuleTranslation(self, suffixes: suffixes, purpose: .surrogates))
  }

  /// Returns rules for requests that a page script must block, because the data blocks them but WebKit rules
  /// cannot.
  ///
  /// These are beacons, and requests that match a regex that ``rules(withExceptions:)`` reports as a problem.
  /// The result has no entry for a kind of request that the WebKit rules cover completely.
  ///
  /// - Parameter suffixes: The public suffixes that define a tracker's own site, as in WebKit.
  package func unsupportedRules(suffixes: PublicSuffixList = .wellKnown) -> [PageRequest: [TrackerPageRule]] {
    var translation = TrackerTranslation(
      data, at: index, pages: pages, clickToLoad: clickToLoad, budget: budget)
    _ = translation.rules()
    var rules: [PageRequest: [TrackerPageRule]] = [:]
    for request in PageRequest.allCases {
      let unsupported = translation.unsupported.filter { $0.affects(request) }
      guard !unsupported.isEmpty else { continue }
      let own = pageRules(
        PageRuleTranslation(self, suffixes: suffixes, purpose: .unsupported(request, unsupported)))
      if !own.isEmpty { rules[request] = own }
    }
    return rules
  }

  private func pageRules(_ translation: PageRuleTranslation) -> [TrackerPageRule] {
    if exceptions.isContentBlockingOff { return [] }
    var translation = translation
    let rules = translation.rules()
    return rules.contains { $0.action != .nothing } ? rules : []
  }
}

/// Translates trackers into page rules. The first matching rule decides.
///
/// The rules for exceptions and for the request blocklist come first. The rules of each tracker follow in
/// their order. If WebKit rules exist for a tracker's rule, the page rules use the same patterns.
private struct PageRuleTranslation {
  private let radar: TrackerRadar
  private let suffixes: PublicSuffixList
  private let purpose: Purpose
  /// The numbers of the trackers with rules for this purpose.
  private let trackers: [Int]
  /// The domains of these trackers, and their CNAME aliases.
  private let hosts: [Int: [RequestedHost]]
  private var budget: TrackerBudget

  enum Purpose {
    case surrogates
    /// Block requests of this kind that match these rules.
    case unsupported(PageRequest, Set<UnsupportedTrackerRule>)

    var typeNames: Set<String> {
      switch self {
      case .surrogates: ["script"]
      case .unsupported(let request, _): request.typeNames
      }
    }

    func affects(_ scope: TrackerRule.Scope?) -> Bool {
      scope?.types?.contains(where: typeNames.contains) ?? true
    }
  }

  init(_ radar: TrackerRadar, suffixes: PublicSuffixList, purpose: Purpose) {
    self.radar = radar
    budget = radar.budget
    self.suffixes = suffixes
    self.purpose = purpose
    trackers =
      switch purpose {
      case .surrogates:
        radar.data.trackers.indices.filter { number in
          radar.data.trackers[number].rules.contains {
            $0.surrogate != nil && $0.action != .ignore && purpose.affects($0.options)
          }
        }
      case .unsupported(_, let unsupported):
        Dictionary(grouping: unsupported, by: \.tracker).filter { number, unsupported in
          let rules = Set(unsupported.map(\.rule))
          return radar.data.trackers[number].rules.contains {
            purpose.affects($0.options) && rules.contains($0.index)
          }
        }
        .keys.sorted()
      }
    var hosts: [Int: [RequestedHost]] = [:]
    for number in trackers { hosts[number] = [.tracker(radar.data.trackers[number].domain)] }
    for cname in radar.data.cnames where radar.index.tracker(of: cname.host) == nil {
      guard let number = radar.index.tracker(of: cname.target) else { continue }
      hosts[number]?.append(.cloaked(cname.host, target: cname.target))
    }
    self.hosts = hosts
  }

  mutating func rules() -> [TrackerPageRule] {
    var rules: [TrackerPageRule] = []
    if let unprotected { rules.append(unprotected) }
    rules += allowed + blocked
    // If a tracker is below another tracker, the innermost one decides.
    let depths = Dictionary(grouping: trackers + inner) { radar.index.depth(of: $0) }
    for (_, numbers) in depths.sorted(by: { $0.key > $1.key }) {
      rules += owners(numbers)
      for number in numbers {
        for host in hosts[number] ?? [] { rules += self.rules(of: number, on: host) }
        if isInner(number) { rules.append(nothing(on: [radar.data.trackers[number].domain])) }
      }
    }
    return rules
  }

  // MARK: Exceptions and blocklist

  private var unprotected: TrackerPageRule? {
    let exceptions = radar.exceptions
    var pages = TrackerPageRule.Pages(PageSet(within: exceptions.temporary + exceptions.contentBlocking))
    pages.exact = exceptions.userHosts
    guard !pages.included.isEmpty || !pages.exact.isEmpty else { return nil }
    return TrackerPageRule(hosts: [], address: .any, action: .nothing, pages: pages)
  }

  private var allowed: [TrackerPageRule] {
    var writer = ExceptionRules(radar.exceptions)
    let family = trackerHosts
    return writer.allowed().filter { family.overlaps($0.host) }.flatMap { entry in
      let pages = TrackerPageRule.Pages(entry.pages)
      return entry.triggers.map {
        TrackerPageRule(
          hosts: [entry.host], address: .urlFilter($0.urlFilter), action: .nothing, pages: pages)
      }
    }
  }

  /// Rules for the requests on the blocklist. WebKit rules block them, so page scripts do nothing.
  private var blocked: [TrackerPageRule] {
    let family = trackerHosts
    return radar.blocklist.requests.filter { family.overlaps($0.host) }.map { entry in
      TrackerPageRule(
        hosts: [entry.host], address: .urlFilter(entry.urlFilter, isCaseSensitive: true), action: .nothing,
        pages: TrackerPageRule.Pages(entry.pages))
    }
  }

  private var trackerHosts: HostFamily { HostFamily(hosts.values.lazy.joined().map(\.written)) }

  /// Hosts, with those above them.
  private struct HostFamily {
    private var hosts: Set<[UInt8]> = []
    private var above: Set<[UInt8]> = []

    init(_ all: some Sequence<[UInt8]>) {
      for host in all {
        hosts.insert(host)
        above.formUnion(HostNames.parents(of: host))
      }
    }

    /// Returns whether the host is one of these, or above or below one.
    func overlaps(_ host: [UInt8]) -> Bool {
      above.contains(host) || HostNames.isHost(host, withinAny: hosts)
    }
  }

  // MARK: Trackers

  /// The trackers without rules for this purpose whose domains are below the domains of ``trackers``.
  private var inner: [Int] {
    radar.data.trackers.indices.filter { isInner($0) && hosts[$0] == nil }
  }

  private func isInner(_ number: Int) -> Bool {
    HostNames.parents(of: radar.data.trackers[number].domain).contains { parent in
      radar.index.tracker(of: parent).map { hosts[$0] != nil } ?? false
    }
  }

  private func nothing(on hosts: [[UInt8]], _ pages: PageSet = .all) -> TrackerPageRule {
    TrackerPageRule(hosts: hosts, address: .any, action: .nothing, pages: TrackerPageRule.Pages(pages))
  }

  /// Returns rules that allow all requests to trackers from their owners' pages, once per owner, and from
  /// their own pages.
  private func owners(_ numbers: [Int]) -> [TrackerPageRule] {
    var own: [TrackerPageRule] = []
    var hostsOfOwner: [String: [[UInt8]]] = [:]
    var pagesOfOwner: [String?: PageSet] = [:]
    for number in numbers {
      let tracker = radar.data.trackers[number]
      for host in hosts[number] ?? [] {
        if let owner = tracker.owner { hostsOfOwner[owner, default: []].append(host.written) }
        let site =
          switch host {
          case .tracker(let domain): Array(suffixes.registrableDomain(of: domain))
          case .cloaked: tracker.domain
          }
        let pages = pagesOfOwner[tracker.owner] ?? radar.pages.pages(of: tracker.owner)
        pagesOfOwner[tracker.owner] = pages
        guard !pages.covers(site) else { continue }
        own.append(nothing(on: [host.written], PageSet(within: [site])))
      }
    }
    let owners = hostsOfOwner.sorted { $0.key < $1.key }.compactMap { owner, hosts -> TrackerPageRule? in
      let pages = radar.pages.pages(of: owner)
      return pages.isEmpty ? nil : nothing(on: hosts, pages)
    }
    return own + owners
  }

  /// Returns the rules of the tracker, up to the last one that has an effect; none if they exceed the budget.
  private mutating func rules(of number: Int, on host: RequestedHost) -> [TrackerPageRule] {
    let tracker = radar.data.trackers[number]
    budget.begin(size: host.size(of: tracker))
    var rules: [TrackerPageRule] = []
    for rule in tracker.rules where purpose.affects(rule.options) {
      var size = rule.size
      if case .clickToLoad(let action) = rule.action { size += radar.clickToLoad.size(of: action) }
      guard budget.spend(size) else { return [] }
      var scope = TrackerPageScope(rule.options).pages
      if case .clickToLoad(let action) = rule.action {
        scope = scope.intersection(radar.clickToLoad.pages(of: action, trackerOwner: tracker.owner))
      }
      let addresses = addresses(of: rule, on: host)
      guard !scope.isEmpty, !addresses.isEmpty else { continue }
      var parts = [(pages: scope, action: action(of: rule, number, on: host))]
      if let exceptions = rule.exceptions, purpose.affects(rule.exceptions) {
        parts.insert((scope.intersection(TrackerPageScope(exceptions).pages), .nothing), at: 0)
      }
      for part in parts where !part.pages.isEmpty {
        let each = TrackerBudget.ruleSize + host.written.count + part.pages.size
        guard budget.spend(addresses.count.multipliedClamped(by: each)) else { return [] }
        let pages = TrackerPageRule.Pages(part.pages)
        rules += addresses.map {
          TrackerPageRule(hosts: [host.written], address: $0, action: part.action, pages: pages)
        }
      }
    }
    guard let last = rules.lastIndex(where: { $0.action != .nothing }) else { return [] }
    return Array(rules[...last])
  }

  private func addresses(of rule: TrackerRule, on host: RequestedHost) -> [TrackerPageRule.Address] {
    if let filters = try? RegexOnHost(host: host).urlFilters(for: rule.regex) {
      return filters.map { .urlFilter($0) }
    }
    switch purpose {
    // No WebKit rule blocks requests that match this regex, so there is nothing to replace.
    case .surrogates: return []
    case .unsupported:
      switch host {
      case .tracker: return [.regex(rule.regex, standingFor: nil)]
      case .cloaked(_, let target): return [.regex(rule.regex, standingFor: target)]
      }
    }
  }

  private func action(of rule: TrackerRule, _ tracker: Int, on host: RequestedHost) -> TrackerPageRule.Action
  {
    guard rule.action != .ignore else { return .nothing }
    switch purpose {
    case .surrogates: return rule.surrogate.map { .surrogate($0) } ?? .nothing
    case .unsupported(_, let unsupported):
      let isUnsupported = [UnsupportedTrackerRule.Extent.everything, .beacons].contains { extent in
        unsupported.contains(
          UnsupportedTrackerRule(tracker: tracker, rule: rule.index, host: host, extent: extent))
      }
      return isUnsupported ? .block : .nothing
    }
  }
}
