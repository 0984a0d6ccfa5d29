import Foundation
import TestSupport
import Testing

/// The cases for real WebKit, without the parts specific to Sluice, for any converter: `docs/reference/conformance.md`.
@Suite struct ConformanceCasesTests {
  /// Keys that only Sluice has: layouts, diagnostics, options.
  private static let ownKeys: Set = ["layouts", "reported", "reportedIn", "differs", "comment"]
  private static let ownOptions: Set = ["genericHiding", "domainScope"]

  @Test func publishedConformanceCasesAreUpToDate() throws {
    var cases: [[String: Any]] = []
    for file in try ProbeCaseFile.all() {
      let read = try #require(try JSONSerialization.jsonObject(with: file.data) as? [[String: Any]])
      cases += read.filter { Self.ownOptions.isDisjoint(with: $0.keys) }.map(Self.published)
    }
    #expect(cases.count > 400)
    let data = try JSONSerialization.data(
      withJSONObject: ["cases": cases], options: [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes])
    try GeneratedText.checkSample(
      "Conformance/cases.json", of: "ConformanceCasesTests", is: Array(data) + [UInt8(ascii: "\n")])
  }

  private static func published(_ subject: [String: Any]) -> [String: Any] {
    var subject = subject.filter { !ownKeys.contains($0.key) }
    for key in ["requests", "hidden"] {
      guard let items = subject[key] as? [[String: Any]] else { continue }
      subject[key] = items.map { item in item.filter { !ownKeys.contains($0.key) } }
    }
    return subject
  }
}
