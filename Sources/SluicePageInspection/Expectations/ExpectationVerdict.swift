import SluiceConversion
import SluiceRules

/// The verdict on an expectation.
package struct ExpectationVerdict: Hashable, Sendable {
  /// The expectation and its location.
  package let placed: Expectations.Placed
  /// Whether the expectation is met.
  package let outcome: Outcome
  package let ground: Ground
  /// The filters that hide or block, or the exceptions that prevent expected hiding or blocking.
  package let causes: [TrialCause]
  /// Whether the page is not known to request the URL, so that the type of request was guessed.
  package let isGuessed: Bool

  package init(
    _ placed: Expectations.Placed, outcome: Outcome, ground: Ground, causes: [TrialCause] = [],
    isGuessed: Bool = false
  ) {
    (self.placed, self.outcome, self.ground) = (placed, outcome, ground)
    (self.causes, self.isGuessed) = (causes, isGuessed)
  }

  /// Returns the verdict on the same expectation as an engine observed it when it loaded the page.
  package func observed(isMet: Bool, in engine: String) -> ExpectationVerdict {
    ExpectationVerdict(
      placed, outcome: isMet ? .met : .broken, ground: .observed(isMet: isMet, engine: engine))
  }

  package enum Outcome: String, CaseIterable, Hashable, Sendable {
    case met
    /// The expectation is not met.
    case broken
    /// It is unknown whether the expectation is met.
    case undecided
  }

  /// The ground for an outcome.
  package enum Ground: Hashable, Sendable {
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
    package var message: String {
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

/// The difference that changed filter lists make to a page: requests, elements and expectations. The
/// observations can have any source.
package struct PageTrial: Sendable {
  /// The URL of the page.
  package let page: [UInt8]
  /// The requests that only the new lists block.
  package let newlyBlocked: [Change<PageObservation.Load>]
  /// The requests that only the old lists block.
  package let noLongerBlocked: [Change<PageObservation.Load>]
  /// The elements that the new lists hide and that were not known to be hidden.
  package let newlyHidden: [Change<PageObservation.Element>]
  /// The elements that the old lists hide and that are no longer known to be hidden.
  package let noLongerHidden: [Change<PageObservation.Element>]
  /// The verdicts on expectations with the new lists.
  package let verdicts: [ExpectationVerdict]
  /// The verdicts with the old lists; empty if they were not requested.
  package let oldVerdicts: [ExpectationVerdict]

  /// ``page`` as text.
  package var pageString: String { String(decoding: page, as: UTF8.self) }

  /// The old and new state of a request or element.
  package struct Change<Thing: Hashable & Sendable>: Hashable, Sendable {
    /// The state with the old lists, or `nil` if it was not observed.
    package let old: Thing?
    /// The state with the new lists, or `nil` if it was not observed.
    package let new: Thing?
  }

  /// Compares two observations of a page.
  package init(
    page: [UInt8], old: PageObservation, new: PageObservation, verdicts: [ExpectationVerdict],
    oldVerdicts: [ExpectationVerdict] = []
  ) {
    (self.page, self.verdicts, self.oldVerdicts) = (page, verdicts, oldVerdicts)
    let loads = Self.pairs(old.loads, new: new.loads, key: \.description)
    newlyBlocked = loads.filter { $0.new?.outcome == .blocked && $0.old?.outcome != .blocked }
    // A blocked request that the page no longer sends does not count as unblocked.
    noLongerBlocked = loads.filter {
      $0.old?.outcome == .blocked && $0.new != nil && $0.new?.outcome != .blocked
    }
    let elements = Self.pairs(old.elements, new: new.elements, key: \.identity)
    newlyHidden = elements.filter { $0.new?.outcome == .hidden && $0.old?.outcome != .hidden }
    noLongerHidden = elements.filter { $0.old?.outcome == .hidden && $0.new?.outcome != .hidden }
  }

  /// Returns the pairs in the order of the new observation, followed by those that only the old observation
  /// has.
  private static func pairs<Thing: Hashable & Sendable, Key: Hashable>(
    _ old: [Thing], new: [Thing], key: (Thing) -> Key
  ) -> [Change<Thing>] {
    var before = Dictionary(old.map { (key($0), $0) }) { first, _ in first }
    var known: Set<Key> = []
    var changes: [Change<Thing>] = []
    for thing in new where known.insert(key(thing)).inserted {
      changes.append(Change(old: before.removeValue(forKey: key(thing)), new: thing))
    }
    for thing in old where before.removeValue(forKey: key(thing)) != nil {
      changes.append(Change(old: thing, new: nil))
    }
    return changes
  }

  /// Returns the verdict on the same expectation with the old lists, or `nil` if it was not requested.
  package func before(_ verdict: ExpectationVerdict) -> ExpectationVerdict? {
    oldVerdicts.first { $0.placed == verdict.placed }
  }

  package func verdicts(_ outcome: ExpectationVerdict.Outcome) -> [ExpectationVerdict] {
    verdicts.filter { $0.outcome == outcome }
  }
}
