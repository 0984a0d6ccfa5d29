import SluiceAnalysis
import SluiceConversion
import SluiceRules

/// The decision of several rule lists about a request, with the responsible filters.
public struct Verdict: Sendable {
  /// The description of the request.
  public let description: RequestDescription
  /// The request as WebKit sends it.
  public let request: Request
  /// Whether a list blocks the request.
  public let isBlocked: Bool
  /// Whether the request is sent without cookies.
  public let blocksCookies: Bool
  /// Whether the request is upgraded to a secure scheme.
  public let isUpgraded: Bool
  /// The number of hidden selectors.
  public let hiddenSelectors: Int
  /// The rules that apply, grouped by list and in list order.
  public let acting: [JudgedRule]
  /// The rules that match but do not apply.
  public let overridden: [Overridden]
  /// The rules whose filters would hide elements in the document without the exceptions in their conditions.
  public let excepted: [ExceptedFilters]
  /// The actions of page scripts in the loaded document, in filter order.
  public let inPage: [ScriptedFilters.Effect]

  /// A rule that matches but does not apply.
  public struct Overridden: Sendable {
    /// The rule.
    public let rule: JudgedRule
    /// The rule of the same list that overrides it; the first one that WebKit evaluates if there are several.
    public let by: JudgedRule
    /// The rules of all exceptions to it. Each of them is sufficient on its own.
    ///
    /// This is empty if the rule would not apply without exceptions either: auxiliary rules exclude page
    /// loads from blocks, and filters exclude hosts from themselves.
    public let exceptions: [JudgedRule]
  }

  /// The exceptions to the overridden rules, grouped by list, without duplicates.
  public var exceptions: [JudgedRule] {
    var known: Set<RulePlace> = []
    return overridden.flatMap { $0.exceptions }
      .filter { known.insert(RulePlace(list: $0.listName, rule: $0.index)).inserted }
  }

  /// Whether an exception keeps the request from being blocked.
  public var isExcepted: Bool { !isBlocked && !overriddenBlocks.isEmpty }

  /// The rules that would block the request without exceptions.
  public var overriddenBlocks: [Overridden] {
    overridden.filter { $0.rule.rule.action == .block && !$0.exceptions.isEmpty }
  }
}

/// A rule that matches a request, with its origin.
public struct JudgedRule: Sendable {
  /// The name of the list.
  public let listName: String
  /// The index of the rule in the list.
  public let index: Int
  /// The rule.
  public let rule: Rule
  /// The filters that the rule comes from and that match the request, or `nil` if unknown.
  public let origin: Origin?

  /// The origin of a rule.
  public struct Origin: Hashable, Sendable {
    /// The filters that match the request, up to the requested maximum.
    public var filters: [PlacedFilter]
    /// The total number of these filters. It is 0 for auxiliary rules, which come from no filter.
    public var filterCount: Int
    /// The lists of all these filters; for a hiding rule, the lists of ``filters``.
    public var files: Set<String>
    /// The exceptions that limit the rule, up to the requested maximum.
    public var limits: [PlacedFilter]
    /// The total number of these exceptions.
    public var limitCount: Int
  }
}

/// The filters of a rule that would hide elements in a document, and the exceptions in the rule's condition
/// that prevent it.
public struct ExceptedFilters: Sendable {
  /// The name of the list.
  public let listName: String
  /// The index of the rule in the list.
  public let index: Int
  /// The filters, up to the requested maximum.
  public let filters: [PlacedFilter]
  /// The total number of these filters.
  public let filterCount: Int
  /// The exceptions.
  public let exceptions: [PlacedFilter]
}

/// Where a rule is: the name of its list, and its index.
struct RulePlace: Hashable {
  let list: String
  let rule: Int
}
