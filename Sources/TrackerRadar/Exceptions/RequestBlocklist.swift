import ContentBlocker
import Conversion

/// Requests that are blocked besides those to trackers, as rules and for one request.
///
/// The rules go behind those of the trackers, which let things through, and before the exceptions, which hold for
/// them too.
struct RequestBlocklist: Sendable {
  /// What is wrong with rules that are not among the entries.
  private(set) var problems: [TrackerDataProblem] = []
  private var entries: [Entry] = []

  private struct Entry {
    var rule: TrackerExceptions.BlocklistRule
    var path: RulePath
    var pages: PageSet
    var urlFilter: URLFilter
  }

  /// Beyond so many states of its automaton a rule is not worth WebKit's time, as with regexes.
  private static let maximumStates = 5_000

  init(_ rules: [TrackerExceptions.BlocklistRule]) {
    for rule in rules {
      let path = RulePath(rule.path, .blocklist)
      guard let urlFilter = Self.urlFilter(for: rule, path) else {
        problems.append(TrackerDataProblem(.tooExpensive, at: rule.place ?? TrackerDataPlace(path: "")))
        continue
      }
      let pages = rule.domains.map { PageSet(within: $0) } ?? .all
      entries.append(
        Entry(
          rule: rule, path: path, pages: pages.subtracting(PageSet(within: rule.excludedDomains)),
          urlFilter: urlFilter))
    }
  }

  /// The requests, by their host and url-filter, and where they are blocked.
  var requests: [(host: [UInt8], urlFilter: URLFilter, pages: PageSet)] {
    entries.map { ($0.rule.host, $0.urlFilter, $0.pages) }
  }

  /// The rules.
  var rules: [Rule] {
    entries.compactMap { entry in
      let trigger = Trigger(urlFilter: entry.urlFilter, isCaseSensitive: !entry.path.terms.isEmpty)
      return entry.pages.limiting(trigger).map { Rule(trigger: $0, action: .block) }
    }
  }

  /// Where the first rule stands that blocks a request; nil when none does.
  func rule(for url: SerializedURL, on page: [UInt8]) -> TrackerExceptions.BlocklistRule? {
    entries.first { entry in
      HostNames.isHost(url.host, within: entry.rule.host)
        && !(entry.rule.isBelowHost && url.host == entry.rule.host)
        && entry.pages.contains(page) && entry.path.matches(url.behindHost)
    }?.rule
  }

  /// The requests that a rule means; nil when WebKit's compiler could not afford the pattern.
  private static func urlFilter(for rule: TrackerExceptions.BlocklistRule, _ path: RulePath) -> URLFilter? {
    typealias Term = URLFilterPattern.Term
    let label: [Term] = [Term(.characters(.notSlash), .oneOrMore), Term(.literal(UInt8(ascii: ".")))]
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
