import Conversion

/// What becomes of an expectation.
public struct ExpectationVerdict: Hashable, Sendable {
  /// What is expected, and where that stands.
  public let placed: Expectations.Placed
  /// Whether it is so.
  public let outcome: Outcome
  /// Why.
  public let ground: Ground
  /// The filters that hide or block, or, where that is expected, the exceptions that keep them from it.
  public let causes: [TrialCause]
  /// Whether the page is not known to ask for the URL, so that its type was guessed.
  public let isGuessed: Bool

  /// An outcome of these parts.
  public init(
    _ placed: Expectations.Placed, _ outcome: Outcome, _ ground: Ground, causes: [TrialCause] = [],
    isGuessed: Bool = false
  ) {
    (self.placed, self.outcome, self.ground) = (placed, outcome, ground)
    (self.causes, self.isGuessed) = (causes, isGuessed)
  }

  /// The same, as it was seen when the page was loaded.
  public func observed(isMet: Bool, in engine: String) -> ExpectationVerdict {
    ExpectationVerdict(placed, isMet ? .met : .broken, .observed(isMet: isMet, engine: engine))
  }

  /// Whether an expectation is met.
  public enum Outcome: String, CaseIterable, Hashable, Sendable {
    /// It is so.
    case met
    /// It is not so.
    case broken
    /// That is not known.
    case undecided
  }

  /// Why an expectation is met or broken, or why it is not known.
  public enum Ground: Hashable, Sendable {
    /// Elements of the selector are shown.
    case shown
    /// All elements of the selector are hidden.
    case hidden
    /// No element of the selector is in the document: a script may make it.
    case absent
    /// Whether elements are meant, or hidden, is not in the document.
    case doubtful
    /// Only loads of the page are known.
    case noDocument
    /// It is blocked.
    case blocked
    /// What it would be loaded in is blocked.
    case blockedAround([UInt8])
    /// It is not blocked.
    case loaded
    /// Only an engine can say it.
    case needsEngine
    /// It was so, or was not, when the page was loaded: in this engine.
    case observed(isMet: Bool, engine: String)

    /// The ground as the end of a sentence.
    public var message: String {
      switch self {
      case .shown: "it is shown"
      case .hidden: "it is hidden"
      case .absent: "no element of it is in the document as it was saved; a script may make one"
      case .doubtful: "the document does not say it"
      case .noDocument: "of a recorded page only the loads are known"
      case .blocked: "it is blocked"
      case .blockedAround(let url):
        "\(String(decoding: url, as: UTF8.self)) is blocked, in which it would be loaded"
      case .loaded: "it is not blocked"
      case .needsEngine: "only an engine can say it"
      case .observed(let isMet, let engine): "it \(isMet ? "was" : "was not"), in \(engine)"
      }
    }
  }
}

/// What is to blame: a filter, or the rule of a list whose filters are not known.
public enum TrialCause: Hashable, Sendable {
  /// A filter.
  case filter(PlacedFilter)
  /// The rule with this index of a list.
  case rule(list: String, index: Int)

  static func causes(of rule: JudgedRule) -> [TrialCause] {
    guard let origin = rule.origin, !origin.filters.isEmpty else {
      return [.rule(list: rule.listName, index: rule.index)]
    }
    return origin.filters.map(TrialCause.filter)
  }

  static func causes(of deed: ElementAnswer.Deed) -> [TrialCause] {
    guard deed.filters.isEmpty else { return deed.filters.map(TrialCause.filter) }
    return deed.rule.map { [.rule(list: deed.list.name, index: $0)] } ?? []
  }
}
