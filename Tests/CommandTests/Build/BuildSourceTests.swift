import Foundation
import SluiceLists
import Testing
import TestSupport

/// How sources are found, duplicate sources, and optional sources.
@Suite struct BuildSourceTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func sh(_ script: String) throws -> Shell.Result { try Shell.run(script, in: folder) }

  // MARK: Places

  @Test(arguments: [
    #"{lists: [{name: "a", sources: ["ads.txt"]}]}"#, #"{lists: [{name: "a", sources: ["ads/"]}]}"#,
    #"{"name": "a", "sources": [{"source": "ads.txt"}]}"#,
    #"{"name": "a", "sources": [{"source": "ok.txt"}], "exclusions_sources": ["ads.txt"]}"#,
    #"{lists: [{name: "a", sources: ["ok.txt"], trackerRadar: {blocklist: "ads.txt"}}]}"#,
  ])
  func missingSourceErrorShowsSearchedPath(file: String) throws {
    _ = try sh("mkdir -p conf lists")
    for (name, text) in [
      "conf/sluice.json": file, "conf/ok.txt": "||ok.example^\n", "ads.txt": "||a.example^\n",
    ] {
      try folder.write(text, to: name)
    }
    _ = try sh("mkdir -p ads && cp ads.txt ads/")
    let result = try sh("sluice build conf/sluice.json -o public --cache cache")
    #expect(result.status == 2)
    let name = file.contains("ads/") ? "ads/" : "ads.txt"
    let root = try sh("cd conf && pwd -P").output.trimmingCharacters(in: .newlines)
    #expect(
      result.error.contains(
        "paths are relative to the build file: looked for '\(root)/\(name)'; the file of this name in the working directory is not used"
      ), "\(result.error)")
    // The same without a file in the working directory.
    let other = try sh("cd conf && sluice build sluice.json -o ../public --cache ../cache")
    #expect(other.error.contains("looked for '\(root)/\(name)'\n"), "\(other.error)")
  }

  @Test func missingParentOfOutputIsNamed() throws {
    try folder.write(#"{lists: [{name: "a", sources: ["ads.txt"]}]}"#, to: "sluice.json")
    try folder.write("||a.example^\n", to: "ads.txt")
    let result = try sh("sluice build -o out/x --cache cache")
    #expect(result.status == 2)
    #expect(result.error.contains("create the folder 'out' first: mkdir -p out"), "\(result.error)")
    #expect(try sh("mkdir -p out && sluice build -o out/x --cache cache").status == 0)
  }

  /// Otherwise fetched lists could read any file.
  @Test func localIncludeOutsideFolderIsRefused() throws {
    try folder.write(#"{lists: [{name: "a", sources: ["lists/ads.txt"]}]}"#, to: "sluice.json")
    _ = try sh("mkdir -p lists")
    try folder.write("||a.example^\n!#include ../shared.txt\n", to: "lists/ads.txt")
    try folder.write("||shared.example^\n", to: "shared.txt")
    let result = try sh("sluice build -o public --cache cache")
    #expect(result.status == 2)
    #expect(
      result.error.contains("includes '../shared.txt', which is outside its folder"), "\(result.error)")
    #expect(result.error.contains("name it as a source in the build file"), "\(result.error)")
    try folder.write(#"{lists: [{name: "a", sources: ["lists/ads.txt", "shared.txt"]}]}"#, to: "sluice.json")
    try folder.write("||a.example^\n", to: "lists/ads.txt")
    #expect(try sh("sluice build -o public --cache cache").status == 0)
  }

  // MARK: Duplicates

  @Test func duplicateSourceIsReadOnce() throws {
    try folder.write("||a.example^\n##.ad\n", to: "ads.txt")
    func rules(_ sources: String) throws -> (rules: String?, error: String) {
      try folder.write("{lists: [{name: \"a\", sources: [\(sources)]}]}", to: "sluice.json")
      let result = try sh("rm -rf public; sluice build -o public --cache cache")
      #expect(result.status == 0, "\(result.error)")
      return (folder.text(of: "public/a.json"), result.error)
    }
    let once = try rules(#""ads.txt""#)
    let twice = try rules(#""ads.txt", {file: "ads.txt"}, "./ads.txt", ".//ads.txt""#)
    #expect(once.rules == twice.rules)
    #expect(twice.error.contains("ads.txt: warning: is a source of 'a' more than once, and is read once"))
    #expect(twice.error.contains("a: 2 filters"), "\(twice.error)")
    // The same file with two different `includes` is two sources.
    let ways = try rules(###"{file: "ads.txt", includes: ["||"]}, {file: "ads.txt", includes: ["##"]}"###)
    #expect(once.rules == ways.rules && !ways.error.contains("more than once"))
  }

  // MARK: Optional

  @Test(arguments: [
    #"{url: "http://127.0.0.1:1/x.txt", optional: true}"#, #"{file: "missing.txt", optional: true}"#,
    #"{directory: "none/", optional: true}"#, #"{file: "page.html", optional: true}"#,
    #"{file: "including.txt", optional: true}"#,
  ])
  func optionalSourceMayFail(source: String) throws {
    try folder.write("||a.example^\n", to: "ads.txt")
    try folder.write("<!DOCTYPE html><p>gone</p>\n", to: "page.html")
    try folder.write("||b.example^\n!#include missing.txt\n", to: "including.txt")
    func build(_ sources: String) throws -> Shell.Result {
      try folder.write(
        "{fetch: {retries: 0, totalTimeout: 20}, lists: [{name: \"a\", sources: [\(sources)]}]}",
        to: "sluice.json")
      return try sh("rm -rf public cache; sluice build -o public --cache cache")
    }
    let result = try build(#""ads.txt", \#(source)"#)
    #expect(result.status == 0, "\(result.error)")
    #expect(result.error.contains("'a' is built without this optional source"), "\(result.error)")
    #expect(folder.text(of: "public/a.json")?.contains("a\\\\.example") == true)
    #expect(folder.text(of: "public/a.json")?.contains("b\\\\.example") == false)
    let manifest = try Manifest.read(folder.path("public/manifest.json"))
    #expect(manifest.inputs.map(\.name) == ["ads.txt"])
    #expect((manifest.warnings ?? []).contains { $0.hasSuffix("'a' is built without this optional source") })
    // Nothing is published when all sources fail.
    let alone = try build(source)
    #expect(alone.status == 2)
    #expect(alone.error.contains("a: has no source"), "\(alone.error)")
    #expect(folder.text(of: "public/a.json") == nil)
    // A required source that fails fails the build, whatever the others do.
    let both = try build(#"\#(source), "ads.txt", \#(source.replacing(", optional: true", with: ""))"#)
    #expect(both.status == 2, "\(both.error)")
  }

  @Test func availableOptionalSourceIsRead() throws {
    try folder.write("||a.example^\n", to: "ads.txt")
    try folder.write(
      #"{lists: [{name: "a", sources: [{file: "ads.txt", optional: true}]}]}"#, to: "sluice.json")
    let result = try sh("sluice build -o public --cache cache")
    #expect(result.status == 0 && !result.error.contains("warning"), "\(result.error)")
    #expect(folder.text(of: "public/a.json")?.contains("a\\\\.example") == true)
  }
}
