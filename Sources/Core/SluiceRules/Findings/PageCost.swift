/// An estimate of the cost that a list adds to each page, based on its rules.
///
/// Three kinds of rules cause nearly all of the cost:
/// - Selectors that apply to every page. WebKit matches them again in each document, including frames.
/// - Patterns with a repetition after their text. They get automata of their own, and WebKit runs all of
///   these for every request.
/// - Hiding rules whose pattern matches every URL and whose site is in a condition. WebKit evaluates all of
///   them for every request.
///
/// All other rules cost next to nothing, even a hundred thousand hosts.
///
/// Times are those of WebKitGTK 2.50.6 on one machine (docs/reference/performance.md). They show which list or rule
/// costs more and by about how much.
public struct PageCost: Hashable, Sendable {
  /// The numbers of selectors, grouped by the way in which WebKit looks them up.
  public struct Selectors: Hashable, Sendable {
    /// Selectors of the form `.name`. They cost more than IDs, since most elements have classes.
    public var classes = 0
    /// Selectors of the form `#name`.
    public var ids = 0
    /// All other selectors.
    public var others = 0

    /// Creates the numbers for no selector.
    package init() {}

    /// The number of all selectors.
    public var count: Int { classes + ids + others }
  }

  /// The kind of item in a ranking.
  @frozen public enum Unit: Sendable {
    /// Whole rules. Converters join thousands of selectors into one rule.
    case rule
    /// Each selector of a rule by itself. Its cost is the cost of one filter.
    case filter
  }

  /// The cost of a rule, or of one selector in it.
  public struct RuleCost: Hashable, Sendable {
    /// The index of the rule, from 0. For several rules with the same pattern, it is the index of the first
    /// one.
    public var ruleIndex: Int
    /// The pattern of the rule.
    public var urlFilter: URLFilter
    /// The selector, if this is the cost of one of several selectors; otherwise nil.
    public var selector: CSSSelector?
    /// The estimated time per request in nanoseconds.
    public var nanosecondsPerRequest: Int
    /// The estimated time per document in nanoseconds.
    public var nanosecondsPerDocument: Int

    /// Creates the cost of a rule, or of one selector in it.
    package init(
      ruleIndex: Int, urlFilter: URLFilter, selector: CSSSelector? = nil, nanosecondsPerRequest: Int = 0,
      nanosecondsPerDocument: Int = 0
    ) {
      (self.ruleIndex, self.urlFilter, self.selector) = (ruleIndex, urlFilter, selector)
      self.nanosecondsPerRequest = nanosecondsPerRequest
      self.nanosecondsPerDocument = nanosecondsPerDocument
    }

    /// The estimated time for a page with 50 requests, in nanoseconds.
    package var nanosecondsPerPage: Int64 {
      Int64(nanosecondsPerDocument) + 50 * Int64(nanosecondsPerRequest)
    }
  }

  /// The selectors that WebKit matches in every or nearly every document.
  public var selectors = Selectors()
  /// The number of these ``selectors`` that are not in the shared style sheet. WebKit creates that sheet when
  /// it compiles the list, and all documents share it. A rule is not part of it if it has a type or a
  /// condition, or if it follows a rule that ignores others.
  public var unsharedSelectors = 0
  /// The number of automata that run for every request.
  public var automata = 0
  /// The number of hiding rules that name their site only in a condition.
  public var sitesByCondition = 0
  /// The estimated time per document in microseconds.
  public var microsecondsPerDocument = 0
  /// The estimated time per request in microseconds.
  public var microsecondsPerRequest = 0
  /// The microseconds per document that a list of its own for the hiding rules would save, because their
  /// selectors without conditions would be in the shared style sheet.
  package var microsecondsSavedInTwoLists = 0
  /// The most expensive rules or filters, in descending order of cost; as many as were requested.
  public var mostExpensive: [RuleCost] = []

  /// The number of ``sitesByCondition`` rules that take as much time per request as ten automata.
  package static let manySitesByCondition = 50

  /// Creates the cost of an empty list.
  public init() {}
}
