import SluiceAnalysis

/// The requests to block in addition to requests to trackers. They are available as rules and for decisions
/// about single requests.
///
/// The rules follow those of the trackers, which can allow requests, and precede the exceptions, which also
/// apply to the blocklist.
struct RequestBlocklist: Sendable {
  /// The problems with rules that were skipped.
  private(set) var problems: [TrackerDataProblem] = []
  private var entries: [Entry] = []

  private struct Entry {
    var rule: TrackerExceptions.BlocklistRule
    var path: RulePath
    var pages: PageSet
    var urlFilter: URLFilter
  }

  /// The maximum number of automaton states of a rule. As with regexes, WebKit takes too long to compile
  /// larger automata.
  private static let maximumStates = 5_000

  init(_ rules: [TrackerExceptions.BlocklistRule]) {
    var budget = TrackerBudget(
      size: rules.reduce(rules.first?.excludedDomains.size ?? 0) { $0 + $1.size })
    for rule in rules {
      budget.begin(size: rule.size)
      let path = RulePath(rule.path, .blocklist)
      guard let urlFilter = Self.urlFilter(for: rule, path) else {
        problems.append(TrackerDataProblem(.tooExpensive, at: rule.place ?? TrackerDataPlace(path: "")))
        continue
      }
      var pages = rule.domains.map { PageSet(within: $0) } ?? .all
      let isAffordable = budget.spend(steps: rule.excludedDomains.count)
      if isAffordable { pages = pages.subtracting(PageSet(within: rule.excludedDomains)) }
      guard isAffordable, budget.spend(TrackerBudget.ruleSize + urlFilter.bytes.count + pages.size) else {
        problems.append(TrackerDataProblem(.outOfProportion, at: rule.place ?? TrackerDataPlace(path: "")))
        continue
      }
      entries.append(Entry(rule: rule, path: path, pages: pages, urlFilter: urlFilter))
    }
  }

  /// The blocked requests: their hosts, their url-filters, and the pages on which they are blocked.
  var requests: [(host: [UInt8], urlFilter: URLFilter, pages: PageSet)] {
    entries.map { ($0.rule.host, $0.urlFilter, $0.pages) }
  }

  var rules: [Rule] {
    entries.compactMap { entry in
      let trigger = Trigger(urlFilter: entry.urlFilter, isCaseSensitive: !entry.path.terms.isEmpty)
      return entry.pages.limiting(trigger).map { Rule(trigger: $0, action: .block) }
    }
  }

  /// Returns the first rule that blocks a request, or `nil` if no rule does.
  func rule(for url: SerializedURL, on page: [UInt8]) -> TrackerExceptions.BlocklistRule? {
    entries.first { entry in
      HostNames.isHost(url.host, within: entry.rule.host)
        && !(entry.rule.isBelowHost && url.host == entry.rule.host)
        && entry.pages.contains(page) && entry.path.matches(url.behindHost)
    }?.rule
  }

  /// Returns the url-filter of a rule, or `nil` if it is too expensive for WebKit's compiler.
  private static func urlFilter(for rule: TrackerExceptions.BlocklistRule, _ path: RulePath) -> URLFilter? {
    typealias Term = URLFilterPattern.Term
    let label: [Term] = [Term(.characters(.notSlash), .oneOrMore), Term(.literal(ASCII.dot))]
    let start = rule.isBelowHost ? .atAuthority + label : .atHostLabel
    let end = path.terms.isEmpty ? [.hostEnd] : path.terms
    let pattern = URLFilterPattern(
      start + rule.host.map { Term(.literal($0)) } + end, isAnchoredAtStart: true)
    guard AutomatonEstimate.states(of: pattern, isCaseSensitive: true, limit: maximumStates) != nil else {
      return nil
    }
    return URLFilter(pattern)
  }
}
