import SluiceRules

/// Pages and request types, for use in triggers.
struct PageScope {
  /// The pages.
  var pages: PageSet
  /// The names of the types, or `nil` for all types.
  var types: [String]?

  init(_ scope: TrackerRule.Scope?) {
    pages = scope?.domains.map { PageSet(within: $0) } ?? .all
    types = scope?.types
  }

  /// Returns the pages and types that are in both scopes.
  func intersection(_ other: PageScope) -> PageScope {
    var both = self
    both.pages = pages.intersection(other.pages)
    switch (types, other.types) {
    case (nil, let types): both.types = types
    case (_, nil): break
    case (let a?, let b?): both.types = a.filter(b.contains)
    }
    return both
  }

  /// Whether the scope has no pages or no types.
  var isEmpty: Bool { pages.isEmpty || types?.isEmpty == true }

  /// Whether WebKit supports none of the types.
  var lacksTypes: Bool { RequestTypeNames.resourceTypes(types)?.isEmpty == true }

  /// Whether the scope includes beacons, but its WebKit types do not include the type of beacons.
  var missesBeacons: Bool {
    guard let types, types.contains(where: PageRequest.beacon.typeNames.contains) else { return false }
    return RequestTypeNames.resourceTypes(types)?.contains(.other) == false
  }

  /// Limits a trigger to this scope. Returns `nil` if the trigger could never match.
  func limiting(_ trigger: Trigger) -> Trigger? {
    var trigger = trigger
    if let types = RequestTypeNames.resourceTypes(types) {
      guard !types.isEmpty else { return nil }
      trigger.resourceTypes = types
    }
    return pages.limiting(trigger)
  }
}
