import Foundation
import TestSupport
import Testing

@testable import sluice

/// The documents of findings that `convert` and `check` write.
@Suite struct FindingFormatProcessTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("||ads.example^\n||b.example^$nonsense\nnews.example##+js(x)\n", to: "list.txt")
    try folder.write("||good.example^\n", to: "good.txt")
    try folder.write(#"[{"trigger":{"url-filter":"a|b"},"action":{"type":"block"}}]"#, to: "bad.json")
  }

  private func sh(_ script: String) throws -> Shell.Result { try Shell.run(script, in: folder) }

  @Test func githubAnnotationsGoToStandardError() throws {
    let result = try sh("sluice convert --format github list.txt good.txt")
    #expect(result.status == 0)
    #expect(result.output == (try sh("sluice convert -q list.txt good.txt").output))
    let lines = result.error.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(
      lines.first?.hasPrefix(
        "::warning file=list.txt,line=2,endLine=2,col=14,endColumn=22,title=unknown-option::") == true)
    #expect(lines.last?.hasPrefix("::notice file=list.txt,line=3,") == true)
    #expect(try sh("sluice convert -q --format github list.txt -o x.json").error.isEmpty)
  }

  @Test func annotationPathsAreRelativeToWorkspace() throws {
    let script =
      "mkdir sub; cp list.txt sub; export GITHUB_WORKSPACE=$(pwd -P); cd sub; sluice convert --format github list.txt"
    #expect(try sh(script).error.hasPrefix("::warning file=sub/list.txt,"))
  }

  @Test(arguments: ["sarif", "gitlab"])
  func sarifAndGitLabOutputIsOneJSONDocument(format: String) throws {
    let converted = try sh("sluice convert --format \(format) list.txt good.txt -o x.json")
    #expect(converted.output.isEmpty)
    _ = try JSONSerialization.jsonObject(with: Data(converted.error.utf8))
    let checked = try sh("sluice check --format \(format) bad.json x.json --costs 1")
    #expect(checked.status == 1 && checked.error.isEmpty)
    _ = try JSONSerialization.jsonObject(with: Data(checked.output.utf8))
  }

  @Test func junitHasSuiteForEveryFile() throws {
    let converted = try XMLNames(try sh("sluice convert --format junit list.txt good.txt -o x.json").error)
    #expect(converted.starts(of: "testsuite").map { $0["name"] } == ["list.txt", "good.txt"])
    #expect(
      converted.starts(of: "testcase").map { $0["name"] } == [
        "unknown-option at 2:14", "scriptlet at 3:15", "no findings",
      ])
    let checked = try XMLNames(try sh("sluice check --format junit bad.json x.json").output)
    #expect(checked.starts(of: "testsuite").map { $0["failures"] } == ["1", "0"])
  }

  /// Findings of the lists before an unreadable one are reported, and the document is complete.
  @Test func unreadableFileLeavesCompleteDocument() throws {
    let result = try sh("sluice check --format junit bad.json nowhere.json")
    #expect(result.status == 2)
    #expect(try XMLNames(result.output).starts(of: "testsuite").map { $0["name"] } == ["bad.json"])
    #expect(result.error.contains("cannot read 'nowhere.json'"))
    #expect(try sh("sluice check bad.json nowhere.json").output.contains("[url-filter-alternatives]"))
  }

  @Test func diffAndMatchRejectOtherFormats() throws {
    let diff = try sh("sluice diff --format sarif bad.json bad.json")
    #expect(diff.status != 0 && diff.error.contains("--format sarif"), "\(diff.error)")
    #expect(try sh("sluice match --format sarif list.txt").error.contains("one of text, jsonl, not 'sarif'"))
    #expect(
      try sh("sluice convert --format xml list.txt").error.contains(
        "one of text, jsonl, github, sarif, junit, gitlab"))
  }
}
