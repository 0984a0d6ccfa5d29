import Foundation
import SluiceConversion
import SluiceSyntax
import Testing
import TestSupport

/// Compiles the lists that WebKit makes of rulesets in the engines that know their types.
@Suite(.enabled(if: EngineTool.isAvailable, EngineTool.comment), .ends)
struct EngineRulesetTests {
  private struct Answer: Decodable {
    let name: String
    let error: String?
    let status: Int?
  }

  /// Filters with each kind of rule.
  private static let filters = """
    $removeparam=utm
    ||shop.example^$removeparam
    @@||mail.example^$removeparam=utm
    @@||mail.example/a$removeparam
    $xhr,removeparam=ref,domain=news.example|~m.news.example
    ||shop.example^$csp=script-src 'self',domain=~old.example
    ||shop.example^$removeheader=refresh
    ||shop.example^$removeheader=request:cookie
    ||shop.example^$referrerpolicy=no-referrer
    ||ads.example/a.js$script,redirect=noopjs
    /b.js$script,3p,redirect=nooptext:10
    @@/c.js$script
    @@*$script,domain=news.*
    @@||ads.example^$redirect-rule
    /d.js$script,important
    @@||login.example^$document
    @@||login.*/a$document
    shop.example##^responseheader(link)
    """

  @Test(arguments: EngineTool.engines)
  func enginesCompileTranslatedRulesets(_ engine: String) async throws {
    guard try EngineTool.release(of: engine) >= (2, 50) else { return }
    var lists = ["all kinds": Self.filters]
    for name in ["default", "privacy-removeparam"] {
      let bytes = try? Repository.sharedBytes(of: "lists/ublock/\(name).txt")
      if let bytes { lists[name] = String(decoding: bytes, as: UTF8.self) }
    }
    var options = ConversionOptions()
    (options.dialect, options.redirectRuleset, options.target) = (.uBlockOrigin, "changes", .safari26)
    let translated = lists.mapValues { list in
      let converter = Converter(options: options)
      let rules = converter.requestChanges(
        of: converter.parse([Source(name: "list", bytes: Array(list.utf8))]))
      let ruleset = Ruleset(decodingJSON: rules.rules.encodedJSON())
      return String(decoding: Ruleset.translation(of: [ruleset]).json, as: UTF8.self)
    }
    let answers = try await EngineTool.answers("ask", engine, try JSONEncoder().encode(translated))
      .map { try JSONDecoder().decode(Answer.self, from: $0) }
    #expect(answers.count == lists.count)
    for answer in answers {
      #expect(answer.status == 0 && answer.error == nil, "\(engine), \(answer.name): \(answer.error ?? "")")
    }
  }
}
