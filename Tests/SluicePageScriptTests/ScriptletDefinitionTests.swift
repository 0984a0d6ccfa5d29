import Foundation
import Testing
import TestSupport

@testable import SluicePageScript

/// The definitions of scriptlets agree with their code.
@Suite struct ScriptletDefinitionTests {
  /// Checks the table in docs/reference/page-script.md.
  @Test func scriptletDocumentationIsUpToDate() throws {
    try GeneratedText.check(
      "docs/reference/page-script.md", of: "ScriptletDefinitionTests", to: "\n### Snippets",
      is: Scriptlet.documentation)
  }

  /// Checks the table of snippets in docs/reference/page-script.md.
  @Test func snippetDocumentationIsUpToDate() throws {
    try GeneratedText.check(
      "docs/reference/page-script.md", of: "ScriptletDefinitionTests snippets",
      to: "\n## Unsupported filters",
      is: Snippet.documentation)
  }

  @Test func headersOfScriptsHaveNoMistake() {
    #expect(ScriptletDefinition.library.mistakes == [])
  }

  /// An unknown key or value is a mistake with its file and line, and has no default.
  @Test(
    arguments: [
      "world: isolate", "world:", "trust: yes", "adds: styles", "named: a", "uBlock Origin", "AdGuard: ",
    ])
  func mistakeInScriptletHeaderNamesFileAndLine(line: String) {
    let mistake = ScriptletDefinition.Mistake(file: "a.js", line: 2, text: line)
    #expect(throws: mistake) {
      try ScriptletDefinition(file: "a.js", "// AdGuard: name\n// \(line)\n// needs: b.js\nlet a;\n")
    }
    #expect("\(mistake)" == "a.js:2: unknown key or value: '\(line)'")
  }

  /// Returns all code that a scriptlet needs.
  private static func code(_ scriptlet: Scriptlet) -> String {
    var composer = ScriptComposer()
    composer.add("\(scriptlet.name).js")
    return String(decoding: composer.code, as: UTF8.self)
  }

  /// Each option is looked up by its name, and no argument is read that the definition does not name.
  @Test(arguments: Scriptlet.all) func scriptletArgumentsMatchDefinition(scriptlet: Scriptlet) throws {
    let code = Self.code(scriptlet)
    let file = try Repository.text(
      of: "Sources/SluicePageScript/Scripts/Scriptlets/\(scriptlet.name).js")
    let definition = scriptlet.definition
    let uses = [definition.uBlockOrigin, definition.adGuard, definition.adblockPlus, definition.script]
      .filter(\.isKnown)
    #expect(!uses.isEmpty)
    for option in uses.flatMap(\.options) {
      let isRead = code.contains(".\(option)") || code.contains("\"\(option)\"")
      #expect(isRead, "\(scriptlet.name): \(option)")
    }
    let count = uses.map(\.arguments.count).max() ?? 0
    let numbers = file.matches(of: /args\[([^\]]*)\]/).flatMap {
      $0.1.matches(of: /\d+/).compactMap { Int($0.0) }
    }
    if let last = numbers.max(), last >= count {
      // A value may follow the name of an option without a name of its own.
      #expect(
        uses.contains { !$0.options.isEmpty }, "\(scriptlet.name) reads \(last + 1) arguments")
    }
    // Without a shared helper, the file reads every named argument itself.
    if file.contains("args[0]"), !file.contains("readPruning("), scriptlet.name != "spoof-css" {
      for place in 0..<count {
        let isRead = numbers.contains(place) || code.contains("args[\(place)]")
        #expect(isRead, "\(scriptlet.name): argument \(place)")
      }
    }
  }

  /// A name belongs to one scriptlet in each dialect and resolves as the table says.
  @Test func scriptletNamesResolveByDialect() {
    for scriptlet in Scriptlet.all {
      for name in scriptlet.definition.uBlockOrigin.names + scriptlet.definition.adGuard.names {
        let found = [
          Scriptlet.resolve(name: name, dialect: .uBlockOrigin),
          Scriptlet.resolve(name: name, dialect: .adGuard),
        ]
        #expect(found.contains(scriptlet), "\(name)")
      }
    }
  }
}
