import SluiceAnalysis
import SluiceConversion
import SluiceRules
import SluiceText

/// The differences between two versions of lists for requests and pages.
struct RequestComparison {
  /// The number of tested requests. ``sites`` is the number of hosts of their pages.
  private(set) var requests = 0
  private(set) var sites = 0
  private(set) var blocked: Flow
  private(set) var passed: Flow
  private(set) var hidden: HiddenSelectors
  private(set) var shown: HiddenSelectors

  /// Tests the requests with both lists, and compares the hidden elements on one page per host.
  ///
  /// - Parameter whenJudged: Called from time to time with the number of tested requests.
  init(
    _ requests: [RequestDescription], comparison: Comparison, suffixes: PublicSuffixList,
    whenJudged: (Int) -> Void
  ) {
    self.requests = requests.count
    blocked = Flow(list: comparison.new, other: comparison.old)
    passed = Flow(list: comparison.old, other: comparison.new)
    hidden = HiddenSelectors(list: comparison.new)
    shown = HiddenSelectors(list: comparison.old)
    var pair = RuleListPair(comparison.smaller)
    var pages = ByteTable()
    for (index, description) in requests.enumerated() {
      if index % 1024 == 0 { whenJudged(index) }
      var hash = ByteHash()
      hash.mix(description.page)
      _ = pages.insert(description.page.span, hash: hash)
      guard let (old, new) = pair.decide(description.request(suffixes)), old.isBlocked != new.isBlocked else {
        continue
      }
      if new.isBlocked {
        blocked.add(description, by: new, overriddenBy: old)
      } else {
        passed.add(description, by: old, overriddenBy: new)
      }
    }
    judge(pages, pair: &pair, suffixes: suffixes)
  }

  private mutating func judge(_ pages: ByteTable, pair: inout RuleListPair, suffixes: PublicSuffixList) {
    var known: Set<[UInt8]> = []
    for number in 0..<pages.count {
      let url = [UInt8](pages[number])
      let host = SerializedURL(url).host
      guard !host.isEmpty, known.insert(host).inserted else { continue }
      let page = RequestDescription(url: nil, page: url).request(suffixes)
      let (noLonger, now) = pair.hiding(on: page)
      shown.add(noLonger, on: host)
      hidden.add(now, on: host)
    }
    sites = known.count
  }
}

extension RequestComparison {
  /// Requests that one version blocks and the other does not.
  struct Flow {
    let list: ComparedList
    let other: ComparedList
    private(set) var count = 0
    private var hosts: [[UInt8]: Int] = [:]
    private var pages: [[UInt8]: Int] = [:]
    private var byRule: [Int: Group] = [:]

    /// Requests that one rule blocks.
    struct Group {
      let rule: Int
      /// The index of the exception that allows the first request in the other version, if any.
      let exception: Int?
      let example: RequestDescription
      var count = 0
    }

    init(list: ComparedList, other: ComparedList) { (self.list, self.other) = (list, other) }

    fileprivate mutating func add(
      _ description: RequestDescription, by decision: Decision, overriddenBy overriding: Decision
    ) {
      guard let rule = decision.acting.first(where: { list.list.rules[$0].action == .block }) else { return }
      count += 1
      hosts[SerializedURL(description.url).host, default: 0] += 1
      pages[SerializedURL(description.page).host, default: 0] += 1
      let exception = overriding.overridden.first { other.list.rules[$0.rule].action == .block }?.by
      byRule[rule, default: Group(rule: rule, exception: exception, example: description)].count += 1
    }

    /// The requests grouped by the rule that blocks them, largest group first.
    var groups: [Group] { byRule.values.sorted { ($1.count, $0.rule) < ($0.count, $1.rule) } }

    /// The hosts of the requests, most requests first. ``byPage`` has the hosts of their pages.
    var byHost: [(host: String, count: Int)] { RequestComparison.ranked(hosts) }
    var byPage: [(host: String, count: Int)] { RequestComparison.ranked(pages) }

