import Foundation
import SluiceListFiles
import SluiceLists
import TestSupport
import Testing

/// The build files of the project's own lists and of its samples.
@Suite struct RepositoryBuildFileTests {
  /// The path of each build file, relative to the root of the package.
  private static let paths: [String] = ["Filters", "Samples"].flatMap { folder in
    let files = FileManager.default.enumerator(atPath: Repository.root.appending(path: folder).path)
    return (files?.compactMap { $0 as? String } ?? []).map { "\(folder)/\($0)" }.filter(isBuildFile).sorted()
  }

  private static func isBuildFile(_ path: String) -> Bool {
    guard [".json", ".jsonc", ".json5"].contains(where: path.hasSuffix), !path.contains("/.build/"),
      let text = try? Repository.text(of: path)
    else { return false }
    // A manifest has lists without sources.
    return text.contains(/"lists":\s*\[/) && text.contains(/"sources":\s*\[/)
  }

  @Test func samplesAndOwnListsHaveBuildFiles() {
    #expect(Self.paths.contains("Filters/sluice.json"))
    #expect(Self.paths.contains("Samples/Browser/sluice.json"))
  }

  /// Files at URLs are replaced by small ones.
  @Test(arguments: paths) func buildFileBuilds(path: String) throws {
    let temporary = try TemporaryFolder()
    let file = try BuildFile(parsing: Repository.bytes(of: path), name: path)
    // `.ci/steps/docs` builds these with files that documents show.
    if path.hasPrefix("Samples/Documents/") { return }
    let folder = Repository.root.appending(path: path).deletingLastPathComponent()
    let build = Build(
      file, settings: Build.Settings(root: folder.path, output: temporary.path("lists")), fetch: Self.answer)
    let summary = try build.run()
    #expect(summary.lists.map(\.name) == file.lists.map(\.name))
    #expect(summary.lists.allSatisfy { $0.filters > 0 || $0.rules > 0 })
  }

  private static func answer(_ url: String) -> [UInt8] {
    let sample =
      url.hasSuffix("tds.json") ? "tds.json" : url.hasSuffix(".json") ? "exceptions.json" : nil
    if let sample { return (try? Repository.bytes(of: "Samples/tracker-radar/\(sample)")) ?? [] }
    return Array((url.hasSuffix(".js") ? "window.example = 1" : "||ads.example^\n").utf8)
  }
}
