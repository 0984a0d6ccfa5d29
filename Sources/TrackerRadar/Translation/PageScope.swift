import ContentBlocker

/// Pages and types of requests, as a trigger has them.
struct PageScope {
  /// The pages.
  var pages: PageSet
  /// The names of the types; nil for all.
  var types: [String]?

  init(_ scope: TrackerRule.Scope?) {
    pages = scope?.domains.map { PageSet(within: $0) } ?? .all
    types = scope?.types
  }

  /// What is in both.
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

  /// Whether there are no such pages or types.
  var isEmpty: Bool { pages.isEmpty || types?.isEmpty == true }

  /// Whether WebKit has none of the types.
  var lacksTypes: Bool { RequestTypeNames.resourceTypes(types)?.isEmpty == true }

  /// Whether beacons are meant, and WebKit's types for the names have none of what it takes them for.
  var missesBeacons: Bool {
    guard let types, types.contains(where: PageRequest.beacon.typeNames.contains) else { return false }
    return RequestTypeNames.resourceTypes(types)?.contains(.other) == false
  }

  /// Limits a trigger to these; nil when it could never hold.
  func limiting(_ trigger: Trigger) -> Trigger? {
    var trigger = trigger
    if let types = RequestTypeNames.resourceTypes(types) {
      guard !types.isEmpty else { return nil }
      trigger.resourceTypes = types
    }
    return pages.limiting(trigger)
  }
}
