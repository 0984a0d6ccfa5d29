/// An estimate of the time that WebKit's compiler needs for a pattern, to rank patterns by.
///
/// WebKit puts patterns with a common prefix into one automaton. A pattern only adds the text after the
/// prefix, which is cheap. A repetition after that text gives the pattern an automaton of its own, which is 5
/// to 50 times as expensive.
///
/// A pattern that can match anywhere may contain a class that also matches the beginnings of patterns. The
/// automaton then tracks many positions at once, in all such patterns together. The numbers are those of
/// WebKitGTK 2.50.6 on one machine; see docs/check.md.
public struct PatternCost: Hashable, Sendable {
  /// The index of the rule, from 0.
  public var ruleIndex: Int
  /// The pattern.
  public var urlFilter: URLFilter
  /// Microseconds of CPU time on that machine.
  public var microseconds: Int
  /// The number of states of an automaton of this pattern alone; nil above ``stateLimit``.
  public var states: Int?

  /// The number of states at which counting stops.
  public static let stateLimit = 10_000
}
