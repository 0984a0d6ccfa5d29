import SluiceAnalysis
import SluiceRules
import SluiceText

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
    var rule: TrackerExceptions.RequestRule
    var path: RulePath
    var pages: PageSet
    var urlFilter: URLFilter
  }

  /// The maximum number of automaton states of a rule. As with regexes, WebKit takes too long to compile
  /// larger automata.
  private static let maximumStates = 5_000

  init(_ rules: [TrackerExceptions.RequestRule]) {
    var budget = TrackerBudget(
      size: rules.reduce(rules.first?.excludedDomains.size ?? 0) { $0 + $1.size })
    for rule in rules {
      budget.begin(size: rule.size)
      let path = RulePath(rule.path, syntax: .blocklist)
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

  var requests: [(host: [UInt8], urlFilter: URLFilter, pages: PageSet)] {
    entries.map { ($0.rule.host, $0.urlFilter, $0.pages) }
  }

  var rules: [Rule] {
    entries.compactMap { entry in
      let trigger = Trigger(urlFilter: entry.urlFilter, isCaseSensitive: !entry.path.terms.isEmpty)
      return entry.pages.limiting(trigger).map { Rule(trigger: $0, action: .block) }
    }
  }

  func rule(for url: SerializedURL, on page: [UInt8]) -> TrackerExceptions.RequestRule? {
    entries.first { entry in
      HostNames.isHost(url.host, within: entry.rule.host)
        && !(entry.rule.isBelowHost && url.host == entry.rule.host)
        && entry.pages.contains(page) && entry.path.matches(url.behindHost)
    }?.rule
  }

  /// Returns the url-filter of a rule, or `nil` if it is too expensive for WebKit's compiler.
  private static func urlFilter(for rule: TrackerExceptions.RequestRule, _ path: RulePath) -> URLFilter? {
    typealias Term = URLFilterPattern.Term
    let label: [Term] = [Term(.characters(.notSlash), repetition: .oneOrMore), Term(.literal(ASCII.dot))]
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

/// The path of an allowlist or blocklist rule: a prefix of the URL after its host, with wildcards.
struct RulePath: Hashable {
  typealias Term = URLFilterPattern.Term

  let bytes: [UInt8]
  let syntax: Syntax

  enum Syntax {
    /// `.*` matches any text in the path. Case, port and query are ignored.
    case allowlist
    /// `*` matches any text. Case, port and query are significant.
    case blocklist
  }

  init(_ bytes: [UInt8], syntax: Syntax) {
    self.bytes = bytes
    self.syntax = syntax
  }

  /// The path as pattern terms: literals, and repetitions for wildcards.
  var terms: [Term] {
    var terms: [Term] = []
    var index = 0
    while index < bytes.count {
      let wildcard = wildcardLength(at: index)
      if wildcard > 0 {
        if terms.last != run { terms.append(run) }
      } else {
        terms += Self.literal(bytes[index])
      }
      index += max(wildcard, 1)
    }
    // A trailing wildcard is redundant.
    if terms.last == run { terms.removeLast() }
    return terms
  }

  /// Returns whether a text begins with this path. The text is the part of a URL after the host; for the
  /// blocklist, it includes the port.
  func matches(_ text: ArraySlice<UInt8>) -> Bool {
    var rest: ArraySlice<UInt8>
    switch syntax {
    case .allowlist: rest = text.prefix { $0 != ASCII.question }
    case .blocklist: rest = text
    }
    let parts = parts
    guard let first = parts.first, starts(rest, with: first) else { return false }
    rest = rest.dropFirst(first.count)
    for part in parts.dropFirst() {
      while !starts(rest, with: part) {
        if rest.isEmpty { return false }
        rest = rest.dropFirst()
      }
      rest = rest.dropFirst(part.count)
    }
    return true
  }

  var literalStart: ArraySlice<UInt8> {
    bytes[..<(bytes.indices.first { wildcardLength(at: $0) > 0 } ?? bytes.endIndex)]
  }

  /// Returns the length of the wildcard at an index, or 0 if there is no wildcard.
  private func wildcardLength(at index: Int) -> Int {
    switch syntax {
    case .allowlist:
      bytes[index] == ASCII.dot && index + 1 < bytes.count && bytes[index + 1] == ASCII.star
        ? 2 : 0
    case .blocklist: bytes[index] == ASCII.star ? 1 : 0
    }
  }

  private var run: Term {
    switch syntax {
    case .allowlist:
      Term(.characters(.init(ASCIISet(ASCII.question), isNegated: true)), repetition: .zeroOrMore)
    case .blocklist: .anyRun
    }
  }

  /// The texts between wildcards as they occur in URLs; in lowercase if case is ignored.
  private var parts: [[UInt8]] {
    var parts: [[UInt8]] = [[]]
    for term in terms {
      if case .literal(let byte) = term.atom {
        parts[parts.count - 1].append(folded(byte))
      } else {
        parts.append([])
      }
    }
    return parts
  }

  private func starts(_ text: ArraySlice<UInt8>, with part: [UInt8]) -> Bool {
    text.count >= part.count && zip(text, part).allSatisfy { folded($0) == $1 }
  }

  private func folded(_ byte: UInt8) -> UInt8 {
    switch syntax {
    case .allowlist: byte.asciiLowercased
    case .blocklist: byte
    }
  }

  /// Returns the terms for a byte as serialized URLs contain it: literally or percent-encoded.
  private static func literal(_ byte: UInt8) -> [Term] {
    guard byte <= 0x20 || byte >= 0x7F else { return [Term(.literal(byte))] }
    return byte.percentEncoded.map { Term(.literal($0)) }
  }
}
