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
    var start = 0
    if bytes.starts(with: scheme) {
      // Every form of the host anchor contains optional labels: `(…)?`.
      let end = bytes.indices.dropLast().first {
        bytes[$0] == ASCII.closeParenthesis && bytes[$0 + 1] == ASCII.question
      }
      start = end.map { $0 + 2 } ?? scheme.count
    }
    return bytes[start...].contains { byte in
      byte == ASCII.star || byte == ASCII.plus || byte == ASCII.openBrace
    }
  }

  private static let scheme = Array("^[^:]+:".utf8)
}
