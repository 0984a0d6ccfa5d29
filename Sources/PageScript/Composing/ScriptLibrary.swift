/// The files of `Scripts` by their names. SwiftPM embeds them without folders, so that no two may have one name.
enum ScriptLibrary {
  /// The text of a file, or nil where there is none of that name.
  static func file(_ name: String) -> [UInt8]? { runtime[name] ?? scriptlets[name] }

  /// What is done to elements, and how the two worlds find each other.
  private static let runtime: [String: [UInt8]] = [
    "dom.js": PackageResources.dom_js,
    "elements.js": PackageResources.elements_js,
    "events.js": PackageResources.events_js,
    "failed-requests.js": PackageResources.failed_requests_js,
    "gaps.js": PackageResources.gaps_js,
    "hand-over.js": PackageResources.hand_over_js,
    "look-up.js": PackageResources.look_up_js,
    "matches-prop.js": PackageResources.matches_prop_js,
    "operands.js": PackageResources.operands_js,
    "page-code.js": PackageResources.page_code_js,
    "reports.js": PackageResources.reports_js,
    "request-address.js": PackageResources.request_address_js,
    "run-isolated.js": PackageResources.run_isolated_js,
    "selectors.js": PackageResources.selectors_js,
    "send-calls.js": PackageResources.send_calls_js,
    "start-isolated.js": PackageResources.start_isolated_js,
    "started-around.js": PackageResources.started_around_js,
    "styles.js": PackageResources.styles_js,
    "tracker-rules.js": PackageResources.tracker_rules_js,
  ]
}
