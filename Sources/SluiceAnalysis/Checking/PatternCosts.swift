import SluiceRules
import SluiceText

struct PatternCosts {
  /// The maximum number of states to count in a list. It limits the time for lists that are expensive on
  /// purpose.
  private static let budget = 1_000_000
  /// The maximum number of states of a pattern that gives no warning. Conversion uses the same limit.
  private static let affordableStates = 5_000

  private var counted = 0

  /// Returns the number of states of the pattern; nil if it was not counted or is too large.
  private mutating func states(_ pattern: URLFilterPattern, isCaseSensitive: Bool) -> Int? {
    guard counted < Self.budget else { return nil }
    let states = AutomatonEstimate.states(
      of: pattern, isCaseSensitive: isCaseSensitive, limit: PatternCost.stateLimit)
    counted += states ?? PatternCost.stateLimit
    return states
  }

  // MARK: - Expensive patterns

  /// Returns the rules whose pattern is expensive by itself, with the number of states if it was counted.
  static func expensive(in rules: [Rule]) -> [(rule: Int, states: Int?)] {
    var costs = PatternCosts()
    var found: [(rule: Int, states: Int?)] = []
    for (index, rule) in rules.enumerated()
    where rule != .noOperation && rule.trigger.urlFilter.canBeExpensive {
      let isCaseSensitive = rule.trigger.isCaseSensitive
      guard costs.counted < budget else { break }
      let states = costs.states(rule.trigger.urlFilter.pattern, isCaseSensitive: isCaseSensitive)
      if states ?? .max > affordableStates { found.append((index, states)) }
    }
    return found
  }

  // MARK: - Ranking

  static func mostExpensive(_ count: Int, in rules: [Rule]) -> [PatternCost] {
    Array(costs(of: rules.indices.filter { rules[$0] != .noOperation }, in: rules).prefix(count))
  }

  /// Returns the cost of distinct patterns in descending order.
  static func costs(of indices: [Int], in rules: [Rule]) -> [PatternCost] {
    var costs = PatternCosts()
    let order = indices.sorted { left, right in
      let (first, second) = (rules[left].trigger.urlFilter.bytes, rules[right].trigger.urlFilter.bytes)
      return first == second ? left < right : first.lexicographicallyPrecedes(second)
    }
    var candidates: [Candidate] = []
    var last: URLFilterPattern?
    for index in order {
      let trigger = rules[index].trigger
      let pattern = trigger.urlFilter.pattern
      if pattern == last { continue }
      let shared = last?.commonTerms(with: pattern) ?? 0
      // The previous pattern shares the same number of terms with this one.
      if let previous = candidates.indices.last {
        candidates[previous].shared = max(candidates[previous].shared, shared)
      }
      candidates.append(
        Candidate(rule: index, pattern: pattern, isCaseSensitive: trigger.isCaseSensitive, shared: shared))
      last = pattern
    }
    let open = candidates.map { costs.overlap(of: $0) }
    let overlapping = open.count { $0 > 0 }
    var ranked: [PatternCost] = []
    for (candidate, overlap) in zip(candidates, open) {
      var cost = costs.estimate(candidate, urlFilter: rules[candidate.rule].trigger.urlFilter)
      cost.microseconds = Int(clamping: Int64(cost.microseconds) + Int64(overlap) * Int64(overlapping) * 3)
      ranked.append(cost)
    }
    ranked.sort { ($1.microseconds, $0.ruleIndex) < ($0.microseconds, $1.ruleIndex) }
    return ranked
  }

  private struct Candidate {
    var rule: Int
    var pattern: URLFilterPattern
    var isCaseSensitive: Bool
    /// The number of terms at the start that this pattern shares with another one.
    var shared: Int
  }

  /// Returns the number of states that the pattern needs beyond one for each term. All patterns that are not
  /// anchored at their start share one automaton, where these states multiply.
  private mutating func overlap(of candidate: Candidate) -> Int {
    var pattern = candidate.pattern
    let isCaseSensitive = candidate.isCaseSensitive
    // Wide terms at the end do not matter for the result.
    while pattern.terms.last?.isWide(isCaseSensitive: isCaseSensitive) == true { pattern.terms.removeLast() }
    guard !pattern.isAnchoredAtStart, pattern.terms.allSatisfy({ $0.repetition == .one }),
      pattern.terms.contains(where: { $0.isWide(isCaseSensitive: isCaseSensitive) })
    else { return 0 }
    let states = states(pattern, isCaseSensitive: isCaseSensitive) ?? PatternCost.stateLimit
    return max(0, states - pattern.terms.count - 1)
  }

