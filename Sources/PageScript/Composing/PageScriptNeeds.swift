/// What of `Scripts` the filters of lists need, and the two scripts of it.
struct PageScriptNeeds {
  private var pageScriptlets: Set<Scriptlet> = []
  private var isolatedScriptlets: Set<Scriptlet> = []
  private var asksForProperties = false

  init(_ filters: [PageFilter]) {
    for filter in filters {
      switch filter.action {
      case .scriptlet(let scriptlet, _, _):
        switch scriptlet.world {
        case .page: pageScriptlets.insert(scriptlet)
        case .isolated: isolatedScriptlets.insert(scriptlet)
        }
      case .elements(let selector, _): asksForProperties = asksForProperties || selector.asksForProperties
      case .rule: break
      }
    }
  }

  /// Whether anything is to be done in the page's own world.
  var usesPage: Bool { !pageScriptlets.isEmpty || asksForProperties }

  func isolatedScript(_ table: PageTable) -> [UInt8] {
    var composer = ScriptComposer()
    composer.add("start-isolated.js")
    let scriptlets = Self.add(isolatedScriptlets, to: &composer)
    if !isolatedScriptlets.isEmpty { composer.add("run-isolated.js") }
    let run = isolatedScriptlets.isEmpty ? "null" : "runIsolated"
    let last = "startIsolated(\"\(PageScript.secretToken)\", data, \(scriptlets), \(run), \(usesPage));"
    return composer.script(last: Array(last.utf8), data: PageData(table: table).javaScript())
  }

  func pageScript() -> [UInt8] {
    var composer = ScriptComposer()
    composer.add("start.js")
    let table = Self.add(pageScriptlets, to: &composer)
    var others = "null"
    if asksForProperties {
      composer.add("matches-prop.js")
      others = "() => answerProperties(\"\(PageScript.secretToken)\")"
    }
    let last = "startPage(\"\(PageScript.secretToken)\", \(table), \(others));"
    return composer.script(last: Array(last.utf8))
  }

  /// Adds the files of scriptlets; a table of them by their names.
  private static func add(_ scriptlets: Set<Scriptlet>, to composer: inout ScriptComposer) -> String {
    var table = "{ __proto__: null"
    for scriptlet in scriptlets.sorted(by: { $0.rawValue < $1.rawValue }) {
      let name = scriptlet.rawValue
      composer.add("\(name).js")
      table += ",\n\"\(name)\": scriptlet_\(name.map { $0 == "-" ? "_" : String($0) }.joined())"
    }
    return table + " }"
  }
}
