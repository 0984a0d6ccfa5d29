import Foundation
import SluiceConversion
import SluiceRules
import Testing
import TestSupport

/// WebKit compiles the rule list that it makes of request changes.
@Suite(.browser, .enabled(if: WebKitTools.isAvailable, WebKitTools.comment))
struct RulesetCompileTests {
  @Test(.ends) func translatedRulesetCompilesInWebKit() async throws {
    let site = try #require(Domain("news.example", includesSubdomains: true).map { NonEmpty($0) })
    let name = try #require(NonEmpty([Array("utm_source".utf8)]))
    let header = Array("referer".utf8)
    let documents = DeclarativeTypes.all.subtracting(.subFrame)
    let conditions = [
      WebExtensionRule.Condition(.any, types: .all), .init(.any, types: documents, pages: .initiators(site)),
      .init(.any, types: documents, pages: .otherInitiators(site)),
      .init(.any, types: .all, loadTypes: .thirdParty, pages: .pages(site)),
      .init(.any, types: .subFrame, pages: .otherPages(site)),
    ]
    let actions: [WebExtensionRule.Action] = [
      .allow, .removeQuery, .removeParameters(name), .redirect(toExtensionPath: Array("/noop.js".utf8)),
      .modifyHeaders(
        request: [HeaderChange(header, operation: .remove)],
        response: [HeaderChange(header, operation: .set(header))]),
    ]
    let rules = conditions.compactMap { $0 }.flatMap { condition in
      actions.map { WebExtensionRule(priority: 2, $0, condition: condition) }
    }
    #expect(rules.count == conditions.count * actions.count)
    let translation = Ruleset.translation(of: [Ruleset(decodingJSON: rules.encodedJSON())])
    // Both the JSON that WebKit makes and the list that the evaluator uses.
    for json in [translation.json, translation.list.encodedJSON()] { try await Self.compile(json) }
  }

  /// Patterns that can begin again, in one list with redirects and their blocks.
  @Test(.ends) func crowdedPatternsOfChangesCompileInWebKit() async throws {
    let list = "abcdefghijkl".flatMap { letter in
      ["removeparam=p", "script,redirect=noopjs", "csp=x"].map {
        "/\(letter)\(letter)......x\($0.count)/$\($0)"
      }
    }
    var options = ConversionOptions()
    options.redirectRuleset = "sluice"
    let source = Source(name: "list.txt", bytes: Array(list.joined(separator: "\n").utf8))
    let result = try Converter(options: options).convert([source])
    let rules = result.requestChanges().rules
    #expect(rules.count >= 36)
    try await Self.compile(Ruleset.translation(of: [Ruleset(decodingJSON: rules.encodedJSON())]).json)
  }

  private static func compile(_ json: [UInt8]) async throws {
    let folder = try TemporaryFolder()
    try Data(json).write(to: URL(filePath: folder.path("list.json")))
    let run = try await ToolRun.python(
      WebKitTools.compiler, ["--json", folder.path("list.json")], in: folder.url)
    #expect(run.status == 0, "\(String(decoding: run.output, as: UTF8.self)) \(run.errors)")
  }
}