  private mutating func estimate(_ candidate: Candidate, urlFilter: URLFilter) -> PatternCost {
    let pattern = candidate.pattern
    // WebKit omits optional terms at the end.
    let end =
      pattern.isAnchoredAtEnd
      ? pattern.terms.count : (pattern.terms.lastIndex { $0.isMandatory } ?? -1) + 1
    let own = pattern.terms[min(candidate.shared, end)..<end]
    guard let first = own.firstIndex(where: { $0.repeats }) else {
      return PatternCost(
        ruleIndex: candidate.rule, urlFilter: urlFilter,
        microseconds: 10 + own.count * (candidate.isCaseSensitive ? 2 : 5), states: pattern.terms.count + 1)
    }
    let states = states(pattern, isCaseSensitive: candidate.isCaseSensitive)
    // The product of two lengths can have more than 32 bits, which is what `Int` has in WebAssembly.
    var loops: Int64 = 0
    var afterLoops: Int64 = 0
    for term in pattern.terms[first..<end] {
      if term.repeats, term.isWide(isCaseSensitive: candidate.isCaseSensitive) { loops += 1 }
      afterLoops += loops
    }
    return PatternCost(
      ruleIndex: candidate.rule, urlFilter: urlFilter,
      microseconds: Int(
        clamping: Int64(150 + 5 * (states ?? PatternCost.stateLimit)) + afterLoops
          * (pattern.isAnchoredAtStart ? 18 : 35)),
      states: states)
  }
}

extension URLFilter {
  /// Whether the pattern has enough wildcards to make counting its states worthwhile. Hosts, plain text and
  /// patterns with few classes do not.
  fileprivate var canBeExpensive: Bool {
    var wildcards = 0
    var isEscaped = false
    for byte in bytes {
      if isEscaped {
        isEscaped = false
      } else if byte == ASCII.backslash {
        isEscaped = true
      } else if byte == ASCII.dot || byte == ASCII.openBracket || byte == ASCII.openParenthesis {
        wildcards += 1
      }
    }
    return wildcards > 6
  }
}

extension URLFilterPattern {
  /// Returns the number of terms that both patterns share at their start.
  fileprivate func commonTerms(with other: URLFilterPattern) -> Int {
    guard isAnchoredAtStart == other.isAnchoredAtStart else { return 0 }
    return zip(terms, other.terms).prefix { $0 == $1 }.count
  }
}

extension URLFilterPattern.Term {
  /// Returns whether the term matches most characters.
  fileprivate func isWide(isCaseSensitive: Bool) -> Bool {
    guard case .group(let terms) = atom else {
      return atom.matched(isCaseSensitive: isCaseSensitive).count > 20
    }
    return terms.contains { $0.isWide(isCaseSensitive: isCaseSensitive) }
  }
}

/// Ranks the patterns that are most expensive for WebKit's compiler. Rules are added one by one.
///
/// Patterns without a repetition are not ranked. They are the majority and never the most expensive ones.
package struct PatternRanking {
  private var repeating: [Rule] = []
  /// The approximate cost of all patterns without a repetition, in microseconds.
  private var plain = 0

  package init() {}

  /// Adds the pattern of a rule. Returns whether the pattern takes part in the ranking.
  package mutating func add(_ rule: Rule) -> Bool {
    let bytes = rule.trigger.urlFilter.bytes
    guard Self.repeats(bytes) else {
      plain += 10 + 2 * bytes.count
      return false
    }
    repeating.append(rule)
    return true
  }

  /// Returns the most expensive distinct patterns in descending order, with their indices among the ranked
  /// ones. Also returns the approximate cost of all patterns in microseconds.
  package func mostExpensive(_ count: Int) -> (patterns: [PatternCost], total: Int) {
    let costs = PatternCosts.costs(of: Array(repeating.indices), in: repeating)
    return (
      Array(costs.prefix(count)), Int(clamping: costs.reduce(Int64(plain)) { $0 + Int64($1.microseconds) })
    )
  }

  /// Returns whether the pattern has a repetition after its host anchor.
  private static func repeats(_ bytes: [UInt8]) -> Bool {
    let span = bytes.span
    var index = 0
    // The most common anchors.
    if span.hasLongText(HostAnchor.label.text, at: 0) {
      index = HostAnchor.label.text.utf8CodeUnitCount
    } else if span.starts(with: "^[^:]+:", at: 0) {
      // Every form of the host anchor contains optional labels: `(…)?`.
      let end = bytes.indices.dropLast().first {
        bytes[$0] == ASCII.closeParenthesis && bytes[$0 + 1] == ASCII.question
      }
      index = end.map { $0 + 2 } ?? "^[^:]+:".utf8.count
    }
    while index < span.count {
      let byte = span[index]
      if byte == ASCII.star || byte == ASCII.plus || byte == ASCII.openBrace { return true }
      index += 1
    }
    return false
  }
}
