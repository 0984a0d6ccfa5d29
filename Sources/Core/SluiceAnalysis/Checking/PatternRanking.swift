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
