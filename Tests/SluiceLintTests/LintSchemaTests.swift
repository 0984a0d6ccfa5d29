import Foundation
import SluiceListFiles
import SluiceLists
import TestSupport
import Testing

@testable import SluiceLint

/// The `lint` part of docs/sluice.schema.json, which editors use.
@Suite struct LintSchemaTests {
  private func schema() throws -> [String: Any] {
    let text = Data(try Repository.bytes(of: "docs/sluice.schema.json"))
    return try #require(JSONSerialization.jsonObject(with: text) as? [String: Any])
  }

  /// A file that only `sluice lint` reads has no lists.
  @Test func configurationMayContainOnlyLint() throws {
    let choices = try #require(schema()["anyOf"] as? [[String: [String]]])
    #expect(choices.map { $0["required"] } == [["lists"], ["lint"]])
    #expect(try schema()["required"] == nil)
    let text = #"{lint: {select: ["default"], exclude: ["drafts"]}}"#
    #expect(try LintConfiguration(parsing: Array(text.utf8), name: "sluice.json")?.exclude == ["drafts"])
  }

  @Test func schemaHasAllKindsOfFilters() throws {
    let properties = try #require(schema()["properties"] as? [String: [String: Any]])
    let lint = try #require(properties["lint"]?["properties"] as? [String: [String: Any]])
    let items = (lint["kinds"]?["additionalProperties"] as? [String: Any])?["items"] as? [String: [String]]
    #expect(items?["enum"] == FilterKind.names)
  }

  @Test func everyLintKeyOfSchemaIsRead() throws {
    let properties = try #require(schema()["properties"] as? [String: [String: Any]])
    let keys = try #require(properties["lint"]?["properties"] as? [String: Any]).keys
    #expect(keys.count == 12)
    for key in keys {
      let text = Array("{lint: {\(key): null}}".utf8)
      #expect(throws: Never.self, "\(key)") { try LintConfiguration(parsing: text, name: "sluice.json") }
    }
    #expect(throws: BuildFileMistake.self) {
      try LintConfiguration(parsing: Array("{lint: {excludes: []}}".utf8), name: "sluice.json")
    }
  }
}
