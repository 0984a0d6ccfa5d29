import ContentBlocker
import Conversion

/// What several rule lists do with a load, and because of which filters.
public struct Verdict: Sendable {
  /// The load as it was described.
  public let description: RequestDescription
  /// The load as WebKit makes it.
  public let request: Request
  /// Whether a list blocks it.
  public let isBlocked: Bool
  /// Whether it is made without cookies.
  public let blocksCookies: Bool
  /// Whether it is made by a secure scheme instead.
  public let isUpgraded: Bool
  /// How many selectors are hidden.
  public let hiddenSelectors: Int
  /// The rules that act, list by list, in the order of each.
  public let acting: [JudgedRule]
  /// The rules that match and do not act.
  public let overridden: [Overridden]
  /// The rules whose filters would hide in the document if exceptions had not been made part of their conditions.
  public let spared: [SparedFilters]
  /// What scripts for pages would do in the document that is loaded, in the order of the filters.
  public let inPage: [ScriptedFilters.Deed]

  /// A rule that matches and does not act.
  public struct Overridden: Sendable {
    /// The rule.
    public let rule: JudgedRule
    /// The rule of the same list that is to blame: of several the one that WebKit comes to first.
    public let by: JudgedRule
    /// The rules of all exceptions to it, each of which would do alone. None where it would not act without them either: rules
    /// that no filter asks for keep blocks from visits of pages, and filters except hosts from themselves.
    public let exceptions: [JudgedRule]
  }

  /// The exceptions to the rules that do not act, list by list, each once.
  public var exceptions: [JudgedRule] {
    var known: Set<Place> = []
    return overridden.flatMap(\.exceptions)
      .filter { known.insert(Place(list: $0.listName, index: $0.index)).inserted }
  }

  private struct Place: Hashable {
    var list: String
    var index: Int
  }

  /// Whether an exception keeps the load from being blocked.
  public var isLetThrough: Bool { !isBlocked && !liftedBlocks.isEmpty }

  /// The rules that would block the load, but for exceptions.
  public var liftedBlocks: [Overridden] {
    overridden.filter { $0.rule.rule.action == .block && !$0.exceptions.isEmpty }
  }
}

/// A rule of one of the lists, as it matches a load.
public struct JudgedRule: Sendable {
  /// What its list is called.
  public let listName: String
  /// The index of the rule in it.
  public let index: Int
  /// The rule itself.
  public let rule: Rule
  /// The filters that it comes from and that mean this load; nil where they are not known.
  public let origin: Origin?

  /// Where a rule comes from.
  public struct Origin: Hashable, Sendable {
    /// The filters that mean the load, as many as were asked for.
    public var filters: [PlacedFilter]
    /// How many there are in all. None: no filter asks for the rule, but others need it.
    public var filterCount: Int
    /// The lists that all of them are in, each once; of a rule that hides those of ``filters``.
    public var files: Set<String>
    /// The exceptions because of which the rule acts on less, as many as were asked for.
    public var limits: [PlacedFilter]
    /// How many there are in all.
    public var limitCount: Int
  }
}

/// Filters of a rule that would hide in a document, and the exceptions that are part of the rule's condition and spare it.
public struct SparedFilters: Sendable {
  /// What its list is called.
  public let listName: String
  /// The index of the rule in it.
  public let index: Int
  /// The filters, as many as were asked for.
  public let filters: [PlacedFilter]
  /// How many there are in all.
  public let filterCount: Int
  /// The exceptions.
  public let exceptions: [PlacedFilter]
}
