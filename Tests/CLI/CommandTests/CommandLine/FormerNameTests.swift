import TestSupport
import Testing

@testable import sluice

/// Names that have changed: their former names are read for one version.
@Suite struct FormerNameTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let filters = (0..<40).map { "||host-\($0).example/a*b*c\($0)*d*e*f*g*h*i*j*k\n" }
    try folder.write(filters.joined(), to: "list.txt")
  }

  private func sh(_ script: String) throws -> Shell.Result { try Shell.run(script, in: folder) }

  @Test(arguments: [
    "lint -v --select dear-pattern list.txt", "lint -v --select all --severity dear-pattern=warning list.txt",
  ])
  func formerLintRuleNamesAreAccepted(command: String) throws {
    let result = try sh("sluice \(command)")
    #expect(
      result.output.contains("[expensive-pattern]") && !result.output.contains("dear-"), "\(result.error)")
  }

  @Test func formerRuleNamesInCommentsAndBaselinesAreAccepted() throws {
    _ = try sh("sluice lint -q --select expensive-pattern --write-baseline now.json list.txt")
    let baseline = try #require(folder.text(of: "now.json"))
    #expect(baseline.contains("expensive-pattern"))
    try folder.write(baseline.replacing("expensive-pattern", with: "dear-pattern"), to: "former.json")
    let lint = "sluice lint -v --select expensive-pattern"
    #expect(try !sh("\(lint) --baseline former.json list.txt").output.contains("[expensive-pattern]"))
    _ = try sh("(echo '! sluice-disable dear-pattern'; cat list.txt) > other.txt")
    #expect(try !sh("\(lint) other.txt").output.contains("[expensive-pattern]"))
    #expect(
      try !sh("sluice lint -v --select unknown-lint-rule other.txt").output.contains("[unknown-lint-rule]"))
    #expect(try sh("\(lint) list.txt").output.contains("[expensive-pattern]"))
    #expect(try sh("sluice explain dear-pattern").output == sh("sluice explain expensive-pattern").output)
  }

  @Test func formerBuildFileKeysAreAccepted() throws {
    try folder.write("||a.example^\n", to: "a.txt")
    try folder.write("@@||a.example/ok\n||b.example^\n", to: "b.txt")
    func build(_ key: String) throws -> Shell.Result {
      try folder.write(
        #"{lists: [{name: "a", sources: ["a.txt"], \#(key)}, {name: "b", sources: ["b.txt"]}]}"#,
        to: "sluice.json")
      return try sh("sluice build -q -o out --cache cache && cat out/a.json")
    }
    let now = try build(#"usedWith: ["b"]"#)
    #expect(now.output.contains("ignore-previous-rules") && now.status == 0)
    #expect(try build(#"beside: ["b"]"#).output == now.output)
    let both = try build(#"usedWith: ["b"], beside: ["b"]"#)
    #expect(
      both.error.hasPrefix("sluice: error: sluice.json:1:59: 'beside' is the former name of 'usedWith'\n"))
    let unknown = try build(#"usedWith: ["c"]"#)
    #expect(unknown.error.contains("unknown list 'c'"))
  }

  @Test func reportsHaveFormerKeys() throws {
    _ = try sh("sluice report -q --format json list.txt -o now.json")
    let report = try #require(folder.text(of: "now.json"))
    // A report of version 0.2 has only the former key.
    let start = try #require(report.range(of: #""mostExpensive":["#)?.lowerBound)
    let end = try #require(report[start...].range(of: "}],")?.upperBound)
    try folder.write(report.replacingCharacters(in: start..<end), to: "former.json")
    let (now, former) = (
      try sh("sluice report --format json --previous now.json list.txt"),
      try sh("sluice report --format json --previous former.json list.txt")
    )
    #expect(now.status == 0 && former.output == now.output, "\(former.error)")
  }
}

extension String {
  /// Returns the text without a range.
  fileprivate func replacingCharacters(in range: Range<String.Index>) -> String {
    String(self[..<range.lowerBound] + self[range.upperBound...])
  }
}