    /// Returns the filter that blocks the requests of a group; nil if the rule does not come from a filter.
    func filter(of group: Group) -> PlacedFilter? { list.filter(ofRule: group.rule) }
    func exception(of group: Group) -> PlacedFilter? { group.exception.flatMap { other.filter(ofRule: $0) } }
  }

  /// Selectors that one version hides on some pages and the other does not.
  struct HiddenSelectors {
    let list: ComparedList
    private var groups: [Int: Group] = [:]
    /// The numbers of the groups, in the order in which they were found.
    private var order: [Int] = []
    private var sites: [[UInt8]: Int] = [:]

    private struct Group {
      let hidden: RuleListPair.Hidden
      /// The first host on which the group is hidden.
      let site: String
      var sites = 0
    }

    struct Entry {
      let selector: CSSSelector
      let rule: Int
      /// The first host on which the selector is hidden.
      let site: String
      var sites: Int
    }

    init(list: ComparedList) { self.list = list }

    var isEmpty: Bool { groups.isEmpty }

    fileprivate mutating func add(_ hidden: [RuleListPair.Hidden], on site: [UInt8]) {
      guard !hidden.isEmpty else { return }
      sites[site] = hidden.reduce(0) { $0 + $1.selectors.count }
      for one in hidden {
        if groups[one.number] == nil {
          order.append(one.number)
          groups[one.number] = Group(hidden: one, site: String(decoding: site, as: UTF8.self))
        }
        groups[one.number]?.sites += 1
      }
    }

    /// The hosts with their numbers of selectors, largest first.
    var bySite: [(host: String, count: Int)] { RequestComparison.ranked(sites) }

    /// The selectors, sorted by their number of hosts, highest first.
    var ranked: [Entry] {
      var entries: [Entry] = []
      var known: [CSSSelector: Int] = [:]
      for group in order.compactMap({ groups[$0] }) {
        for selector in group.hidden.selectors {
          if let index = known[selector] {
            entries[index].sites += group.sites
          } else {
            known[selector] = entries.count
            entries.append(
              Entry(selector: selector, rule: group.hidden.rule, site: group.site, sites: group.sites))
          }
        }
      }
      return entries.sorted { $0.sites > $1.sites }
    }

    /// Returns entries with their filters; nil if the filter is unknown. If a rule comes from several filters,
    /// that is the filter with the entry's selector. `sources` are the sources of the list.
    func placed(
      _ entries: some Sequence<Entry>, in sources: [ParsedSource]
    ) -> [(entry: Entry, filter: PlacedFilter?)] {
      guard let mapped = list.mapped else { return entries.map { ($0, nil) } }
      var known: [Int: [[UInt8]: SourceMap.Filter]] = [:]
      return entries.map { entry in
        let filters =
          known[entry.rule] ?? Self.byBody(mapped.origin(ofRule: entry.rule).filters, in: sources)
        known[entry.rule] = filters
        let filter = filters[entry.selector.bytes] ?? (filters.count == 1 ? filters.first?.value : nil)
        return (entry, filter.map(mapped.placed))
      }
    }

    private static func byBody(
      _ filters: [SourceMap.Filter], in sources: [ParsedSource]
    ) -> [[UInt8]: SourceMap.Filter] {
      var byBody: [[UInt8]: SourceMap.Filter] = [:]
      for filter in filters where sources.indices.contains(filter.source) {
        let list = sources[filter.source].list
        guard list.lines.indices.contains(filter.line - 1),
          case .cosmetic(let cosmetic) = list.lines[filter.line - 1].content
        else { continue }
        let body = [UInt8](list.bytes.span.extracting(cosmetic.body.indices))
        if byBody[body] == nil { byBody[body] = filter }
      }
      return byBody
    }
  }

  private static func ranked(_ counts: [[UInt8]: Int]) -> [(host: String, count: Int)] {
    counts.map { (String(decoding: $0.key, as: UTF8.self), $0.value) }
      .sorted { ($1.1, $0.0) < ($0.1, $1.0) }
  }
}

extension ComparedList {
  func filter(ofRule rule: Int) -> PlacedFilter? {
    mapped.flatMap { mapped in mapped.origin(ofRule: rule, limit: 1).filters.first.map(mapped.placed) }
  }
}
