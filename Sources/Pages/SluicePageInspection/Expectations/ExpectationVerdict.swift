import SluiceConversion

/// The verdict on an expectation.
public struct ExpectationVerdict: Hashable, Sendable {
  /// The expectation and its location.
  public let placed: Expectations.Placed
  /// Whether the expectation is met.
  public let outcome: Outcome
  /// The ground for the outcome.
  public let ground: Ground
  /// The filters that hide or block, or the exceptions that prevent expected hiding or blocking.
  public let causes: [TrialCause]
  /// Whether the page is not known to request the URL, so that the type of request was guessed.
  public let isGuessed: Bool

  /// Creates a verdict.
  public init(
    _ placed: Expectations.Placed, _ outcome: Outcome, _ ground: Ground, causes: [TrialCause] = [],
    isGuessed: Bool = false
  ) {
    (self.placed, self.outcome, self.ground) = (placed, outcome, ground)
    (self.causes, self.isGuessed) = (causes, isGuessed)
  }

  /// Returns the verdict on the same expectation as an engine observed it when it loaded the page.
  public func observed(isMet: Bool, in engine: String) -> ExpectationVerdict {
    ExpectationVerdict(placed, isMet ? .met : .broken, .observed(isMet: isMet, engine: engine))
  }

  /// The outcome of an expectation.
  @frozen public enum Outcome: String, CaseIterable, Hashable, Sendable {
    /// The expectation is met.
    case met
    /// The expectation is not met.
    case broken
    /// It is unknown whether the expectation is met.
    case undecided
  }

  /// The ground for an outcome.
  @nonexhaustive public enum Ground: Hashable, Sendable {
    /// Elements that match the selector are visible.
    case shown
    /// All elements that match the selector are hidden.
    case hidden
    /// The document has no element that matches the selector. A script may create one.
    case absent
    /// The document does not determine whether elements match or are hidden.
    case doubtful
    /// Only the requests of the page are known.
    case noDocument
    /// The request is blocked.
    case blocked
    /// The document with this URL, which would send the request, is blocked.
    case blockedAround([UInt8])
    /// The request is not blocked.
    case loaded
    /// Only an engine can determine the outcome.
    case needsEngine
    /// The outcome was observed in this engine when it loaded the page.
    case observed(isMet: Bool, engine: String)

    /// The reason, as the end of a sentence.
    public var message: String {
      switch self {
      case .shown: "it is shown"
      case .hidden: "it is hidden"
      case .absent: "the saved document has no matching element; a script may create one"
      case .doubtful: "the document does not decide it"
      case .noDocument: "a recorded page has only requests"
      case .blocked: "it is blocked"
      case .blockedAround(let url):
        "\(String(decoding: url, as: UTF8.self)) would load it, and is blocked"
      case .loaded: "it is not blocked"
      case .needsEngine: "only a browser engine can decide it"
      case .observed(let isMet, let engine): "it \(isMet ? "was" : "was not"), in \(engine)"
      }
    }
  }
}
