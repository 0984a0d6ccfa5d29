import SluiceRules
import SluiceText

/// The relation between the old and the new scope of a rule.
package enum ScopeChange: String, Hashable, Sendable, CaseIterable {
  /// The rule applies to the same requests.
  case same
  /// The rule applies to the same requests and to others.
  case widened
  /// The rule applies to only some of the same requests.
  case narrowed
  /// The rule applies to other requests; the two sets may overlap.
  case changed

  /// Combines the relations of two parts of a trigger. A request must match both parts.
  func and(_ other: ScopeChange) -> ScopeChange {
    if self == other || other == .same { return self }
    return self == .same ? other : .changed
  }

  var inverted: ScopeChange {
    switch self {
    case .widened: .narrowed
    case .narrowed: .widened
    case .same, .changed: self
    }
  }

  /// Creates the relation of two scopes. `containsOld` says whether the new scope contains the old one, and
  /// `isInOld` says whether the old scope contains the new one.
  init(containsOld: Bool, isInOld: Bool) {
    switch (containsOld, isInOld) {
    case (true, true): self = .same
    case (true, false): self = .widened
    case (false, true): self = .narrowed
    case (false, false): self = .changed
    }
  }
}

extension ScopeChange {
  /// Compares a trigger with its previous version, which has the same pattern.
  init(from old: Trigger, to new: Trigger) {
    self = ScopeChange(
      containsOld: old.isCaseSensitive || !new.isCaseSensitive,
      isInOld: new.isCaseSensitive || !old.isCaseSensitive
    )
    .and(ScopeChange(old.resourceTypes.expanded.rawValue, new.resourceTypes.expanded.rawValue))
    .and(ScopeChange(UInt16(old.loadTypes.rawValue), UInt16(new.loadTypes.rawValue)))
    .and(ScopeChange(UInt16(old.loadContexts.rawValue), UInt16(new.loadContexts.rawValue)))
    .and(
      ScopeChange(
        containsOld: new.requestMethod == nil || new.requestMethod == old.requestMethod,
        isInOld: old.requestMethod == nil || new.requestMethod == old.requestMethod)
    )
    .and(ScopeChange(from: old.condition, to: new.condition))
    .and(ScopeChange(caseFrom: old, to: new))
  }

  /// Compares sets of flags; the empty set means all.
  private init(_ old: UInt16, _ new: UInt16) {
    let (old, new) = (old == 0 ? .max : old, new == 0 ? .max : new)
    self.init(containsOld: old & ~new == 0, isInOld: new & ~old == 0)
  }

  private init(caseFrom old: Trigger, to new: Trigger) {
    guard old.condition != nil, new.condition != nil,
      old.isConditionCaseSensitive != new.isConditionCaseSensitive
    else {
      self = .same
      return
    }
    let extent: ScopeChange = old.isConditionCaseSensitive ? .widened : .narrowed
    self = new.condition?.isNegated == true ? extent.inverted : extent
  }

  private init(from old: Condition?, to new: Condition?) {
    if let old = old?.pageDomains, let new = new?.pageDomains {
      self.init(from: old, to: new)
      return
    }
    switch (old, new) {
    case (nil, nil): self = .same
    case (nil, _?): self = .narrowed
    case (_?, nil): self = .widened
    case (.ifTopURL(let old)?, .ifTopURL(let new)?), (.ifFrameURL(let old)?, .ifFrameURL(let new)?):
      self.init(Set(old.elements), Set(new.elements))
    case (.unlessTopURL(let old)?, .unlessTopURL(let new)?),
      (.unlessFrameURL(let old)?, .unlessFrameURL(let new)?):
      self = ScopeChange(Set(old.elements), Set(new.elements)).inverted
    case (_?, _?): self = .changed
    }
  }

  /// Compares conditions by domain. An unanchored condition matches more pages than an anchored one.
  private init(from old: PageDomains, to new: PageDomains) {
    switch (old.isNegated, new.isNegated) {
    case (false, false):
      self.init(
        containsOld: (old.isAnchored || !new.isAnchored) && new.domains.cover(old.domains),
        isInOld: (new.isAnchored || !old.isAnchored) && old.domains.cover(new.domains))
    case (true, true):
      self.init(
        containsOld: (new.isAnchored || !old.isAnchored) && old.domains.cover(new.domains),
        isInOld: (old.isAnchored || !new.isAnchored) && new.domains.cover(old.domains))
    case (false, true): self = old.overlaps(new) ? .changed : .widened
    case (true, false): self = old.overlaps(new) ? .changed : .narrowed
    }
  }

  private init(_ old: Set<URLFilter>, _ new: Set<URLFilter>) {
    self.init(containsOld: old.isSubset(of: new), isInOld: new.isSubset(of: old))
  }
}

extension ResourceTypes {
  /// The types, with all types that they include.
  fileprivate var expanded: ResourceTypes {
    var types = self
    if contains(.document) { types.formUnion([.topDocument, .childDocument]) }
    if types.isSuperset(of: [.topDocument, .childDocument]) { types.insert(.document) }
    if contains(.raw) { types.formUnion([.fetch, .webSocket, .ping, .other]) }
    if types.isSuperset(of: [.fetch, .webSocket, .ping, .other]) { types.insert(.raw) }
    return types
  }
}

extension PageDomains {
  fileprivate func overlaps(_ other: PageDomains) -> Bool {
    // An unanchored condition searches the whole page URL, which can contain several domains.
    !isAnchored || !other.isAnchored || domains.overlap(other.domains)
  }
}

extension [Domain] {
  fileprivate func cover(_ others: [Domain]) -> Bool {
    let known = Set(self)
    let whole = Set(lazy.filter { $0.includesSubdomains }.map { $0.host })
    return others.allSatisfy { known.contains($0) || HostNames.isHost($0.host, withinAny: whole) }
  }

  fileprivate func overlap(_ others: [Domain]) -> Bool {
    let hosts = Set(map { $0.host })
    let otherHosts = Set(others.map { $0.host })
    return others.contains { HostNames.isHost($0.host, withinAny: hosts) }
      || contains { HostNames.isHost($0.host, withinAny: otherHosts) }
  }
}
