/// The patterns that WebKit's compiler needs most for, of rules that come one by one.
///
/// Patterns without a repetition are not compared with others: they are never the dearest, and most patterns are such.
package struct PatternRanking {
  private var repeating: [Rule] = []
  /// Roughly what the others need together, in microseconds.
  private var plain = 0

  /// No patterns.
  package init() {}

  /// Adds the pattern of a rule. Returns whether it is among those that are ranked.
  package mutating func add(_ rule: Rule) -> Bool {
    let bytes = rule.trigger.urlFilter.bytes
    guard Self.repeats(bytes) else {
      plain += 10 + 2 * bytes.count
      return false
    }
    repeating.append(rule)
    return true
  }

  /// The dearest patterns, the dearest first, each once, with their places among those that are ranked; and roughly what
  /// all patterns need together, in microseconds.
  package func dearest(_ count: Int) -> (patterns: [PatternCost], total: Int) {
    let costs = PatternCosts.costs(of: Array(repeating.indices), in: repeating)
    return (Array(costs.prefix(count)), costs.reduce(plain) { $0 + $1.microseconds })
  }

  /// Whether there is a repetition behind what stands before every host.
  private static func repeats(_ bytes: [UInt8]) -> Bool {
    var start = 0
    if bytes.starts(with: scheme) {
      // The labels before a host may be there or not: `(…)?` in each of the forms.
      let end = bytes.indices.dropLast().first {
        bytes[$0] == UInt8(ascii: ")") && bytes[$0 + 1] == UInt8(ascii: "?")
      }
      start = end.map { $0 + 2 } ?? scheme.count
    }
    return bytes[start...].contains { byte in
      byte == UInt8(ascii: "*") || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "{")
    }
  }

  private static let scheme = Array("^[^:]+:".utf8)
}
