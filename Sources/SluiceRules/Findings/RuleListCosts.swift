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
  package struct Selectors: Hashable, Sendable {
    /// Selectors of the form `.name`. They cost more than IDs, since most elements have classes.
    package var classes = 0
    /// Selectors of the form `#name`.
    package var ids = 0
    /// All other selectors.
    package var others = 0

    /// Creates the numbers for no selector.
    package init() {}

    /// The number of all selectors.
    package var count: Int { classes + ids + others }
  }

  /// The kind of item in a ranking.
  package enum Unit: Sendable {
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
  package var selectors = Selectors()
  /// The number of these ``selectors`` that are not in the shared style sheet. WebKit creates that sheet when
  /// it compiles the list, and all documents share it. A rule is not part of it if it has a type or a
  /// condition, or if it follows a rule that ignores others.
  package var unsharedSelectors = 0
  /// The number of automata that run for every request.
  package var automata = 0
  /// The number of hiding rules that name their site only in a condition.
  package var sitesByCondition = 0
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
  package init() {}
}

/// An estimate of the time that WebKit needs to compile a list, based on its rules.
///
/// WebKit spends nearly all of the time on the selectors and on the automata. It builds the automata from all
/// distinct patterns, including those of conditions. Times are those of WebKitGTK 2.50.6 on one machine
/// (docs/reference/performance.md). They show which list takes longer, and by about how much.
package struct CompileCost: Hashable, Sendable {
  /// The estimated CPU time in milliseconds.
  package var milliseconds: Int

  /// Estimates the cost of a list of these rules.
  package init(of rules: [Rule]) {
    // `Int` has 32 bits in WebAssembly, which are two seconds.
    var nanoseconds = Self.ofList
    var patterns: Set<URLFilter> = []
    var conditions: Set<URLFilter> = []
    var domains: Set<Domain> = []
    for index in rules.indices {
      let filter = rules[index].trigger.urlFilter
      if patterns.insert(filter).inserted {
        nanoseconds += (filter.isHostOnly ? Self.ofHostByte : Self.ofPatternByte) * Int64(filter.bytes.count)
      }
      if case .hide(let selectors) = rules[index].action {
        for selector in selectors.elements {
          nanoseconds += Self.ofSelectorByte * Int64(selector.bytes.count)
        }
      }
      switch rules[index].trigger.condition {
      case .ifDomain(let values), .unlessDomain(let values):
        for value in values.elements where domains.insert(value).inserted {
          nanoseconds += Self.ofConditionByte * Int64(value.host.count)
        }
      case .ifTopURL(let values), .unlessTopURL(let values), .ifFrameURL(let values),
        .unlessFrameURL(let values):
        for value in values.elements where conditions.insert(value).inserted {
          nanoseconds += Self.ofConditionByte * Int64(value.bytes.count)
        }
      case nil: break
      }
    }
    milliseconds = Int(clamping: nanoseconds / 1_000_000)
  }

  // Nanoseconds, fitted to twelve lists and shards.
  private static let ofList: Int64 = 30_000_000
  private static let ofHostByte: Int64 = 900
  private static let ofPatternByte: Int64 = 1_500
  private static let ofConditionByte: Int64 = 6_000
  private static let ofSelectorByte: Int64 = 450
}

/// An estimate of the time that WebKit's compiler needs for a pattern. It is meant for ranking patterns.
///
/// WebKit puts patterns with a common prefix into one automaton. Each pattern adds only the text after the
/// prefix, which is cheap. A repetition after that text gives the pattern an automaton of its own, which is 5
/// to 50 times as expensive.
///
/// A pattern without an anchor can contain a class that also matches the beginnings of other patterns. Their
/// common automaton then tracks many positions at once. The numbers are those of WebKitGTK 2.50.6 on one
/// machine; see docs/guide/check.md.
package struct PatternCost: Hashable, Sendable {
  /// The index of the rule, from 0.
  package var ruleIndex: Int
  /// The pattern.
  package var urlFilter: URLFilter
  /// The estimated CPU time in microseconds, on that machine.
  package var microseconds: Int
  /// The number of states in an automaton of this pattern alone; nil if it exceeds ``stateLimit``.
  package var states: Int?

  package init(ruleIndex: Int, urlFilter: URLFilter, microseconds: Int, states: Int? = nil) {
    (self.ruleIndex, self.urlFilter, self.microseconds, self.states) = (
      ruleIndex, urlFilter, microseconds, states
    )
  }

  /// The number of states at which counting stops.
  package static let stateLimit = 10_000
}

/// A number of rules with conditions above which WebKit's compiler aborts the process instead of rejecting
/// the list.
///
/// WebKit merges the actions of rules without conditions, but not of rules with conditions (read in its
/// source). It counts the actions of an automaton state in 16 bits and asserts that the number fits. 65,534
/// rules that match every URL compile; one more aborts the process. For rules with the same pattern, the
/// limit is 65,535 (measured on WebKitGTK 2.50.6).
@nonexhaustive public enum AbortLimit: Hashable, Sendable {
  /// Rules whose patterns can match the empty string, such as `.*`.
  case everything
  /// Rules with the same pattern.
  case pattern(URLFilter)

  /// The maximum number of rules that compile.
  package var maximumRules: Int {
    switch self {
    case .everything: 65_534
    case .pattern: 65_535
    }
  }

  /// The number of rules from which a list gets a warning: three quarters of the limit. Lists that are
  /// updated automatically grow, so the warning leaves time to react. Ordinary lists have fewer rules.
  package static let warningCount = 49_152

  /// The maximum number of rules in a list that never gets the warning. It is the rule limit for lists near
  /// an abort limit.
  package static let safeRules = warningCount - 1

  /// A clause that describes the counted rules, for messages.
  var subject: String {
    switch self {
    case .everything: "rules with conditions match every URL"
    case .pattern(let filter): "rules with conditions have the url-filter \(filter)"
    }
  }
}
