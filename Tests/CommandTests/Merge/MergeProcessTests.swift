import Foundation
import TestSupport
import Testing

@testable import sluice

/// `sluice merge` as a process: its files appear together or not at all.
@Suite struct MergeProcessTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("||ads.example^\n@@||ads.example/ok\n", to: "ads.txt")
    try folder.write("||b.example^\n@@*$script,domain=x.example\n", to: "b.txt")
    try folder.write(
      #"{"trackers": {"t.example": {"default": "block", "rules": [{"rule": "t\\.example\\/x", "surrogate": "s.js"}]}}}"#,
      to: "tds.json")
    try folder.write(#"["mine.example"]"#, to: "sites.json")
  }

  private func sh(_ script: String) throws -> Shell.Result { try Shell.run(script, in: folder) }

  @Test func writesListsAndManifest() throws {
    let result = try sh("mkdir o && sluice merge ads.txt b.txt tds.json sites.json -o o/all.json")
    #expect(result.status == 0, "\(result.error)")
    #expect(result.output.isEmpty)
    #expect(result.error.contains("4 inputs → "))
    let manifest = try #require(
      try JSONSerialization.jsonObject(with: Data((folder.text(of: "o/manifest.json") ?? "").utf8))
        as? [String: Any])
    let outputs = try #require(manifest["outputs"] as? [[String: Any]])
    let sums = try sh("cd o && sha256sum *.json").output
    for output in outputs {
      let name = try #require(output["name"] as? String)
      #expect(sums.contains("\(output["sha256"] as? String ?? "-")  \(name)"))
    }
    #expect(try sh("ls o | wc -l").output.contains("\(outputs.count + 1)"))
  }

  @Test func saysItOnceAndInTheSameBytesWhateverTheOrder() throws {
    _ = try sh(
      "mkdir a b && sluice merge -q ads.txt b.txt tds.json -o a/x.json; sluice merge -q tds.json b.txt ads.txt -o b/x.json"
    )
    #expect(try sh("diff -r a b").status == 0)
  }

  @Test(arguments: ["broken.json", "broken-rules.json", "missing.json"])
  func oneBadInputLeavesEverythingAsItWas(name: String) throws {
    try folder.write("{\"trackers\": ", to: "broken.json")
    try folder.write("[{\"trigger\": {}}]", to: "broken-rules.json")
    #expect(try sh("mkdir o && sluice merge -q ads.txt -o o/x.json").status == 0)
    let before = try sh("cat o/*").output
    let result = try sh("sluice merge ads.txt b.txt \(name) -o o/x.json")
    #expect(result.status == 2)
    #expect(result.error.contains(name))
    #expect(try sh("cat o/*").output == before)
    #expect(try sh("ls -A o").output == "manifest.json\nx.json\n")
  }

  @Test func aFullDiskLeavesEverythingAsItWas() throws {
    try folder.write((0..<20_000).map { "||host\($0).example^\n" }.joined(), to: "large.txt")
    #expect(try sh("mkdir o && sluice merge -q ads.txt -o o/x.json").status == 0)
    let before = try sh("cat o/*").output
    let result = try sh("ulimit -f 8; exec \"$SLUICE\" merge -q ads.txt large.txt -o o/x.json")
    #expect(result.status == 2)
    #expect(try sh("cat o/*").output == before)
    #expect(try sh("ls -A o").output == "manifest.json\nx.json\n")
  }

  @Test func aSignalLeavesEverythingAsItWas() throws {
    try folder.write("old", to: "x.json")
    // The manifest goes to a FIFO that nobody reads: the process waits with the list written beside its place.
    let result = try sh(
      """
      mkfifo manifest.json
      "$SLUICE" merge -q ads.txt -o x.json &
      tries=0
      while [ $tries -lt 100 ] && ! ls -a | grep -q '^\\.x'; do sleep 0.1; tries=$((tries + 1)); done
      ls -a | grep '^\\.x'
      kill -TERM $!
      wait $!
      """)
    #expect(result.output.hasPrefix(".x.json.sluice-"))
    #expect(result.status > 128)
    #expect(folder.text(of: "x.json") == "old")
    #expect(!folder.names.contains { $0.hasPrefix(".") })
  }

  /// What stands beside the lists replaces what a merge wrote, and nothing else.
  @Test(arguments: ["manifest.json", "surrogates.json"])
  func whatIsTheUsersStays(name: String) throws {
    try folder.write(
      #"{"t.example": [{"regexRule": "t\\.example\\/x", "surrogate": "s.js"}]}"#, to: "mapping.json")
    try folder.write("", to: "s.js")
    let merge = "sluice merge -q tds.json --surrogates . -o o/x.json"
    let result = try sh("mkdir o; echo mine > o/\(name); \(merge)")
    #expect(result.status == 2)
    #expect(
      result.error.contains("'o/\(name)' would be overwritten, and the last merge did not write it"),
      "\(result.error)")
    #expect(try sh("cat o/*; ls -A o").output == "mine\n\(name)\n")
    // What it has written itself it replaces, and lists as it was told.
    let again = try sh(
      "rm o/*; \(merge) && cp o/x.json o/y.json && \(merge) ads.txt && sluice merge -q b.txt -o o/y.json")
    #expect(again.status == 0, "\(again.error)")
  }

  @Test func aBuildsManifestIsNotReplaced() throws {
    try folder.write(#"{lists: [{name: "ads", sources: ["ads.txt"]}]}"#, to: "sluice.json")
    let result = try sh("sluice build -q --cache cache; sluice merge -q ads.txt -o public/x.json")
    #expect(result.status == 2 && result.error.contains("'public/manifest.json' would be overwritten"))
  }

  @Test(arguments: [
    ("ln ads.txt x.json", "x.json"), ("ln -s ads.txt x.json", "x.json"),
    ("ln ads.txt manifest.json", "manifest.json"),
    ("ln -s ads.txt x.json", "./x.json"),
  ])
  func inputsAreNeverOutputs(setup: String, output: String) throws {
    let before = folder.text(of: "ads.txt")
    let result = try sh(
      "\(setup); sluice merge -q ads.txt -o \(output == "manifest.json" ? "x.json" : output)")
    #expect(result.status == 2 && result.error.contains("'\(output)' is an input"), "\(result.error)")
    #expect(folder.text(of: "ads.txt") == before)
  }

  @Test func aScriptThatIsNoFileOfTheFolderIsMissing() throws {
    try folder.write(
      #"{"trackers": {"t.example": {"default": "block", "rules": [{"rule": "x", "surrogate": "../s.js"}]}}}"#,
      to: "tds.json")
    try folder.write("{}", to: "mapping.json")
    let result = try sh(
      "mkdir scripts; cp mapping.json scripts; touch s.js; sluice merge tds.json --surrogates scripts -o x.json"
    )
    #expect(result.status == 2 && result.error.contains("'../s.js'"), "\(result.error)")
    let mapping = try sh(
      "cp mapping.json s.js scripts; sluice merge tds.json --surrogates scripts -o scripts/mapping.json")
    #expect(mapping.status == 2)
    #expect(folder.text(of: "scripts/mapping.json") == "{}")
  }

  @Test func surrogatesAreChecked() throws {
    try folder.write(
      #"{"t.example": [{"regexRule": "t\\.example\\/x", "surrogate": "s.js"}]}"#, to: "mapping.json")
    let missing = try sh("sluice merge tds.json --surrogates . -o x.json")
    #expect(missing.status == 2)
    #expect(missing.error.contains("'s.js'"))
    #expect(folder.text(of: "x.json") == nil)
    try folder.write("", to: "s.js")
    #expect(try sh("sluice merge -q tds.json --surrogates . -o x.json").status == 0)
    #expect(folder.text(of: "surrogates.json")?.contains("\"s.js\"") == true)
    #expect(try sh("sluice merge ads.txt --surrogates . -o x.json").status == 64)
  }

  @Test func featuresOfAConfigurationAreUsedOrNamed() throws {
    try folder.write(
      """
      {"trackers": {"t.example": {"default": "ignore", "owner": {"name": "T"}, "rules": [
        {"rule": "t\\\\.example/", "action": "block-ctl-t"}]}}, "entities": {"T": {"domains": ["t.example"]}}}
      """, to: "click.json")
    try folder.write(
      """
      {"features": {"clickToLoad": {"state": "enabled", "settings": {
        "T": {"state": "enabled", "ruleActions": ["block-ctl-t"]}}},
       "requestBlocklist": {"state": "enabled", "minSupportedVersion": "3",
        "settings": {"blockedRequests": {"a.example": {"rules": [{"rule": "a.example/x", "domains": ["<all>"]}]}}}},
       "elementHiding": {"state": "enabled"}}}
      """, to: "config.json")
    let plain = try sh("sluice merge click.json config.json -o x.json")
    #expect(plain.error.contains("config.json:1:30: warning: features.clickToLoad: "))
    #expect(plain.error.contains("[click-to-load-unused]") && plain.error.contains("[version-unknown]"))
    #expect(plain.error.contains("config.json:5:2: warning: features.elementHiding: "))
    #expect(folder.text(of: "x.json")?.contains("a\\\\.example") == true)
    #expect(folder.text(of: "x.json")?.contains("t\\\\.example") == false)
    let all = try sh("sluice merge click.json config.json --click-to-load --app-version 2.9 -o x.json")
    #expect(!all.error.contains("click-to-load-unused") && !all.error.contains("version-unknown"))
    #expect(folder.text(of: "x.json")?.contains("a\\\\.example") == false)
    #expect(folder.text(of: "x.json")?.contains("t\\\\.example") == true)
  }

  @Test(arguments: [
    ("merge", 64), ("merge tds.json --app-version new -o x.json", 64),
    ("merge tds.json --app-version 1.20 -o x.json", 0), ("merge ads.txt", 64), ("merge ads.txt -o -", 64),
    ("merge - - -o x.json", 64),
    ("merge ads.txt -o manifest.json", 2), ("merge ads.txt -o ads.txt", 2), ("merge sites.json -o x.json", 2),
    ("merge --append-exceptions ads.txt sites.json -o x.json", 0),
    ("merge ads.txt --split action -o x.json", 0),
    ("merge ads.txt --split nothing -o x.json", 64), ("merge ads.txt --max-rules 1 -o x.json", 2),
  ])
  func exitCodes(words: String, status: Int32) throws {
    let result = try sh("sluice \(words)")
    #expect(result.status == status, "\(result.error)")
    #expect(result.error.isEmpty == false)
  }
}
