/// What a list costs the pages that are loaded with it, as an estimate from its rules.
///
/// Nearly all of it comes from three kinds of rules. Selectors that act on every page are matched anew in each
/// document, frames included. Patterns with a repetition behind their text make automata of their own, all of which
/// run for every request. And hiding rules whose pattern is every URL and whose site is a condition are all looked
/// at for every request. The rest, be it a hundred thousand hosts, costs next to nothing.
///
/// Times are those of WebKitGTK 2.50.6 on one machine (docs/performance.md): they say which list or rule costs more,
/// and about how much.
public struct PageCost: Hashable, Sendable {
  /// Selectors by how browsers look them up.
  public struct Selectors: Hashable, Sendable {
    /// `.name` alone: the dearest, since every element has classes.
    public var classes = 0
    /// `#name` alone.
    public var ids = 0
    /// All others.
    public var others = 0

    /// All of them.
    public var count: Int { classes + ids + others }
  }

  /// Of what the dearest are asked for.
  public enum Unit: Sendable {
    /// Whole rules: converters join thousands of selectors in one.
    case rule
    /// Each selector of a rule for itself: what one filter adds.
    case filter
  }

  /// What one rule adds, or one selector of it.
  public struct RuleCost: Hashable, Sendable {
    /// The rule, counted from 0; of several with one pattern the first.
    public var ruleIndex: Int
    /// Its pattern.
    public var urlFilter: URLFilter
    /// Which of the selectors of the rule it is, where it is about one of several; otherwise nil.
    public var selector: Selector?
    /// Nanoseconds for each request.
    public var nanosecondsPerRequest: Int
    /// Nanoseconds for each document.
    public var nanosecondsPerDocument: Int

    /// What it adds to a page of 50 requests.
    var nanosecondsPerPage: Int { nanosecondsPerDocument + 50 * nanosecondsPerRequest }
  }

  /// Selectors that are matched in every document, or in all but a few.
  public var selectors = Selectors()
  /// Those of them for which WebKit makes no style sheet when it compiles the list, which documents then share: their
  /// rules have a type or a condition, or stand behind one that ignores others.
  public var unsharedSelectors = 0
  /// Automata that run for every request.
  public var automata = 0
  /// Hiding rules that are for a site and say so only by a condition.
  public var sitesByCondition = 0
  /// Microseconds for each document.
  public var microsecondsPerDocument = 0
  /// Microseconds for each request.
  public var microsecondsPerRequest = 0
  /// The rules or filters that cost a page most, the dearest first: as many as were asked for.
  public var dearest: [RuleCost] = []

  /// So many of ``sitesByCondition`` cost each request as much as ten automata.
  static let manySitesByCondition = 50

  /// The cost of no rule at all.
  public init() {}
}
