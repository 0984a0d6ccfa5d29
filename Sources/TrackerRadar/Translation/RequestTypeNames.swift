import ContentBlocker

/// The names that Tracker Radar has for kinds of requests: those of WebExtensions.
enum RequestTypeNames {
  /// WebKit's types for these; nil, when no type is named, for all. Empty when WebKit has none of them.
  ///
  /// As in filters, `ping` is not WebKit's `other`, which beacons are but also workers and event sources.
  static func resourceTypes(_ names: [String]?) -> ResourceTypes? {
    names.map { $0.reduce(into: ResourceTypes()) { $0.formUnion(counterparts[$1] ?? []) } }
  }

  /// Whether a type is that of a page in the window, or of a window that is opened.
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
