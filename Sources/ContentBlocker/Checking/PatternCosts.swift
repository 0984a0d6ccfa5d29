/// Estimates the cost of patterns.
struct PatternCosts {
  /// How many states are counted in a list before no more are: some lists are made to be expensive.
  private static let budget = 1_000_000
  /// What a single pattern may have without a warning, as in conversion.
  private static let affordableStates = 5_000

  private var counted = 0

  /// The states of the pattern, nil when they were not counted or are too many.
  private mutating func states(_ pattern: URLFilterPattern, isCaseSensitive: Bool) -> Int? {
    guard counted < Self.budget else { return nil }
    let states = AutomatonEstimate.states(
      of: pattern, isCaseSensitive: isCaseSensitive, limit: PatternCost.stateLimit)
    counted += states ?? PatternCost.stateLimit
    return states
  }

  // MARK: - Expensive patterns

  /// The rules with a pattern that is expensive by itself, and its states if they were counted.
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

  /// The dearest patterns, the dearest first, each once.
  static func dearest(_ count: Int, in rules: [Rule]) -> [PatternCost] {
    Array(costs(of: rules.indices.filter { rules[$0] != .noOperation }, in: rules).prefix(count))
  }

  /// What some patterns need, the dearest first, each once.
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
      // The one before shares as much with this one as this one with it.
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
      var cost = costs.estimate(candidate, rules[candidate.rule].trigger.urlFilter)
      cost.microseconds += overlap * overlapping * 3
      ranked.append(cost)
    }
    ranked.sort { ($1.microseconds, $0.ruleIndex) < ($0.microseconds, $1.ruleIndex) }
    return ranked
  }

  private struct Candidate {
    var rule: Int
    var pattern: URLFilterPattern
    var isCaseSensitive: Bool
    /// How many of the terms another pattern begins with too.
    var shared: Int
  }

  /// How many states the pattern has beyond its characters, when it shares an automaton with all others that
  /// can begin anywhere.
  private mutating func overlap(of candidate: Candidate) -> Int {
    var pattern = candidate.pattern
    let isCaseSensitive = candidate.isCaseSensitive
    // With the last character all is decided.
    while pattern.terms.last?.isWide(isCaseSensitive: isCaseSensitive) == true { pattern.terms.removeLast() }
    guard !pattern.isAnchoredAtStart, pattern.terms.allSatisfy({ $0.repetition == .one }),
      pattern.terms.contains(where: { $0.isWide(isCaseSensitive: isCaseSensitive) })
    else { return 0 }
    let states = states(pattern, isCaseSensitive: isCaseSensitive) ?? PatternCost.stateLimit
    return max(0, states - pattern.terms.count - 1)
  }

  private mutating func estimate(_ candidate: Candidate, _ urlFilter: URLFilter) -> PatternCost {
    let pattern = candidate.pattern
    // What stands at the end and may be missing is left out by WebKit.
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
    var loops = 0
    var afterLoops = 0
    for term in pattern.terms[first..<end] {
      if term.repeats, term.isWide(isCaseSensitive: candidate.isCaseSensitive) { loops += 1 }
      afterLoops += loops
    }
    return PatternCost(
      ruleIndex: candidate.rule, urlFilter: urlFilter,
      microseconds: 150 + 5 * (states ?? PatternCost.stateLimit) + afterLoops
        * (pattern.isAnchoredAtStart ? 18 : 35),
      states: states)
  }
}

extension URLFilter {
  /// Whether counting the states can be worth it: not of hosts, plain text, or with few classes.
  fileprivate var canBeExpensive: Bool {
    var wildcards = 0
    var isEscaped = false
    for byte in bytes {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: ".") || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "(") {
        wildcards += 1
      }
    }
    return wildcards > 6
  }
}

extension URLFilterPattern {
  /// How many terms both begin with.
  fileprivate func commonTerms(with other: URLFilterPattern) -> Int {
    guard isAnchoredAtStart == other.isAnchoredAtStart else { return 0 }
    return zip(terms, other.terms).prefix { $0 == $1 }.count
  }
}

extension URLFilterPattern.Term {
  /// Whether it takes most characters.
  fileprivate func isWide(isCaseSensitive: Bool) -> Bool {
    guard case .group(let terms) = atom else {
      return atom.matched(isCaseSensitive: isCaseSensitive).count > 20
    }
    return terms.contains { $0.isWide(isCaseSensitive: isCaseSensitive) }
  }
}
