import Foundation
import SluiceConversion
import SluiceSyntax
import TestSupport
import Testing

@testable import SluicePageScript

/// The names of scriptlets, and the files of their functions.
@Suite struct ScriptletTests {
  @Test(
    arguments: [
      ("set", .uBlockOrigin, "set-constant"), ("set.js", .uBlockOrigin, "set-constant"),
      ("set-constant", .adGuard, "set-constant"), ("set-constant.js", .adGuard, "set-constant"),
      ("set", .adGuard, nil), ("ubo-set.js", .adGuard, "set-constant"), ("ubo-set", .uBlockOrigin, nil),
      ("acs", .uBlockOrigin, "abort-current-script"), ("acis.js", .uBlockOrigin, "abort-current-script"),
      ("abort-current-inline-script", .adGuard, "abort-current-script"),
      ("window.open-defuser", .uBlockOrigin, "prevent-window-open"), ("Set", .uBlockOrigin, nil),
      ("fuckadblock.js-3.2.0", .uBlockOrigin, "nofab"), ("prevent-fab-3.2.0", .adGuard, "nofab"),
      ("rpnt", .uBlockOrigin, "replace-node-text"), ("trusted-rpnt", .uBlockOrigin, "replace-node-text"),
      ("trusted-replace-node-text", .adGuard, "replace-node-text"),
      ("trusted-set", .uBlockOrigin, "trusted-set-constant"),
      ("json-edit", .uBlockOrigin, "json-edit"), ("trusted-json-edit", .uBlockOrigin, "trusted-json-edit"),
      ("json-edit", .adGuard, "json-prune"), ("ubo-json-edit", .adGuard, "json-edit"),
      ("urlskip", .uBlockOrigin, "href-sanitizer"),
      ("abp-json-prune", .adGuard, "json-prune"),
      ("window.name-defuser", .uBlockOrigin, "window.name-defuser"),
      ("no-such", .uBlockOrigin, nil), ("", .uBlockOrigin, nil), (".js", .uBlockOrigin, nil),
      ("ubo-", .adGuard, nil),
    ] as [(String, AdvancedAction.Syntax, String?)])
  func scriptletNamesAreResolved(name: String, dialect: AdvancedAction.Syntax, scriptlet: String?) {
    #expect(Scriptlet.resolve(name: name, dialect: dialect)?.name == scriptlet)
  }

  @Test(
    arguments: [
      ("set-constant", .page, false), ("remove-node-text", .isolated, false),
      ("replace-node-text", .isolated, true),
      ("trusted-set-cookie", .isolated, true), ("trusted-replace-argument", .page, true),
      ("prevent-fetch", .page, false), ("json-edit", .page, false), ("trusted-json-edit", .page, true),
    ] as [(String, PageScript.World, Bool)])
  func scriptletWorldAndTrustAreDefined(name: String, world: PageScript.World, isTrusted: Bool) throws {
    let scriptlet = try #require(Scriptlet.resolve(name: name, dialect: .uBlockOrigin))
    #expect(scriptlet.world == world)
    #expect(scriptlet.isTrusted == isTrusted)
  }

  /// Every scriptlet has a file with its function and a definition, and every file has a scriptlet.
  @Test func everyScriptletHasItsFile() throws {
    let folder = Repository.root.appending(path: "Sources/SluicePageScript/Scripts/Scriptlets")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(Set(names) == Set(Scriptlet.all.map { $0.name + ".js" }))
    for scriptlet in Scriptlet.all {
      let file = try #require(ScriptLibrary.file(scriptlet.name + ".js"))
      let text = String(decoding: file, as: UTF8.self)
      let function = scriptlet.name.map { $0 == "-" || $0 == "." ? "_" : String($0) }.joined()
      #expect(text.contains("function scriptlet_\(function)(tools, args) {"), "\(scriptlet.name)")
    }
  }

