import Conversion
import FilterSyntax
import Foundation
import Testing

/// What the documentation says of each option is what the converter does.
struct OptionSupportTests {
  private static let exceptionsOnly: Set<OptionKind> = [
    .elemhide, .generichide, .specifichide, .urlblock, .genericblock,
  ]

  private static let domains: Set<OptionKind> = [.domain, .top, .to, .denyallow]

  @Test(arguments: OptionTable.definitions.map(\.kind)) func outcome(_ kind: OptionKind) throws {
    let definition = try #require(OptionTable.definition(of: kind))
    let hasNoValue = definition.value == .never || kind == .cookie
    let value = hasNoValue ? "" : Self.domains.contains(kind) ? "=b.example" : "=x"
    let prefix = Self.exceptionsOnly.contains(kind) ? "@@" : ""
    // `denyallow` needs something to deny, `to` something that the hosts can narrow.
    let pattern = kind == .to || kind == .denyallow ? "*" : "||a.example^"
    let converted = try convert("\(prefix)\(pattern)$\(definition.name)\(value)")
    let outcome = try #require(Outcome.allCases.first { converted.report.count($0) == 1 })
    #expect(outcome == OptionSupport(kind).outcome)
  }

  @Test func documentationIsGenerated() throws {
    try check(
      "docs/options.md", from: "--filter OptionSupportTests -->\n", to: nil,
      "\n" + OptionSupport.documentation)
    try check(
      "README.md", from: "--filter OptionSupportTests -->\n", to: "<!-- end of options -->",
      OptionSupport.overview)
  }

  /// What stands between the marks is `expected`.
  private func check(_ file: String, from start: String, to end: String?, _ expected: String) throws {
    let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent(file)
    let text = try String(contentsOf: url, encoding: .utf8)
    let head = try #require(text.range(of: start)).upperBound
    let tail = try end.map { try #require(text.range(of: $0)).lowerBound } ?? text.endIndex
    if ProcessInfo.processInfo.environment["SLUICE_UPDATE_DOCS"] != nil {
      try Data((text[..<head] + expected + text[tail...]).utf8).write(to: url)
    } else {
      #expect(
        text[head..<tail] == expected,
        "SLUICE_UPDATE_DOCS=1 swift test --filter OptionSupportTests rewrites \(file)")
    }
  }
}
