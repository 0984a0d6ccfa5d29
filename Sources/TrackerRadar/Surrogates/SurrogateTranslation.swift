import ContentBlocker
import Conversion

extension TrackerRadar {
  /// Which scripts have a surrogate on which pages: where ``rules(withExceptions:)`` block them, and nowhere else. None where
  /// the data has no surrogates.
  ///
  /// - Parameter suffixes: what tells a tracker's own site, as WebKit does.
  public func surrogateRules(suffixes: PublicSuffixList = .wellKnown) -> [SurrogateRule] {
    if exceptions.isContentBlockingOff { return [] }
    let rules = SurrogateTranslation(self, suffixes).rules()
    return rules.contains { $0.surrogate != nil } ? rules : []
  }
}

/// Translates the trackers that have surrogates into rules of which the first that matches decides: what lets through or only
/// blocks comes first, then the trackers, each with its rules in their order. The patterns are those of the rules for WebKit.
private struct SurrogateTranslation {
  private let radar: TrackerRadar
  private let suffixes: PublicSuffixList
  /// The trackers with surrogates for scripts, by their numbers.
  private let trackers: [Int]
  /// The domains of these, and the hosts that stand for theirs.
  private let hosts: [Int: [RequestedHost]]

  init(_ radar: TrackerRadar, _ suffixes: PublicSuffixList) {
    self.radar = radar
    self.suffixes = suffixes
    trackers = radar.data.trackers.indices.filter { number in
      radar.data.trackers[number].rules.contains { $0.runsSurrogate }
    }
    var hosts: [Int: [RequestedHost]] = [:]
    for number in trackers { hosts[number] = [.tracker(radar.data.trackers[number].domain)] }
    for cname in radar.data.cnames where radar.index.tracker(of: cname.host) == nil {
      guard let number = radar.index.tracker(of: cname.target) else { continue }
      hosts[number]?.append(.cloaked(cname.host, target: cname.target))
    }
    self.hosts = hosts
  }

  func rules() -> [SurrogateRule] {
    var rules: [SurrogateRule] = []
    if let unprotected { rules.append(unprotected) }
    rules += allowed + blocked
    // Of trackers below each other the innermost decides.
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

  // MARK: What goes before

  /// Pages on which nothing is blocked.
  private var unprotected: SurrogateRule? {
    let exceptions = radar.exceptions
    var pages = SurrogateRule.Pages(PageSet(within: exceptions.temporary + exceptions.contentBlocking))
    for site in exceptions.userSites {
      let bare = site.starts(with: Array("www.".utf8)) ? Array(site.dropFirst(4)) : site
      pages.exact += [bare, Array("www.".utf8) + bare]
    }
    guard !pages.included.isEmpty || !pages.exact.isEmpty else { return nil }
    return SurrogateRule(hosts: [], urlFilter: nil, surrogate: nil, pages: pages)
  }

  /// Requests of the allowlist.
  private var allowed: [SurrogateRule] {
    var writer = ExceptionRules()
    return writer.allowed(radar.exceptions.allowlist).filter { concernsTrackers($0.host) }.map { entry in
      SurrogateRule(
        hosts: [entry.host], urlFilter: entry.trigger.urlFilter, surrogate: nil,
        pages: SurrogateRule.Pages(entry.pages))
    }
  }

  /// Requests that are blocked whoever they go to, and have no surrogate.
  private var blocked: [SurrogateRule] {
    radar.blocklist.requests.filter { concernsTrackers($0.host) }.map { entry in
      SurrogateRule(
        hosts: [entry.host], urlFilter: entry.urlFilter, surrogate: nil,
        pages: SurrogateRule.Pages(entry.pages))
    }
  }

  private func concernsTrackers(_ host: [UInt8]) -> Bool {
    hosts.values.contains { hosts in
      hosts.contains {
        HostNames.isHost($0.written, within: host) || HostNames.isHost(host, within: $0.written)
      }
    }
  }

  // MARK: The trackers

  /// Trackers without surrogates below those that have some.
  private var inner: [Int] {
    radar.data.trackers.indices.filter { isInner($0) && hosts[$0] == nil }
  }

  private func isInner(_ number: Int) -> Bool {
    HostNames.parents(of: radar.data.trackers[number].domain).contains { parent in
      radar.index.tracker(of: parent).map { hosts[$0] != nil } ?? false
    }
  }

  private func nothing(on hosts: [[UInt8]], _ pages: PageSet = .all) -> SurrogateRule {
    SurrogateRule(hosts: hosts, urlFilter: nil, surrogate: nil, pages: SurrogateRule.Pages(pages))
  }

  /// What lets all requests to trackers through: the pages of their owners, each owner's once, and their own.
  private func owners(_ numbers: [Int]) -> [SurrogateRule] {
    var own: [SurrogateRule] = []
    var hostsOfOwner: [String: [[UInt8]]] = [:]
    for number in numbers {
      let tracker = radar.data.trackers[number]
      for host in hosts[number] ?? [] {
        if let owner = tracker.owner { hostsOfOwner[owner, default: []].append(host.written) }
        let site =
          switch host {
          case .tracker(let domain): Array(suffixes.registrableDomain(of: domain))
          case .cloaked: tracker.domain
          }
        guard !radar.pages.pages(of: tracker.owner).covers(site) else { continue }
        own.append(nothing(on: [host.written], PageSet(within: [site])))
      }
    }
    let owners = hostsOfOwner.sorted { $0.key < $1.key }.compactMap { owner, hosts -> SurrogateRule? in
      let pages = radar.pages.pages(of: owner)
      return pages.isEmpty ? nil : nothing(on: hosts, pages)
    }
    return own + owners
  }

  /// The tracker's rules, up to the last that has a surrogate.
  private func rules(of number: Int, on host: RequestedHost) -> [SurrogateRule] {
    let tracker = radar.data.trackers[number]
    var rules: [SurrogateRule] = []
    for rule in tracker.rules where rule.options.concernsScripts {
      var scope = PageScope(rule.options).pages
      if case .clickToLoad(let action) = rule.action {
        scope = scope.intersection(radar.clickToLoad.pages(of: action, trackerOwner: tracker.owner))
      }
      // What WebKit cannot be told is blocked by no rule.
      guard !scope.isEmpty, let filters = try? RegexOnHost(host: host).urlFilters(for: rule.regex) else {
        continue
      }
      func add(_ pages: PageSet, _ surrogate: String?) {
        guard !pages.isEmpty else { return }
        for filter in filters {
          rules.append(
            SurrogateRule(
              hosts: [host.written], urlFilter: filter, surrogate: surrogate,
              pages: SurrogateRule.Pages(pages)))
        }
      }
      if let exceptions = rule.exceptions, rule.exceptions.concernsScripts {
        add(scope.intersection(PageScope(exceptions).pages), nil)
      }
      add(scope, rule.action == .ignore ? nil : rule.surrogate)
    }
    guard let last = rules.lastIndex(where: { $0.surrogate != nil }) else { return [] }
    return Array(rules[...last])
  }
}

extension TrackerRule {
  fileprivate var runsSurrogate: Bool { surrogate != nil && action != .ignore && options.concernsScripts }
}

extension TrackerRule.Scope? {
  /// Whether scripts are among its requests.
  fileprivate var concernsScripts: Bool { self?.types?.contains("script") ?? true }
}
