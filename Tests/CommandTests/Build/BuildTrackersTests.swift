import Foundation
import TestSupport
import Testing

@testable import sluice

/// Tracker Radar in `sluice build`: what of it is not used is in the report, and a fault is named where it stands.
@Suite struct BuildTrackersTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("||ads.example^\n", to: "ads.txt")
    try folder.write(
      #"{"trackers": {"t.example": {"default": "block", "rules": [{"rule": "^x", "action": "ignore"}]}}}"#,
      to: "tds.json")
    try folder.write(
      """
      {lists: [{name: "ads", sources: ["ads.txt"],
        outputs: {}, trackerRadar: {blocklist: "tds.json", exceptions: ["config.json"]}}]}
      """, to: "sluice.json")
  }

  private func build(_ config: String) throws -> Shell.Result {
    try folder.write(config, to: "config.json")
    return try Shell.run("sluice build --cache cache", in: folder)
  }

  private struct Report: Decodable {
    struct List: Decodable {
      var list, part: String
      var diagnostics: [Diagnostic]
    }

    struct Diagnostic: Decodable {
      var file, reason: String
      var line: Int
    }

    var lists: [List]
  }

  @Test func theReportHasWhatIsNotUsed() throws {
    let config = """
      {"features": {
        "elementHiding": {"state": "enabled"},
        "requestBlocklist": {"state": "enabled", "settings": {"blockedRequests": {
          "a.example": {"rules": [{"rule": "a.example/x", "domains": ["<all>"]}]}}}}}}
      """
    let result = try build(config)
    #expect(result.status == 0, "\(result.error)")
    #expect(folder.text(of: "public/ads.trackers.json")?.contains(#"a\\.example"#) == true)
    let text = try #require(folder.text(of: "public/report.json"))
    let report = try JSONDecoder().decode(Report.self, from: Data(text.utf8))
    #expect(report.lists.map(\.part) == ["ads", "ads.trackers"])
    let found = report.lists.last?.diagnostics.map { "\($0.file):\($0.line) \($0.reason)" }
    #expect(found?.contains("config.json:2 unused-feature") == true, "\(text)")
    #expect(found?.contains("tds.json:1 tracker-regex") == true, "\(text)")
    // A list that is kept keeps what was said of it.
    let again = try build(config)
    #expect(again.status == 0 && folder.text(of: "public/report.json") == text, "\(again.error)")
  }

  @Test func aFaultIsNamedWhereItStands() throws {
    let result = try build("{\n \"features\": {]}\n}")
    #expect(result.status == 2)
    #expect(result.error.contains("config.json:2:15: "), "\(result.error)")
    #expect(!result.error.contains("tds.json"))
  }
}
