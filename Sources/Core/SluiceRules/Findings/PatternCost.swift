/// An estimate of the time that WebKit's compiler needs for a pattern. It is meant for ranking patterns.
///
/// WebKit puts patterns with a common prefix into one automaton. Each pattern adds only the text after the
/// prefix, which is cheap. A repetition after that text gives the pattern an automaton of its own, which is 5
/// to 50 times as expensive.
///
/// A pattern without an anchor can contain a class that also matches the beginnings of other patterns. Their
/// common automaton then tracks many positions at once. The numbers are those of WebKitGTK 2.50.6 on one
/// machine; see docs/guide/check.md.
public struct PatternCost: Hashable, Sendable {
  /// The index of the rule, from 0.
  public var ruleIndex: Int
  /// The pattern.
  public var urlFilter: URLFilter
  /// The estimated CPU time in microseconds, on that machine.
  public var microseconds: Int
  /// The number of states in an automaton of this pattern alone; nil if it exceeds ``stateLimit``.
  public var states: Int?

  package init(ruleIndex: Int, urlFilter: URLFilter, microseconds: Int, states: Int? = nil) {
    (self.ruleIndex, self.urlFilter, self.microseconds, self.states) = (
      ruleIndex, urlFilter, microseconds, states
    )
  }

  /// The number of states at which counting stops.
  public static let stateLimit = 10_000
}
