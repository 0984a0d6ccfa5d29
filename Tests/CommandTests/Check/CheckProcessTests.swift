import Foundation
import TestSupport
import Testing

@testable import sluice

/// `sluice check` as a process.
@Suite struct CheckProcessTests {
  private static let good = #"[{"trigger":{"url-filter":"a"},"action":{"type":"block"}}]"#

  @Test func checkPrintsLocationAndHelp() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "[{\"trigger\":{\"url-filter\":\"a\"},\"action\":{\"type\":\"block\"}},\n"
        + " {\"trigger\":{\"url-filter\":\"é{2}\",\"load-type\":[]},\"action\":{\"type\":\"block\"}}]",
      to: "list.json")
    let result = try Shell.run("sluice check list.json", in: folder)
    #expect(result.status == 1)
    #expect(result.error.isEmpty)
    #expect(
      result.output.hasPrefix(
        """
        list.json:2:28: error: a url-filter must be ASCII [url-filter-not-ascii]
           {"trigger":{"url-filter":"é{2}","load-type":[]},"action":{"type":"block"}}]
                                     ^
          = rule: 1, counted from 0
          = WebKit: Invalid or unsupported regular expression.
          = help: write hosts in punycode (xn--) and other characters percent-encoded as UTF-8 (%XX)
        list.json:2:46: warning: an empty array means "any", as if the key were missing [empty-flags]
        """))
    #expect(result.output.contains("\nlist.json: 2 rules (136 bytes), 1 error, 1 warning, 0 notes, "))
  }

  /// The output has one finding for each reason, the most severe first, or every finding.
  @Test func checkGroupsFindingsByReason() throws {
    let folder = try TemporaryFolder()
    let block = #"{"trigger":{"url-filter":"ads"},"action":{"type":"block"}}"#
    let bad = #"{"trigger":{"url-filter":"a|b"},"action":{"type":"block"}}"#
    try folder.write("[\([block, block, block, bad, bad].joined(separator: ",\n"))]", to: "list.json")
    let result = try Shell.run("sluice check list.json", in: folder).output
    #expect(result.hasPrefix("list.json:4:28: error: alternatives (|) are not supported"), "\(result)")
    #expect(result.split(separator: "\n").count { $0.contains("[url-filter-alternatives]") } == 1)
    #expect(result.contains("\n  = and 1 more with this reason\n"))
    #expect(result.contains("; --format jsonl or --max-diagnostics 0 lists more\n"))
    let each = try Shell.run("sluice check --max-diagnostics 0 list.json", in: folder).output
    #expect(each.split(separator: "\n").count { $0.contains("[url-filter-alternatives]") } == 2)
    #expect(!each.contains("with this reason") && !each.contains("showing "))
  }

  @Test(arguments: [
    ("error", "(", 1), ("warning", "(", 1), ("never", "(", 0), ("error", "a b", 0), ("warning", "a b", 1),
    ("note", "a", 0),
  ])
  func failOnSetsCheckExitStatus(level: String, filter: String, status: Int32) throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.good.replacing("\"a\"", with: "\"\(filter)\""), to: "list.json")
    #expect(try Shell.run("sluice check --fail-on \(level) list.json", in: folder).status == status)
  }

  @Test func checkReadsFilesAndStandardInput() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.good, to: "list.json")
    let result = try Shell.run("sluice check list.json - < list.json", in: folder)
    #expect(result.status == 0)
    let names = result.output.split(separator: "\n").map { $0.prefix { $0 != ":" } }
    #expect(names == ["list.json", "<stdin>"])
    #expect(try Shell.run("sluice check none.json", in: folder).status == 2)
    #expect(try Shell.run("sluice check --max-rules 0 list.json", in: folder).status == 64)
  }

  @Test func checkWritesJSONLines() throws {
    let folder = try TemporaryFolder()
    try folder.write("[{},\(Self.good.dropFirst())", to: "list.json")
    let lines = try Self.objects(
      try Shell.run("sluice check --format jsonl --costs 1 list.json", in: folder).output)
    try #require(lines.count == 4)
    #expect(lines[0]["reason"] as? String == "trigger")
    #expect(lines[0]["webkit"] as? String == "Invalid trigger object.")
    #expect(lines[0]["rule"] as? Int == 0)
    #expect(lines[0]["column"] as? Int == 2)
    #expect(lines[0]["endColumn"] as? Int == 4)
    #expect((lines[2]["cost"] as? [String: Any])?["url-filter"] as? String == "a")
    let summary = try #require(lines[3]["summary"] as? [String: Any])
    #expect(summary["errors"] as? Int == 2)
    #expect(summary["accepted"] as? Bool == false)
  }

  @Test func checkReportsCapabilitiesMissingInTarget() throws {
    let folder = try TemporaryFolder()
    let types =
      #"{"trigger":{"url-filter":"a","resource-type":["child-document"]},"action":{"type":"block"}}"#
    try folder.write("[\(types)]", to: "list.json")
    #expect(try Shell.run("sluice check list.json", in: folder).status == 0)
    #expect(try Shell.run("sluice check --target safari-26 list.json", in: folder).status == 0)
    let result = try Shell.run("sluice check --target webkitgtk --format jsonl list.json", in: folder)
    #expect(result.status == 1)
    let lines = try Self.objects(result.output)
    try #require(lines.count == 2)
    #expect(lines[0]["reason"] as? String == "target-rejects-list")
    #expect(lines[0]["severity"] as? String == "error")
    #expect(lines[0]["rule"] as? Int == 0)
    #expect(
      lines[0]["message"] as? String == """
        webkitgtk-2.44 does not support child-document, top-document, so the list is rejected; 1 rule uses it; Safari supports it \
        since 18.6 (fact), WebKitGTK supports it since 2.50 (measured)
        """)
    #expect((lines[1]["summary"] as? [String: Any])?["accepted"] as? Bool == false)
    #expect(try Shell.run("sluice check --target safari-5 list.json", in: folder).status == 64)
  }

  @Test func checkNamesPageThatClaimsException() throws {
    let folder = try TemporaryFolder()
    let exception =
      #"{"trigger":{"url-filter":".*","if-domain":["*good.example"]},"action":{"type":"ignore-previous-rules"}}"#
    try folder.write(
      #"[{"trigger":{"url-filter":"ads"},"action":{"type":"block"}},\#(exception)]"#, to: "list.json")
    let text = try Shell.run("sluice check --fail-on warning list.json", in: folder)
    #expect(text.status == 1)
    #expect(
      text.output.contains("https://other.example/?u=https://good.example/ counts as a page of good.example"))
    #expect(text.output.contains("[claimable-exception]"))
    #expect(text.output.contains(#"if-top-url: ^[^:]+://([^/]+\.)?good\.example(:[0-9]+)?/"#))
    let lines = try Self.objects(try Shell.run("sluice check --format jsonl list.json", in: folder).output)
    #expect(lines.first?["reason"] as? String == "claimable-exception")
    // `match` gives the same result for that page.
    for (page, isBlocked) in [("", true), ("?u=https://good.example/", false)] {
      let match = "sluice match --page 'https://other.example/\(page)' --url https://x.example/ads list.json"
      #expect(try Shell.run(match, in: folder).output.hasPrefix("blocked") == isBlocked)
    }
  }

  private static func objects(_ lines: String) throws -> [[String: Any]] {
    try lines.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
  }

  @Test func checkNamesFiltersFromSourceMap() throws {
    let folder = try TemporaryFolder()
    try folder.write("! Title\n||ads.example^\n||a.ads.example^\n", to: "list.txt")
    let result = try Shell.run(
      "sluice convert -q --source-map list.map -o list.json list.txt && sluice check --source-map list.map list.json",
      in: folder)
    #expect(result.output.contains("[covered-rule]"))
    #expect(result.output.contains("\n  = filter: list.txt:3: ||a.ads.example^\n"))
  }

  @Test func checkNamesMostExpensiveFilters() throws {
    let folder = try TemporaryFolder()
    let filter = "||a.example^*\(String(repeating: "x", count: 90))"
    try folder.write("! Title\n\(filter)\n##.a\n##.b\n", to: "list.txt")
    let converted = try Shell.run(
      "sluice convert --costs 1 --source-map list.map -o list.json list.txt", in: folder)
    #expect(converted.error.hasPrefix("     0."), "\(converted.error)")
    #expect(converted.error.contains(" µs a request  list.txt:2: ||a.example^*"))
    let result = try Shell.run("sluice check --costs 3 --source-map list.map list.json", in: folder)
    #expect(result.output.contains(" µs a request  list.txt:2: ||a.example^*"), "\(result.output)")
    // Both filters share one rule.
    #expect(
      result.output.contains(" µs a document  rule ") && result.output.contains("  .*\n"), "\(result.output)")
    let other = try Shell.run(
      "sluice convert -q --allow-empty -o other.json /dev/null && sluice check --source-map list.map other.json",
      in: folder
    )
    #expect(other.error.contains("'list.map' is the map of another rule list"))
    #expect(other.status == 2)
    let plain = try Shell.run("sluice check --costs 3 list.json", in: folder)
    #expect(plain.output.contains(" µs a request  rule 0  ^[^:]+://"), "\(plain.output)")
  }

  /// A single line of several megabytes with many findings.
  @Test(.slow(10)) func checkExcerptsOfLongLinesAreTruncated() throws {
    let folder = try TemporaryFolder()
    let count = size(10_001)
    let bad = Self.good.dropFirst().dropLast().replacing("\"a\"", with: "\"é|\"")
    try folder.write("[" + Array(repeating: bad, count: count).joined(separator: ",") + "]", to: "list.json")
    let result = try Shell.run("sluice check --max-diagnostics 0 list.json", in: folder)
    let lines = result.output.split(separator: "\n")
    let shown = min(count, 10_000)
    #expect(lines.count { $0.hasPrefix("list.json:1:") } == shown)
    #expect(lines.allSatisfy { $0.count < 200 })
    let column = 28 + 58 * (shown - 1)
    #expect(result.output.contains("list.json:1:\(column): error:"), "\(column)")
  }

  /// Works with and without WebKit on the machine.
  @Test func checkEngineWorksWithAndWithoutWebKit() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.good, to: "list.json")
    let result = try Shell.run(
      "mkdir own; export TMPDIR=own; sluice check --engine list.json; echo $?; ls own | wc -l", in: folder)
    #expect(result.output.contains("list.json: 1 rule ("))
    if result.output.contains("\n69\n") {
      #expect(result.error.contains("WebKit is not available"))
      #expect(result.error.contains("= help: install WebKitGTK"))
    } else {
      #expect(result.output.contains(" compiles it in "))
      #expect(result.output.contains("\n0\n0\n"))
    }
  }

  @Test func engineCheckNeedsTemporaryFolder() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.good, to: "list.json")
    let result = try Shell.run("TMPDIR=none sluice check --engine list.json", in: folder)
    #expect(result.status == 2 && result.error.contains("no space for temporary files: "))
  }
}

