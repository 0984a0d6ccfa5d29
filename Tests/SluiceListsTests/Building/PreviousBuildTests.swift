import Foundation
import SluiceSystem
import Testing
import TestSupport

@testable import SluiceListFiles
@testable import SluiceLists

/// The parts of the previous output that a build trusts, and those that it does not.
@Suite struct PreviousBuildTests {
  private let temporary: TemporaryFolder

  init() throws {
    temporary = try TemporaryFolder()
    try temporary.write("||ads.example^\n", to: "a.txt")
    try temporary.write("||other.example^\n", to: "b.txt")
    var first = ListRecipe(name: "a", sources: [SourceRecipe(.file("a.txt"))])
    first.makesSourceMaps = true
    let second = ListRecipe(name: "b", sources: [SourceRecipe(.file("b.txt"))])
    let settings = Build.Settings(
      root: temporary.path, output: temporary.path("public"), toolVersion: "1", threads: 1)
    _ = try Build(BuildFile(lists: [first, second]), settings: settings, remote: NoRemoteDocuments()).run()
  }

  /// Calls a closure with the previous build.
  private func previous<Result>(_ ask: (PreviousBuild) throws -> Result) throws -> Result {
    let folder = try OutputFolder(temporary.path("public")) {}
    defer { folder.close() }
    return try ask(PreviousBuild(folder))
  }

  private func fingerprint(of list: String) throws -> String {
    let folder = try Directory(temporary.path("public"))
    let manifest = try #require(Manifest(in: folder, of: .build))
    return try #require(manifest.lists?.first { $0.name == list }?.fingerprint)
  }

  @Test func unchangedListsAreReusedByFingerprint() throws {
    let (a, b) = (try fingerprint(of: "a"), try fingerprint(of: "b"))
    try previous { previous in
      #expect(
        previous.list("a", fingerprint: a)?.files.map(\.name)
          == ["a.json", "a.json.gz", "a.advanced.json", "a.map"])
      #expect(
        previous.list("b", fingerprint: b)?.files.map(\.name)
          == ["b.json", "b.json.gz", "b.advanced.json"])
      #expect(previous.list("a", fingerprint: b) == nil && previous.list("c", fingerprint: a) == nil)
      #expect(previous.report != nil && previous.reportSections().count == 4)
      #expect(previous.outputs(of: "a") == ["a.json"] && previous.outputs(of: "c") == [])
      #expect(previous.files.keys.contains("manifest.json") && previous.files.count == 10)
    }
  }

  /// If one byte of any file of a list changes, that list is rebuilt; the other one stays.
  @Test(arguments: ["a.json", "a.json.gz", "a.advanced.json", "a.map"])
  func modifiedFileInvalidatesItsList(name: String) throws {
    let url = URL(filePath: temporary.path("public/\(name)"))
    var content = try Data(contentsOf: url)
    content[content.count / 2] ^= 1
    try content.write(to: url)
    let (a, b) = (try fingerprint(of: "a"), try fingerprint(of: "b"))
    try previous { previous in
      #expect(previous.list("a", fingerprint: a) == nil)
      #expect(previous.list("b", fingerprint: b) != nil)
    }
    try FileManager.default.removeItem(at: url)
    try previous { #expect($0.list("a", fingerprint: a) == nil) }
  }

  /// Without the report, the coverage of the filters would be unknown, so everything is rebuilt.
  @Test func damagedReportInvalidatesAllLists() throws {
    let a = try fingerprint(of: "a")
    try temporary.write("{}", to: "public/report.json")
    try previous { #expect($0.list("a", fingerprint: a) == nil && $0.report == nil) }
  }

  /// From a changed manifest, a build uses only file names that a build can have written.
  @Test func tamperedManifestIsNotTrusted() throws {
    let a = try fingerprint(of: "a")
    let text = try #require(temporary.text(of: "public/manifest.json"))
    try temporary.write(text.replacing("\"rules\" : ", with: "\"rules\" : 1"), to: "public/manifest.json")
    try previous { previous in
      #expect(previous.list("a", fingerprint: a) == nil && previous.report == nil)
      #expect(previous.files.keys.contains("a.json") && previous.outputs(of: "a") == ["a.json"])
    }
    try temporary.write(text.replacing("\"a.json\"", with: "\"../victim.json\""), to: "public/manifest.json")
    try previous { previous in
      #expect(previous.files.keys.allSatisfy { !$0.description.contains("victim") })
      #expect(previous.outputs(of: "a") == [])
    }
  }

  /// Without a manifest, or with one of another command or program, no file here belongs to a build.
  @Test(arguments: [
    "", "{}", "[1]", #"{"schema":1,"tool":{"name":"other","version":"1"},"outputs":[],"inputs":[]}"#,
  ])
  func missingManifestMeansNoPreviousBuild(text: String) throws {
    try temporary.write(text, to: "public/manifest.json")
    try FileManager.default.removeItem(atPath: temporary.path("public/report.json"))
    try previous { previous in
      #expect(previous.files.isEmpty && previous.report == nil && previous.outputs(of: "a") == [])
      #expect(previous.manifest(with: [], toolVersion: "2").tool.version == "2")
    }
  }
}
