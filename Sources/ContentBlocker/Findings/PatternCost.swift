/// What WebKit's compiler needs for a pattern, as an estimate to rank patterns by.
///
/// WebKit puts patterns that begin alike into one automaton. What a pattern adds to it is the text that no
/// other pattern begins with: cheap. A repetition after that text gives the pattern an automaton of its own:
/// five to fifty times as dear. And where a pattern can begin anywhere and a class in it takes what patterns
/// begin with, many places must be kept in mind at once, in all patterns of that kind together. The numbers
/// are of WebKitGTK 2.50.6 on one machine: docs/check.md has them.
public struct PatternCost: Hashable, Sendable {
  /// The rule, counted from 0.
  public var ruleIndex: Int
  /// The pattern.
  public var urlFilter: URLFilter
  /// Microseconds of processor time, on that machine.
  public var microseconds: Int
  /// The states of an automaton of this pattern alone; nil when there are more than ``stateLimit``.
  public var states: Int?

  /// Beyond so many states they are not counted.
  public static let stateLimit = 10_000
}