@Suite struct EngineProtocolTests {
  @Test(arguments: [
    EngineVerdict.accepted(bytes: 151, duration: .milliseconds(20)), .accepted(bytes: nil, duration: .zero),
    .rejected(words: "Invalid: action type."), .rejected(words: "two lines"),
  ])
  func engineVerdictsRoundTripThroughProtocol(_ verdict: EngineVerdict) {
    let text = EngineProtocol.line(engine: "WebKitGTK 2.50.6") + EngineProtocol.line(verdict)
    let answer = EngineProtocol.read(text)
    #expect(answer?.engine == "WebKitGTK 2.50.6")
    #expect(answer?.verdict == verdict)
  }

  @Test(arguments: ["", "engine x\n", "accepted 1 2\n", "engine x\naccepted 1\n", "engine x\nother\n"])
  func malformedEngineAnswersAreRejected(_ text: String) { #expect(EngineProtocol.read(text) == nil) }

  @Test(arguments: [
    ("Rule list compilation failed: Invalid action type.", "Invalid action type."),
    ("Rule list parsing failed: Invalid action type.", "Invalid action type."),
    ("Rule list lookup failed: x", "Rule list lookup failed: x"), ("", ""),
  ])
  func engineErrorPrefixIsRemoved(_ message: String, _ words: String) {
    #expect(EngineVerdict.words(ofMessage: message) == words)
  }

  @Test(arguments: [
    ("Error while parsing a|b: Disjunctions are not supported yet.\n", "a|b"),
    ("warning\nError while parsing ^https?://[^:]: x: Only ASCII.\n", "^https?://[^:]: x"),
    ("something else", nil),
  ])
  func rejectedPatternIsReadFromEngineLog(_ log: String, _ pattern: String?) {
    #expect(EngineProtocol.pattern(inLog: log).map { String(decoding: $0, as: UTF8.self) } == pattern)
  }

  /// The findings of one file do not hide those of the next.
  @Test func maximumDiagnosticsAppliesToEachFile() throws {
    let folder = try TemporaryFolder()
    let rule = #"{"trigger":{"url-filter":"a|b"},"action":{"type":"block"}}"#
    try folder.write("[" + [String](repeating: rule, count: 9).joined(separator: ",") + "]", to: "one.json")
    try folder.write("[\(rule)]", to: "two.json")
    let result = try Shell.run("sluice check --max-diagnostics 3 one.json two.json", in: folder)
    #expect(result.output.contains("showing 3 of 9 findings"))
    #expect(result.output.contains("two.json:1:29: error: "))
  }
}
