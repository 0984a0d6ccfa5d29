import Foundation
import SluicePageScript
import Testing
import TestSupport

@testable import sluice

/// `sluice merge` as a process: it writes its files atomically.
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

  @Test func mergeWritesListsAndManifest() throws {
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

  @Test func mergeOutputDoesNotDependOnInputOrder() throws {
    _ = try sh(
      "mkdir a b && sluice merge -q ads.txt b.txt tds.json -o a/x.json; sluice merge -q tds.json b.txt ads.txt -o b/x.json"
    )
    #expect(try sh("diff -r a b").status == 0)
  }

  @Test(arguments: ["broken.json", "broken-rules.json", "missing.json"])
  func invalidMergeInputLeavesOutputUnchanged(name: String) throws {
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

  @Test func fullDiskLeavesMergeOutputUnchanged() throws {
    try folder.write((0..<20_000).map { "||host\($0).example^\n" }.joined(), to: "large.txt")
    #expect(try sh("mkdir o && sluice merge -q ads.txt -o o/x.json").status == 0)
    let before = try sh("cat o/*").output
    let result = try sh("ulimit -f 8; exec \"$SLUICE\" merge -q ads.txt large.txt -o o/x.json")
    #expect(result.status == 2)
    #expect(try sh("cat o/*").output == before)
    #expect(try sh("ls -A o").output == "manifest.json\nx.json\n")
  }

  @Test(.signals) func signalLeavesMergeOutputUnchanged() throws {
    try folder.write("old", to: "x.json")
    // The manifest goes to a FIFO without a reader, so the process waits after it has written the list next
    // to its final path.
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
    #expect(result.output.hasPrefix(".x.json.sluice-unfinished-"))
    #expect(result.status > 128)
    #expect(folder.text(of: "x.json") == "old")
    #expect(!folder.names.contains { $0.hasPrefix(".") })
  }

  /// The files next to the lists replace only files that a merge wrote.
  @Test(arguments: ["manifest.json", "surrogates.json"])
  func mergeNeverOverwritesUserFiles(name: String) throws {
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
    // It replaces its own files, and also the lists that it was told to write.
    let again = try sh(
      "rm o/*; \(merge) && cp o/x.json o/y.json && \(merge) ads.txt && sluice merge -q b.txt -o o/y.json")
    #expect(again.status == 0, "\(again.error)")
  }

  @Test func mergeKeepsBuildManifest() throws {
    try folder.write(#"{lists: [{name: "ads", sources: ["ads.txt"]}]}"#, to: "sluice.json")
    let result = try sh("sluice build -q --cache cache; sluice merge -q ads.txt -o public/x.json")
    #expect(result.status == 2 && result.error.contains("'public/manifest.json' would be overwritten"))
  }

  @Test(arguments: [
    ("ln ads.txt x.json", "x.json"), ("ln -s ads.txt x.json", "x.json"),
    ("ln ads.txt manifest.json", "manifest.json"),
    ("ln -s ads.txt x.json", "./x.json"),
  ])
  func mergeNeverOverwritesInputs(setup: String, output: String) throws {
    let before = folder.text(of: "ads.txt")
    let result = try sh(
      "\(setup); sluice merge -q ads.txt -o \(output == "manifest.json" ? "x.json" : output)")
    #expect(result.status == 2 && result.error.contains("'\(output)' is an input"), "\(result.error)")
    #expect(folder.text(of: "ads.txt") == before)
  }

  @Test func surrogatePathOutsideFolderIsMissing() throws {
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

  @Test func mergeChecksSurrogates() throws {
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
    // One mapping serves several data files.
    #expect(!(try sh("sluice merge tds.json --surrogates . -o x.json").error.contains("mapping.json")))
    try folder.write(
      #"{"t.example": [{"regexRule": "t\\.example\\/y", "surrogate": "s.js"}]}"#, to: "mapping.json")
    let other = try sh("sluice merge tds.json --surrogates . -o x.json")
    #expect(other.status == 0)
    #expect(
      other.error.contains(
        "mapping.json: note: 1 rule missing from the Tracker Radar file: 't.example: s.js'"))
  }

  // MARK: Page scripts

  private func makeSurrogates(_ script: String = "window.lib = 1;\n") throws {
    _ = try sh("mkdir -p s")
    try folder.write(
      #"{"t.example": [{"regexRule": "t\\.example\\/x", "surrogate": "s.js"}]}"#, to: "s/mapping.json")
    try folder.write(script, to: "s/s.js")
    try folder.write("a.com##.y:has-text(z)\na.com##+js(none)\n", to: "page.txt")
    try folder.write("a.com##+js(set, x, 1)\n", to: "more.txt")
  }

  @Test func mergedPageScriptHasFiltersAndSurrogates() throws {
    try makeSurrogates()
    let result = try sh(
      "sluice merge page.txt more.txt ads.txt tds.json --surrogates s --page-script p -o x.json")
    #expect(result.status == 0, "\(result.error)")
    let isolated = try #require(folder.text(of: "p.isolated.js"))
    let page = try #require(folder.text(of: "p.page.js"))
    for script in [isolated, page] { #expect(script.hasPrefix(PageScript.firstLine + "\n")) }
    #expect(page.contains("scriptlet_set_constant") && page.contains("window.lib = 1;\n"))
    #expect(page.contains(#""run":"s.js""#) && !isolated.contains("window.lib"))
    #expect(
      result.error.contains("2 filters and 1 surrogate for pages  ")
        && result.error.contains("\n  page-scriptlet  1  page.txt:2: 'none' unknown scriptlet\n"),
      "\(result.error)")
    // Filters that a page script implements cause no finding; all others still do.
    let each = try sh(
      "sluice merge page.txt more.txt ads.txt tds.json --surrogates s --page-script p -o x.json --max-diagnostics 0"
    )
    #expect(!each.error.contains("procedural-selector") && each.error.contains("[scriptlet]"))
    let manifest = try #require(
      try JSONSerialization.jsonObject(with: Data((folder.text(of: "manifest.json") ?? "").utf8))
        as? [String: Any])
    let files = try #require(manifest["pageScripts"] as? [[String: Any]])
    #expect(files.map { $0["name"] as? String } == ["p.isolated.js", "p.page.js"])
    let sums = try sh("sha256sum p.*.js").output
    for file in files {
      #expect(sums.contains("\(file["sha256"] as? String ?? "-")  \(file["name"] as? String ?? "")"))
    }
    // Equal inputs give equal bytes, whatever their order.
    let again = try sh(
      """
      mkdir b && sluice merge -q tds.json ads.txt more.txt page.txt --surrogates s --page-script b/p -o b/x.json
      for name in p.isolated.js p.page.js manifest.json; do cmp $name b/$name; done
      """)
    #expect(again.status == 0 && again.output.isEmpty, "\(again)")
  }

  @Test func obsoleteMergedScriptsAreRemoved() throws {
    try makeSurrogates()
    let merge = "sluice merge --page-script p -o x.json"
    #expect(try sh("\(merge) tds.json --surrogates s").status == 0)
    #expect(folder.names.filter { $0.hasPrefix("p.") } == ["p.page.js"])
    try folder.write("a.com##.y:has-text(z):remove()\n", to: "isolated.txt")
    #expect(try sh("\(merge) isolated.txt").status == 0)
    #expect(folder.names.filter { $0.hasPrefix("p.") } == ["p.isolated.js"])
    let nothing = try sh("\(merge) tds.json")
    #expect(folder.names.filter { $0.hasPrefix("p.") } == [])
    #expect(
      nothing.error.contains("0 filters and 0 surrogates for pages  no script is needed"), "\(nothing.error)")
  }

  @Test(arguments: [
    ("echo mine > p.page.js", "'p.page.js' exists and is not a script that Sluice wrote"),
    ("rm s/s.js", "surrogates are missing in 's': 's.js'"),
    ("rm s/s.js; touch s.js; ln -s ../s.js s/s.js", "cannot read 's/s.js': "),
    ("rm s/s.js; mkdir s/s.js", "surrogates are missing in 's': 's.js'"),
    (
      "echo '});(() => {' > s/s.js",
      "'s/s.js' cannot be a surrogate: line 1 closes a bracket that is not open"
    ),
    (
      "printf 'a\\n`' > s/s.js",
      "'s/s.js' cannot be a surrogate: the template that begins in line 2 has no end"
    ),
    ("printf '\\377' > s/s.js", "'s/s.js' cannot be a surrogate: it is not UTF-8"),
    ("head -c 300000 /dev/zero > s/s.js", "cannot read 's/s.js': "),
    ("ln s/s.js p.page.js", "'p.page.js' exists and is not a script that Sluice wrote"),
  ])
  func failedPageScriptMergeWritesNothing(setup: String, message: String) throws {
    try makeSurrogates()
    _ = try sh(setup)
    let before = folder.names
    let result = try sh("sluice merge page.txt tds.json --surrogates s --page-script p -o x.json")
    #expect(result.status == 2 && result.error.contains(message), "\(result.error)")
    #expect(folder.names == before)
  }

  /// Surrogates that no rule of the data refers to are not read.
  @Test func unusedSurrogatesAreNotRead() throws {
    try makeSurrogates("}")
    #expect(try sh("sluice merge -q tds.json --surrogates s -o x.json").status == 0)
    #expect(try sh("sluice merge -q tds.json --surrogates s --page-script p -o x.json").status == 2)
  }

  @Test func mergeOutputsMustBeDistinctFiles() throws {
    try makeSurrogates()
    for flags in ["--page-script -", "--page-script ''", "--page-script o/", "-o p.page.js --page-script p"] {
      let result = try sh("sluice merge -o x.json page.txt \(flags)")
      #expect(result.status == 64 && result.error.contains("'--page-script'"), "\(result.error)")
    }
    let shared = try sh(
      "sluice merge page.txt tds.json --surrogates s --page-script p --shared-exceptions -o x.json")
    #expect(shared.status == 64 && shared.error.contains("--shared-exceptions"))
    let written = try sh(
      "cp s/s.js t.js; sluice merge -q tds.json --surrogates s --page-script p -o s/s.js; cmp s/s.js t.js")
    #expect(written.error.contains("'s/s.js' is an input") && written.status == 0, "\(written)")
  }

  @Test func configurationFeaturesAreUsedOrNamed() throws {
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
       "cookie": {"state": "enabled"}}}
      """, to: "config.json")
    let plain = try sh("sluice merge click.json config.json -o x.json")
    #expect(plain.error.contains("config.json:1:30: warning: features.clickToLoad: "))
    #expect(plain.error.contains("[click-to-load-unused]") && plain.error.contains("[version-unknown]"))
    #expect(plain.error.contains("config.json:5:2: warning: features.cookie: "))
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
  func mergeArgumentsSetExitStatus(words: String, status: Int32) throws {
    let result = try sh("sluice \(words)")
    #expect(result.status == status, "\(result.error)")
    #expect(result.error.isEmpty == false)
  }

  @Test func messageSaysWhatArrayOfHostsMeans() throws {
    let error = try sh("sluice merge ads.txt sites.json -o x.json").error
    #expect(error.contains("in a JSON array, hosts are sites where nothing is blocked"), "\(error)")
  }
}
