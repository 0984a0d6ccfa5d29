import SluiceConversion

/// The fragments in `Scripts` that filters need, and the two scripts composed of them.
///
/// Each script has a small part that runs in every frame. The rest is in a function that is called only when
/// needed.
struct PageScriptNeeds {
  private var pageScriptlets: Set<Scriptlet> = []
  /// The scriptlets of `pageScriptlets` that filters for all pages call.
  private var generalScriptlets: Set<Scriptlet> = []
  private var isolatedScriptlets: Set<Scriptlet> = []
  private var (prunesByQuery, prunesByQueryEverywhere) = (false, false)
  private var hasElements = false
  private var asksForEmptiness = false
  private var asksForProperties = false
  private var asksForChanges = false
  /// Whether documents get style sheets. If so, the script in the page's world hides them from the page.
  private var hasStyles = false
  private let surrogates: [UInt8]?
  private let blockedRequests: [UInt8]?
  private let watching: PageWatching

  /// Determines the fragments that the filters need.
  ///
  /// - Parameters:
  ///   - surrogates: The data of ``PageSurrogates`` as JavaScript.
  ///   - blockedRequests: The data of ``BlockedPageRequests`` as JavaScript.
  ///   - watching: The reactions of the scripts to blocked requests.
  init(_ filters: [PageFilter], surrogates: [UInt8]?, blockedRequests: [UInt8]?, watching: PageWatching) {
    self.surrogates = surrogates
    self.blockedRequests = blockedRequests
    self.watching = watching
    for filter in filters {
      switch filter.action {
      case .scriptlet(let scriptlet, let arguments, let syntax):
        switch scriptlet.world {
        case .page:
          pageScriptlets.insert(scriptlet)
          if scriptlet.prunesByQuery(arguments, syntax: syntax) {
            prunesByQuery = true
            prunesByQueryEverywhere = prunesByQueryEverywhere || filter.isOfAllPages
          }
          if filter.isOfAllPages { generalScriptlets.insert(scriptlet) }
        case .isolated: isolatedScriptlets.insert(scriptlet)
        }
      case .elements(let selector, let action):
        hasElements = true
        asksForEmptiness = asksForEmptiness || selector.asksForEmptiness
        asksForProperties = asksForProperties || selector.asksForProperties
        asksForChanges =
          asksForChanges || selector.asksForUnseenChanges || filter.conditions.contains(where: \.isOfAddress)
        switch action {
        case .hide, .style: hasStyles = true
        case .remove, .removeHTML, .removeAttribute, .removeClass: break
        }
      case .rule: hasStyles = true
      }
    }
  }

  var usesPage: Bool { !pageScriptlets.isEmpty || !handedOver.isEmpty || startsAlone }

  /// The calls from the isolated world to the page's world, other than scriptlets: name, file and function.
  private var handedOver: [(name: String, file: String, function: String)] {
    (asksForProperties ? [("matches-prop", "matches-prop.js", "answerProperties")] : [])
      + (asksForChanges ? [("tell-changes", "told-changes.js", "tellChanges")] : [])
      + (hasStyles ? [(Self.hidingOfSheets, "hidden-sheets.js", "hideSheets")] : [])
  }

  /// The file with which `json-prune` and its variants read queries.
  private static let queries = "pruned-queries.js"

  /// The call that hides style sheets from the page.
  private static let hidingOfSheets = "hide-sheets"

  /// Whether the page's world needs a script in every page.
  private var startsAlone: Bool { surrogates != nil || blockedRequests != nil || watching.contains(.reports) }

  func isolatedScript(_ table: PageTable) -> [UInt8] {
    var composer = ScriptComposer()
    composer.add("start-isolated.js")
    let own = Self.sorted(isolatedScriptlets)
    var members: [String] = []
    if hasElements { members.append("callsFor, startElements") }
    if !own.isEmpty { members.append("run: (calls) => runIsolated(calls, \(Self.table(own)))") }
    composer.addLoader(
      "load",
      of: (hasElements ? ["elements.js"] : []) + (asksForEmptiness ? ["empty-elements.js"] : [])
        + (own.isEmpty ? [] : ["run-isolated.js"]) + own.map(\.file),
      result: "{ \(members.joined(separator: ", ")) }")
    let names = own.map { "\"\($0.name)\"" }.joined(separator: ", ")
    if watching.contains(.reports) { composer.add("reports.js") }
    if watching.contains(.collapse) { composer.add("collapse.js") }
    let watchers =
      (watching.contains(.reports) ? ["startReports"] : [])
      + (watching.contains(.collapse) ? ["startCollapsing"] : [])
    let styles = table.userStyles.isEmpty ? "" : ", \"\(PageScript.stylesToken)\""
    let arguments = "data, load, [\(names)], \(usesPage), [\(watchers.joined(separator: ", "))]\(styles)"
    var other = ScriptComposer()
    other.add("started-around.js")
    return composer.script(
      last: Array("startIsolated(secret, \(arguments));".utf8), data: PageData(table: table).javaScript(),
      unless: other, "isStartedAround")
  }

