import Foundation
import SluiceListFiles
import SluiceLists
import SluicePageInspection
import SluiceRules
import TestSupport
import Testing

@testable import sluice

/// The JSON Schemas in `docs` against the documents that commands write and read.
@Suite struct SchemaTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      """
      ! License: GPLv3
      ! Version: 7
      ||ads.example^
      ||b.example^$object,script
      ||c.example^$third-party,image
      ##.ad
      ##a[href]
      a.example##.x
      a.example##+js(none)
      a.example##.y:has-text(z)
      ||d.example^$ping
      *$removeparam=x
      ||excluded.example^

      """, to: "list.txt")
    try folder.write(
      #"{"readme":"https://github.com/duckduckgo/","trackers":{"ads.example":{"default":"block","rules":"#
        + #"[{"rule":"ads\\.example/s.js","surrogate":"s.js"}]},"a b":{"default":"block"}}}"#,
      to: "tds.json")
  }

  private func sh(_ script: String) throws {
    let result = try Shell.run(script, in: folder)
    #expect(result.status == 0, "\(script): \(result.error)")
  }

  private func read(_ name: String) throws -> JSONTree {
    try JSONTree(parsing: try #require(folder.text(of: name), "\(name)"))
  }

  /// Checks documents, and that together they have all keys of the schema except `unused`.
  private func expect(_ documents: [String], follow name: String, unused: Set<String> = []) throws {
    let schema = try JSONSchema(name)
    var used: Set<String> = []
    for document in documents {
      let result = schema.check(try read(document))
      #expect(result.problems == [], "\(document)")
      used.formUnion(result.used)
    }
    #expect(schema.keys.subtracting(used) == unused)
  }

  @Test func manifestsAndBuildReportsMatchSchemas() throws {
    try folder.write(
      """
      {lists: [
        {name: "ads", title: "T", description: "d", homepage: "h", license: "MIT", version: "1", sources: ["list.txt"],
          excludes: ["excluded"], targets: ["safari-17"],
          outputs: {sourceMaps: true, pageScripts: true, text: true, requestChanges: true},
          trackerRadar: {blocklist: "tds.json"}},
        {name: "shards", sources: ["list.txt"], outputs: {shards: {by: "base+hot", count: 2}}},
        {name: "hosts", sources: ["list.txt"], outputs: {shards: {by: "host", count: 2}}},
        {name: "empty", sources: [{file: "list.txt", includes: ["nothing"]}]},
      ]}
      """, to: "sluice.json")
    try sh("sluice build -q --offline --cache cache")
    try sh(
      "echo '||new.example^' >> list.txt; cp public/report.json first.json; sluice build -q --offline --cache cache"
    )
    try sh("sluice conformance -q probes; mkdir merged; sluice merge -q list.txt tds.json -o merged/m.json")
    try sh("mkdir scripts; sluice merge -q list.txt tds.json --page-script scripts/m -o scripts/m.json")
    try expect(
      ["public/manifest.json", "probes/manifest.json", "merged/manifest.json", "scripts/manifest.json"],
      follow: "manifest",
      unused: [
        // Only after an interrupted build, with a playground next to the program, with surrogates, from a server,
        // or with a privacy configuration.
        ".begun", ".playground", ".surrogates", "input.etag", "input.origin", ".trackerRadar.temporary",
        ".trackerRadar.allowlist", ".trackerRadar.requestBlocklist", ".trackerRadar.clickToLoad",
        ".trackerRadar.elementHiding", ".trackerRadar.userSites",
      ])
    try expect(
      ["public/report.json", "first.json"], follow: "build-report",
      // A filter is named where a rule has only one.
      unused: [
        "expensiveRule.filter", "expensiveRule.filter.file", "expensiveRule.filter.line",
        "expensiveRule.filter.text",
      ])
  }

  @Test func reportsMatchSchema() throws {
    try folder.write(
      #"{lists: [{name: "ads", sources: ["list.txt", {file: "no.txt", optional: true}]}]}"#, to: "sluice.json"
    )
    try sh("sluice build -q --offline --cache cache; sluice report -q --format json public -o build.json")
    try sh("sluice report -q --format json list.txt -o first.json")
    // The only filter of a rule is named.
    try sh("echo '##.ad' > one.txt")
    try sh("sluice report -q --format json one.txt --previous build.json -o second.json")
    try expect(["build.json", "first.json", "second.json"], follow: "report")
  }

  @Test(arguments: [
    #"{"page": "https://a.example/", "visible": ["a"], "hidden": [".b", "i"], "noErrors": true}"#,
    #"{"loads": ["https://a.example/x"], "blocked": ["https://a.example/*"], "$schema": "expectations.schema.json"}"#,
    #"{}"#, #"{"noErrors": false}"#, #"{"noErrors": "yes"}"#, #"{"visible": "a"}"#, #"{"visible": [1]}"#,
    #"{"visble": ["a"]}"#, #"{"page": 1}"#, #"{"page": "a.example"}"#, #"{"loads": ["x.js"]}"#, #"[]"#,
    #"{"hidden": {}}"#, #"{"blocked": null}"#, #"{"$schema": 1}"#,
  ])
  func expectationsMatchSchema(text: String) throws {
    let isRead = (try? Expectations(decodingJSON: Array(text.utf8))) != nil
    let problems = try JSONSchema("expectations").check(try JSONTree(parsing: text)).problems
    #expect(problems.isEmpty == isRead, "\(problems)")
  }

  @Test func documentedExpectationsHaveEveryKey() throws {
    let document = try Repository.text(of: "docs/guide/try.md")
    let part = try #require(document.components(separatedBy: "```json\n").dropFirst().first)
    let example = try #require(part.components(separatedBy: "```").first)
    let schema = try JSONSchema("expectations")
    let result = schema.check(try JSONTree(parsing: example))
    #expect(result.problems == [] && schema.keys.subtracting(result.used) == [".$schema"])
  }

  /// Returns whether the schema of build files accepts a target.
  private static func accepts(_ name: String, _ schema: JSONSchema) -> Bool {
    let list: JSONTree = .object(["name": .text("a"), "sources": .array([.text("b")])])
    return schema.check(.object(["lists": .array([list]), "targets": .array([.text(name)])])).problems.isEmpty
  }

  /// Editors accept and reject the same names of targets as builds.
  @Test(.slow(4)) func schemaAcceptsTargetsOfBuildFiles() throws {
    let schema = try JSONSchema("sluice")
    var names =
      Target.names + ["any", "ios", "macos", "ipados", "safari", "webkitgtk", "android-17", "", "ios-"]
    for line in ["safari", "ios", "ipados", "macos", "webkitgtk"] {
      for major in (line == "webkitgtk" ? 2...3 : 12...28) {
        names.append("\(line)-\(major)")
        for minor in (line == "webkitgtk" ? 36...56 : 0...7) { names.append("\(line)-\(major).\(minor)") }
      }
    }
    names += names.filter { $0.contains(".") }.flatMap { ["\($0).0", "\($0).3", "\($0).1.1"] }
    names += ["safari-17.00", "ios-018.0", "macos-14.", "ios-17.x", "ios-+17", "ios -17", "ios-17 "]
    if size(names.count) < names.count {
      names = names.enumerated().filter { $0.offset % 4 == 0 }.map(\.element)
    }
    names += names.map { $0.uppercased() } + ["iOS-17", "macOS-14", "iPadOS-18", "WebKitGTK-2.50", "Any"]
    for name in names {
      let text = #"{lists: [{name: "a", sources: ["b"]}], targets: ["\#(name)"]}"#
      let isRead = (try? BuildFile(parsing: Array(text.utf8))) != nil
      #expect(Self.accepts(name, schema) == isRead, "\(name)")
    }
  }

  /// The names that editors suggest are in order and complete.
  @Test func schemaSuggestsTargets() throws {
    let items = try #require(try JSONSchema("sluice").root["$defs"]?["targets"]?["items"])
    let suggested = items["anyOf"]?.elements.compactMap { $0["enum"]?.elements.compactMap(\.text) } ?? []
    let releases = Target.allCases.compactMap(\.release).filter { $0.engine == .safari }.map(\.version)
    #expect(suggested.first == Target.names && suggested.count == 2)
    let systems = try #require(suggested.last).compactMap { name in TargetName(name).map { (name, $0) } }
    #expect(systems.count == releases.count * 2 && systems.allSatisfy { $0.1.note == nil })
    for prefix in ["ios-", "macos-"] {
      let targets = systems.filter { $0.0.hasPrefix(prefix) }.compactMap { $0.1.target.release?.version }
      #expect(targets == releases)
    }
  }

  /// The build files of the project follow the schema.
  @Test(arguments: StarterProject.allCases)
  func initWritesValidBuildFiles(project: StarterProject) throws {
    let file = try #require(project.files.first { $0.name == "sluice.json" })
    let lines = file.text.split(separator: "\n").filter { !$0.contains(" // ") }
    let result = try JSONSchema("sluice").check(try JSONTree(parsing: lines.joined(separator: "\n")))
    #expect(result.problems == [])
  }
}
