/// The files of `Scripts` by their names. SwiftPM embeds them without folders, so that no two may have one name.
enum ScriptLibrary {
  /// The text of a file, or nil where there is none of that name.
  static func file(_ name: String) -> [UInt8]? {
    shared[name] ?? isolated[name] ?? page[name] ?? scriptlets[name]
  }

  private static let shared: [String: [UInt8]] = [
    "constants.js": PackageResources.constants_js,
    "cookies.js": PackageResources.cookies_js,
    "hand-over.js": PackageResources.hand_over_js,
    "json-paths.js": PackageResources.json_paths_js,
    "lists.js": PackageResources.lists_js,
    "natives.js": PackageResources.natives_js,
    "options.js": PackageResources.options_js,
    "patterns.js": PackageResources.patterns_js,
    "removing.js": PackageResources.removing_js,
    "run-at.js": PackageResources.run_at_js,
    "run-calls.js": PackageResources.run_calls_js,
    "set-attributes.js": PackageResources.set_attributes_js,
    "settled.js": PackageResources.settled_js,
    "shadow-trees.js": PackageResources.shadow_trees_js,
    "storage-values.js": PackageResources.storage_values_js,
    "storage.js": PackageResources.storage_js,
    "text-nodes.js": PackageResources.text_nodes_js,
    "trusted-constants.js": PackageResources.trusted_constants_js,
    "trusted-cookies.js": PackageResources.trusted_cookies_js,
    "watch.js": PackageResources.watch_js,
  ]

  private static let isolated: [String: [UInt8]] = [
    "dom.js": PackageResources.dom_js,
    "elements.js": PackageResources.elements_js,
    "look-up.js": PackageResources.look_up_js,
    "operands.js": PackageResources.operands_js,
    "selectors.js": PackageResources.selectors_js,
    "send-calls.js": PackageResources.send_calls_js,
    "start-isolated.js": PackageResources.start_isolated_js,
    "styles.js": PackageResources.styles_js,
  ]

  private static let page: [String: [UInt8]] = [
    "abort.js": PackageResources.abort_js,
    "answers.js": PackageResources.answers_js,
    "chains.js": PackageResources.chains_js,
    "constant-traps.js": PackageResources.constant_traps_js,
    "fetch.js": PackageResources.fetch_js,
    "hosts.js": PackageResources.hosts_js,
    "json-answers.js": PackageResources.json_answers_js,
    "masks.js": PackageResources.masks_js,
    "matches-prop.js": PackageResources.matches_prop_js,
    "replaced-answers.js": PackageResources.replaced_answers_js,
    "request-rules.js": PackageResources.request_rules_js,
    "stack.js": PackageResources.stack_js,
    "start.js": PackageResources.start_js,
    "state.js": PackageResources.state_js,
    "surrogates.js": PackageResources.surrogates_js,
    "text-answers.js": PackageResources.text_answers_js,
    "timer-rules.js": PackageResources.timer_rules_js,
    "timers.js": PackageResources.timers_js,
    "traps.js": PackageResources.traps_js,
    "xhr.js": PackageResources.xhr_js,
  ]
}