  /// One script may contain all fragments, so no two declare the same name.
  @Test func scriptFragmentsDeclareUniqueNames() throws {
    let scripts = Repository.root.appending(path: "Sources/SluicePageScript/Scripts")
    var owners: [String: String] = [:]
    for folder in ["Shared", "Isolated", "Page", "Scriptlets"] {
      let path = scripts.appending(path: folder).path
      for file in try FileManager.default.contentsOfDirectory(atPath: path).sorted() {
        let text = try Repository.text(of: "Sources/SluicePageScript/Scripts/\(folder)/\(file)")
        for line in text.split(separator: "\n") {
          // Declarations at the top level start at the beginning of a line.
          let words = line.split(separator: " ").drop { $0 == "async" }
          guard let first = line.first, first != " ", let kind = words.first,
            ["function", "const", "let", "class"].contains(kind), let declared = words.dropFirst().first
          else { continue }
          let name = String(declared.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
          #expect(owners[name] == nil, "\(name) in \(file) and \(owners[name] ?? "")")
          owners[name] = file
        }
      }
    }
    #expect(owners.count > 100)
  }

  /// At least 99 of 100 scriptlet calls in real lists are supported, not counting those that need trust.
  @Test(
    .inTurn, .ends, Repository.needs("lists/ublock/default.txt"),
    arguments: [
      (["ublock/default.txt"], .uBlockOrigin),
      (["adguard/base-safari.txt", "adguard/tracking-safari.txt"], .adGuard),
    ] as [([String], Dialect)])
  func realListScriptletsAreSupported(files: [String], dialect: Dialect) throws {
    let sources = try files.map { Source(name: $0, bytes: try Repository.sharedBytes(of: "lists/\($0)")) }
    var options = ConversionOptions()
    options.dialect = dialect
    let converter = Converter(options: options)
    let parsed = converter.parse(sources)
    let result = try converter.convert(parsed)
    var found = 0
    var missing: [String: Int] = [:]
    for filter in result.advancedFilters().filters {
      guard case .scriptlet(let name?, _, let syntax) = filter.action, !filter.isException else { continue }
      let scriptlet = Scriptlet.resolve(name: name, dialect: syntax)
      if scriptlet?.isTrusted == true || (scriptlet == nil && name.hasPrefix("trusted-")) { continue }
      if scriptlet == nil { missing[name, default: 0] += 1 } else { found += 1 }
    }
    let lost = missing.values.reduce(0, +)
    let names = missing.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.value) \($0.key)" }
    #expect(found > 1000)
    #expect(Double(found) >= 0.99 * Double(found + lost), "\(found) there, \(lost) not: \(names)")
  }

  /// The scripts of uBlock Origin's and AdGuard's default lists are at most 0.85 MB and contain all
  /// scriptlets that the lists call.
  @Test(.inTurn, .ends, Repository.needs("lists/ublock/default.txt"))
  func pageScriptsOfRealListsAreSmall() throws {
    let lists: [(String, Dialect)] = [
      ("ublock/default.txt", .uBlockOrigin), ("adguard/base-safari.txt", .adGuard),
      ("adguard/tracking-safari.txt", .adGuard),
    ]
    var filters: [AdvancedFilter] = []
    var inputs: [PageScript.List] = []
    for (file, dialect) in lists {
      var options = ConversionOptions()
      options.dialect = dialect
      let converter = Converter(options: options)
      let parsed = converter.parse([
        Source(name: file, bytes: try Repository.sharedBytes(of: "lists/\(file)"))
      ])
      let result = try converter.convert(parsed)
      filters += result.advancedFilters().filters.map { filter in
        var filter = filter
        filter.place = filter.place.inList(inputs.count)
        return filter
      }
      inputs += parsed.map { PageScript.List($0, options: options, isTrusted: false) }
    }
    var advancedFilters = AdvancedFilters()
    advancedFilters.filters = filters
    var problems: [PageFilterProblem] = []
    let script = try #require(PageScript(advancedFilters, of: inputs, problems: &problems))
    let (isolated, page) = (script.isolated?.count ?? 0, script.page?.count ?? 0)
    #expect(script.filters > 15_000)
    #expect(isolated + page <= 850_000, "\(isolated) + \(page)")
    let unknown = Set(problems.filter { $0.reason == .unknownScriptlet }.map(\.text))
    #expect(unknown.isEmpty, "\(unknown.sorted())")
  }
}
