/// The files of `Scripts` by their names. SwiftPM embeds them without folders, so that no two may have one name.
enum ScriptLibrary {
  /// The text of a file, or nil where there is none of that name.
  static func file(_ name: String) -> [UInt8]? {
    shared[name] ?? isolated[name] ?? page[name] ?? scriptlets[name]
  }

  private static let shared: [String: [UInt8]] = [
    "hand-over.js": PackageResources.hand_over_js
  ]

  private static let isolated: [String: [UInt8]] = [
    "dom.js": PackageResources.dom_js,
    "elements.js": PackageResources.elements_js,
    "look-up.js": PackageResources.look_up_js,
    "operands.js": PackageResources.operands_js,
    "run-isolated.js": PackageResources.run_isolated_js,
    "selectors.js": PackageResources.selectors_js,
    "send-calls.js": PackageResources.send_calls_js,
    "start-isolated.js": PackageResources.start_isolated_js,
    "styles.js": PackageResources.styles_js,
  ]

  private static let page: [String: [UInt8]] = [
    "matches-prop.js": PackageResources.matches_prop_js
  ]
}
