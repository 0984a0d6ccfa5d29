import Foundation
import TestSupport
import Testing

@testable import sluice

/// Tracker Radar in `sluice build`: the report names unused parts, and errors show their locations.
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

  // MARK: Surrogates

  private func makeSurrogates(_ script: String = "window.lib = 1;\n") throws {
    try folder.write(
      #"{"trackers": {"t.example": {"default": "block", "rules": [{"rule": "t\\.example\\/x", "surrogate": "s.js"}]}}}"#,
      to: "tds.json")
    _ = try Shell.run("mkdir -p sur", in: folder)
    try folder.write(script, to: "sur/s.js")
    try folder.write(
      """
      {lists: [{name: "ads", sources: ["ads.txt"], outputs: {pageScripts: true},
        trackerRadar: {blocklist: "tds.json", exceptions: ["config.json"], surrogates: "sur"}}]}
      """, to: "sluice.json")
  }

  @Test func trackerPageScriptIncludesSurrogates() throws {
    try makeSurrogates()
    let result = try build(#"["x.example"]"#)
    #expect(result.status == 0, "\(result.error)")
    let script = try #require(folder.text(of: "public/ads.page.js"))
    #expect(script.contains("window.lib = 1;") && script.contains(#""run":"s.js""#))
    #expect(folder.text(of: "public/ads.isolated.js") == nil)
    #expect(
      folder.text(of: "public/report.json")?.contains(
        #""filters":0,"surrogates":1,"trackerRegexes":0,"diagnostics":[]"#) == true
    )
    // The scripts are written again only when one of them changes.
    #expect(try build(#"["x.example"]"#).error.contains("unchanged"))
    try folder.write("window.lib = 2;\n", to: "sur/s.js")
    #expect(try build(#"["x.example"]"#).status == 0)
    #expect(folder.text(of: "public/ads.page.js")?.contains("window.lib = 2;") == true)
    // If the user disables blocking, no surrogate runs.
    #expect(
      try build(#"{"features": {"contentBlocking": {"state": "disabled"}}}"#).status == 0)
    #expect(folder.text(of: "public/ads.page.js") == nil)
  }

  @Test(arguments: [
    ("rm sur/s.js", "sur: has no surrogate 's.js'"), ("rm -r sur", "cannot read 'sur': "),
    ("mv sur/s.js s.js; ln -s ../s.js sur/s.js", "sur: has no surrogate 's.js'"),
    ("head -c 300000 /dev/zero > sur/s.js", "sur: has no surrogate 's.js'"),
    ("echo '}' > sur/s.js", "sur/s.js: cannot be a surrogate: line 1 closes a bracket that is not open"),
    ("sed -i s/pageScripts/sourceMaps/ sluice.json", "surrogates without page scripts do nothing"),
  ])
  func unusableSurrogatesFailBuild(setup: String, message: String) throws {
    try makeSurrogates()
    _ = try Shell.run(setup, in: folder)
    let result = try build(#"["x.example"]"#)
    #expect(result.status == 2 && result.error.contains(message), "\(result.error)")
    #expect(!folder.names.contains("public"))
  }

  @Test func reportListsUnusedTrackerRules() throws {
    let config = """
      {"features": {
        "cookie": {"state": "enabled"},
        "requestBlocklist": {"state": "enabled", "settings": {"blockedRequests": {
          "a.example": {"rules": [{"rule": "a.example/x", "domains": ["<all>"]}]}}}}}}
      """
    let result = try build(config)
    #expect(result.status == 0, "\(result.error)")
    #expect(folder.text(of: "public/ads.trackers.json")?.contains(#"a\\.example"#) == true)
    let text = try #require(folder.text(of: "public/report.json"))
    let report = try JSONDecoder().decode(Report.self, from: Data(text.utf8))
    #expect(report.lists.map(\.part) == ["ads", "ads.trackers", "ads.updates"])
    let found = report.lists.dropFirst().first?.diagnostics.map { "\($0.file):\($0.line) \($0.reason)" }
    #expect(found?.contains("config.json:2 unused-feature") == true, "\(text)")
    #expect(found?.contains("tds.json:1 tracker-regex") == true, "\(text)")
    // A list that is kept keeps its part of the report.
    let again = try build(config)
    #expect(again.status == 0 && folder.text(of: "public/report.json") == text, "\(again.error)")
  }

  @Test func trackerConfigurationErrorIsLocated() throws {
    let result = try build("{\n \"features\": {]}\n}")
    #expect(result.status == 2)
    #expect(result.error.contains("config.json:2:15: "), "\(result.error)")
    #expect(!result.error.contains("tds.json"))
  }
}
