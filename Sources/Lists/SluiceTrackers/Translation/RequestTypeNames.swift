import SluiceRules

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
