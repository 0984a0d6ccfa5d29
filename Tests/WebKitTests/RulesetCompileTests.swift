import Foundation
import SluiceRequestChanges
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
      RequestChange.Condition(.any, types: .all), .init(.any, types: documents, pages: .initiators(site)),
      .init(.any, types: documents, pages: .otherInitiators(site)),
      .init(.any, types: .all, loadTypes: .thirdParty, pages: .pages(site)),
      .init(.any, types: .subFrame, pages: .otherPages(site)),
    ]
    let actions: [RequestChange.Action] = [
      .allow, .removeQuery, .removeParameters(name), .redirect(toExtensionPath: Array("/noop.js".utf8)),
      .modifyHeaders(
        request: [HeaderChange(header, operation: .remove)],
        response: [HeaderChange(header, operation: .set(header))]),
    ]
    let rules = conditions.compactMap { $0 }.flatMap { condition in
      actions.map { RequestChange(priority: 2, $0, condition: condition) }
    }
    #expect(rules.count == conditions.count * actions.count)
    let translation = Ruleset.translation(of: [Ruleset(decodingJSON: rules.encodedJSON())])
    let folder = try TemporaryFolder()
    // Both the JSON that WebKit makes and the list that the evaluator uses.
    for json in [translation.json, translation.list.encodedJSON()] {
      try Data(json).write(to: URL(filePath: folder.path("list.json")))
      let run = try await ToolRun.python(
        WebKitTools.compiler, ["--json", folder.path("list.json")], in: folder.url)
      #expect(run.status == 0, "\(String(decoding: run.output, as: UTF8.self)) \(run.errors)")
    }
  }
}
