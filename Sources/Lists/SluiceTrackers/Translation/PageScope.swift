import SluiceRules

/// Pages and request types, for use in triggers.
struct TrackerPageScope {
  var pages: PageSet
  /// The names of the types, or `nil` for all types.
  var types: [String]?

  init(_ scope: TrackerRule.Scope?) {
    pages = scope?.domains.map { PageSet(within: $0) } ?? .all
    types = scope?.types
  }

  /// Returns the pages and types that are in both scopes.
  func intersection(_ other: TrackerPageScope) -> TrackerPageScope {
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

extension Trigger {
  /// Returns the trigger with another pattern. Its condition stays the same array, so that many patterns can share
  /// it.
  func with(_ urlFilter: URLFilter) -> Trigger {
    var trigger = self
    trigger.urlFilter = urlFilter
    return trigger
  }
}

/// The names of request types in Tracker Radar, which are those of WebExtensions.
enum RequestTypeNames {
  /// Returns the WebKit types for these names. If `names` is `nil`, the result is `nil`, which stands for all
  /// types. If WebKit has none of the types, the result is empty.
  ///
  /// As in filters, `ping` does not include WebKit's type `other`, which covers beacons, but also workers and
  /// event sources.
  static func resourceTypes(_ names: [String]?) -> ResourceTypes? {
    names.map { $0.reduce(into: ResourceTypes()) { $0.formUnion(counterparts[$1] ?? []) } }
  }

  /// Returns whether the type is a page load or a popup.
  static func isNavigation(_ name: String) -> Bool {
    name == "popup" || counterparts[name] == .topDocument
  }

  private static let counterparts: [String: ResourceTypes] = [
    "script": .script, "image": .image, "imageset": .image, "stylesheet": .styleSheet, "font": .font,
    "media": .media, "xmlhttprequest": .fetch, "websocket": .webSocket, "ping": .ping, "beacon": .ping,
    "subdocument": .childDocument, "sub_frame": .childDocument, "frame": .childDocument,
    "other": [.other, .cspReport], "csp_report": .cspReport, "document": .topDocument,
    "main_frame": .topDocument,
  ]
}
