import ContentBlocker

/// What changed lists do to a page: what is blocked and hidden that was not before, what no longer is, and what becomes of
/// expectations. Where the observations come from is not its business.
public struct PageTrial: Sendable {
  /// The URL of the page.
  public let page: [UInt8]
  /// Loads that are blocked, and were not.
  public let newlyBlocked: [Change<PageObservation.Load>]
  /// Loads that were blocked, and are not.
  public let noLongerBlocked: [Change<PageObservation.Load>]
  /// Elements that are hidden, and were not known to be.
  public let newlyHidden: [Change<PageObservation.Element>]
  /// Elements that were hidden, and are not known to be.
  public let noLongerHidden: [Change<PageObservation.Element>]
  /// What becomes of expectations with the new lists.
  public let verdicts: [ExpectationVerdict]
  /// What became of them with the old ones; empty where nobody asks.
  public let oldVerdicts: [ExpectationVerdict]

  /// What something was, and is.
  public struct Change<Thing: Hashable & Sendable>: Hashable, Sendable {
    /// With the old lists; nil for what was not observed.
    public let old: Thing?
    /// With the new ones; nil for what was not observed.
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
    // What was blocked and is not asked for any more is not let through.
    noLongerBlocked = loads.filter {
      $0.old?.outcome == .blocked && $0.new != nil && $0.new?.outcome != .blocked
    }
    let elements = Self.pairs(old.elements, new.elements, \.place)
    newlyHidden = elements.filter { $0.new?.outcome == .hidden && $0.old?.outcome != .hidden }
    noLongerHidden = elements.filter { $0.old?.outcome == .hidden && $0.new?.outcome != .hidden }
  }

  /// What both have, in the order of the new ones, then what only the old ones have.
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

  /// What became of the same expectation with the old lists; nil where nobody asks.
  public func before(_ verdict: ExpectationVerdict) -> ExpectationVerdict? {
    oldVerdicts.first { $0.placed == verdict.placed }
  }

  /// The expectations with an outcome.
  public func verdicts(_ outcome: ExpectationVerdict.Outcome) -> [ExpectationVerdict] {
    verdicts.filter { $0.outcome == outcome }
  }
}