  func pageScript() -> [UInt8] {
    var composer = ScriptComposer()
    composer.add("start.js")
    let scriptlets = Self.sorted(pageScriptlets)
    var beginning: [(file: String, call: String)] = []
    if surrogates != nil { beginning.append(("surrogates.js", "startSurrogates(data.surrogates)")) }
    if blockedRequests != nil {
      beginning.append(("block-requests.js", "blockRequests(data.blockedRequests)"))
    }
    if watching.contains(.reports) { beginning.append(("failed-requests.js", "tellFailedRequests()")) }
    var begun = ScriptComposer()
    for (file, _) in beginning { begun.add(file) }
    let calls = begun.captures.map { "\($0)()" } + beginning.map(\.call)
    let begin = beginning.isEmpty ? "null" : "() => { \(calls.joined(separator: "; ")); }"
    // Every page with a style needs the first, and every page needs the others.
    let hiding = handedOver.filter { $0.name == Self.hidingOfSheets }
    let general = Self.sorted(generalScriptlets)
    composer.addLoader(
      "load",
      of: ["page-code.js"] + hiding.map(\.file) + general.map(\.file)
        + (prunesByQueryEverywhere ? [Self.queries] : []),
      result: "pageCode(\(Self.table(general, others: hiding)), loadRest)"
    ) { load in
      load.addLoader(
        "loadRest",
        of: handedOver.map(\.file) + beginning.map(\.file) + scriptlets.map(\.file)
          + (prunesByQuery ? [Self.queries] : []),
        result: "{ table: \(Self.table(scriptlets, others: handedOver)), begin: \(begin) }")
    }
    let last = "startPage(\"\(PageScript.secretToken)\", load, \(startsAlone));"
    return composer.script(last: Array(last.utf8), data: trackerData)
  }

  /// The data of surrogates and blocked requests; empty without either.
  private var trackerData: [UInt8] {
    let members = [("surrogates", surrogates), ("blockedRequests", blockedRequests)]
    let given = members.compactMap { name, code in code.map { Array("\(name): ".utf8) + $0 } }
    return given.isEmpty
      ? [] : Array("{\n".utf8) + given.joined(separator: Array(",\n".utf8)) + Array(" }".utf8)
  }

  /// Returns a table of functions that can be called by name. Each entry also has the functions that capture
  /// the browser's own functions for it.
  private static func table(
    _ scriptlets: [Scriptlet], others: [(name: String, file: String, function: String)] = []
  ) -> String {
    let entries = (others + scriptlets.map { ($0.name, $0.file, $0.function) }).map {
      name, file, function in
      var composer = ScriptComposer()
      composer.add(file)
      return "\"\(name)\": [\(([function] + composer.captures).joined(separator: ", "))]"
    }
    return "{ __proto__: null,\n\(entries.joined(separator: ",\n")) }"
  }

  private static func sorted(_ scriptlets: Set<Scriptlet>) -> [Scriptlet] {
    scriptlets.sorted { $0.name < $1.name }
  }
}

extension Scriptlet {
  fileprivate var file: String { "\(name).js" }
  /// Returns whether a call of a scriptlet that prunes JSON may have a query in place of paths, as in AdGuard.
  fileprivate func prunesByQuery(_ arguments: [String], syntax: AdvancedAction.Syntax) -> Bool {
    guard syntax == .adGuard, name.hasPrefix("json-prune") || name == "trusted-prune-inbound-object" else {
      return false
    }
    return arguments.contains { argument in
      argument.hasPrefix(".") || argument.hasPrefix("$") || argument.hasPrefix("[?")
        || argument == "mode=jsonpath" || argument == "jsonpath"
    }
  }

  fileprivate var function: String {
    "scriptlet_\(name.map { $0 == "-" || $0 == "." ? "_" : String($0) }.joined())"
  }
}

extension PageScript {
  /// Returns whether running the action gives the list's author full control.
  ///
  /// This is true of scripts, and of scriptlets that uBlock Origin and AdGuard also accept only from trusted
  /// lists, under any of their names.
  package static func needsTrust(_ action: AdvancedAction) -> Bool {
    switch action {
    case .script: true
    case .scriptlet(let name?, _, let syntax):
      Scriptlet.resolve(name: name, dialect: syntax)?.isTrusted ?? name.hasPrefix("trusted-")
    case .snippets(let calls):
      calls.contains { call in
        call.first.flatMap { Snippet(rawValue: $0)?.scriptlet?.isTrusted } ?? false
      }
    case .scriptlet(nil, _, _), .hide, .remove, .removeAttribute, .removeClass, .style, .removeHTML,
      .removeResponseHeader, .redirect, .modify, .malformed:
      false
    }
  }

  /// Creates the scripts for filters that rules cannot express. Returns nil if pages need no script.
  ///
  /// - Parameters:
  ///   - advancedFilters: The filters.
  ///   - lists: Their lists, in the order of `AdvancedFilters.sources`.
  ///   - surrogates: The scripts that replace blocked scripts.
  ///   - blockedRequests: The requests to block in pages.
  ///   - elements: The elements of DuckDuckGo's configuration to hide or change in pages.
  ///   - watching: The reactions of the scripts to requests that appear to be blocked. By default, they
  ///     ignore them, and contain no code for it.
  ///   - problems: Receives the filters that the scripts do not apply, with the reasons.
  public init?(
    _ advancedFilters: AdvancedFilters, of lists: [List], surrogates: PageSurrogates? = nil,
    blockedRequests: BlockedPageRequests? = nil, elements: HiddenPageElements? = nil,
    watching: PageWatching = [], problems: inout [PageFilterProblem]
  ) {
    let filters = PageFilters(advancedFilters, of: lists, elements: elements)
    problems += filters.problems
    let isEmpty = filters.filters.isEmpty && watching.isEmpty
    guard !isEmpty || surrogates != nil || blockedRequests != nil else { return nil }
    let needs = PageScriptNeeds(
      filters.filters, surrogates: surrogates?.javaScript(), blockedRequests: blockedRequests?.javaScript(),
      watching: watching)
    isolated = isEmpty ? nil : needs.isolatedScript(PageTable(filters))
    page = needs.usesPage ? needs.pageScript() : nil
    (self.filters, exceptions) = (filters.filters.count, filters.exceptions.count)
    places = filters.places
  }
}
