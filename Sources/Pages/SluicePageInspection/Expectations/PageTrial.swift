import SluiceRules

/// The difference that changed filter lists make to a page: requests, elements and expectations. The
/// observations can have any source.
public struct PageTrial: Sendable {
  /// The URL of the page.
  public let page: [UInt8]
  /// The requests that only the new lists block.
  public let newlyBlocked: [Change<PageObservation.Load>]
  /// The requests that only the old lists block.
  public let noLongerBlocked: [Change<PageObservation.Load>]
  /// The elements that the new lists hide and that were not known to be hidden.
  public let newlyHidden: [Change<PageObservation.Element>]
  /// The elements that the old lists hide and that are no longer known to be hidden.
  public let noLongerHidden: [Change<PageObservation.Element>]
  /// The verdicts on expectations with the new lists.
  public let verdicts: [ExpectationVerdict]
  /// The verdicts with the old lists; empty if they were not requested.
  public let oldVerdicts: [ExpectationVerdict]

  /// ``page`` as text.
  public var pageString: String { String(decoding: page, as: UTF8.self) }

  /// The old and new state of a request or element.
  public struct Change<Thing: Hashable & Sendable>: Hashable, Sendable {
    /// The state with the old lists, or `nil` if it was not observed.
    public let old: Thing?
    /// The state with the new lists, or `nil` if it was not observed.
    public let new: Thing?
  }

  /// Compares two observations of a page.
  public init(
    page: [UInt8], old: PageObservation, new: PageObservation, verdicts: [ExpectationVerdict],
    oldVerdicts: [ExpectationVerdict] = []
  ) {
    (self.page, self.verdicts, self.oldVerdicts) = (page, verdicts, oldVerdicts)
    let loads = Self.pairs(old.loads, new.loads, \.description)
    newlyBlocked = loads.filter { $0.new?.outcome == .blocked && $0.old?.outcome != .blocked }
    // A blocked request that the page no longer sends does not count as unblocked.
    noLongerBlocked = loads.filter {
      $0.old?.outcome == .blocked && $0.new != nil && $0.new?.outcome != .blocked
    }
    let elements = Self.pairs(old.elements, new.elements, \.identity)
    newlyHidden = elements.filter { $0.new?.outcome == .hidden && $0.old?.outcome != .hidden }
    noLongerHidden = elements.filter { $0.old?.outcome == .hidden && $0.new?.outcome != .hidden }
  }

  /// Returns the pairs in the order of the new observation, followed by those that only the old observation
  /// has.
  private static func pairs<Thing: Hashable & Sendable, Key: Hashable>(
    _ old: [Thing], _ new: [Thing], _ key: (Thing) -> Key
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
  public func before(_ verdict: ExpectationVerdict) -> ExpectationVerdict? {
    oldVerdicts.first { $0.placed == verdict.placed }
  }

  /// Returns the verdicts with an outcome.
  public func verdicts(_ outcome: ExpectationVerdict.Outcome) -> [ExpectationVerdict] {
    verdicts.filter { $0.outcome == outcome }
  }
}
