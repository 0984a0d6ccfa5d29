import SluiceConversion
import SluiceListFiles
import SluiceLists
import TestSupport
import Testing

/// Builds as other packages run them.
@Suite struct BuildRunTests {
  private let temporary: TemporaryFolder

  init() throws {
    temporary = try TemporaryFolder()
    try temporary.write("||ads.example^\n||other.example^\n", to: "ads.txt")
  }

  private func file(_ sources: String) throws -> BuildFile {
    try BuildFile(parsing: "{output: 'lists', lists: [{name: 'ads', sources: [\(sources)]}]}")
  }

  @Test func buildWritesToFolderOfBuildFile() throws {
    let build = Build(try file("'ads.txt'"), settings: Build.Settings(root: temporary.path))
    let summary = try build.run()
    #expect(summary.isChanged && summary.lists.map(\.filters) == [2])
    #expect(
      try temporary.text(of: "lists/ads.json")
        == Converter().convert("||ads.example^\n||other.example^").lists[0].rules.encodedString())
    #expect(temporary.text(of: "lists/\(Manifest.fileName)")?.contains(Build.version) == true)
    let again = try build.run()
    #expect(!again.isChanged && again.lists.map(\.isUnchanged) == [true])
  }

  @Test func buildAsksFunctionForURLs() throws {
    var asked: [String] = []
    let settings = Build.Settings(root: temporary.path, output: temporary.path("public"))
    let build = Build(try file("'ads.txt', 'https://lists.example/a.txt'"), settings: settings) { url in
      asked.append(url)
      return Array(
        (url.hasSuffix("b.txt") ? "||fourth.example^" : "||third.example^\n!#include b.txt\n").utf8)
    }
    let summary = try build.run()
    #expect(summary.lists.map(\.filters) == [4])
    #expect(asked == ["https://lists.example/a.txt", "https://lists.example/b.txt"])
  }

  @Test(arguments: [
    (nil, "https://lists.example/a.txt: is a URL, and this build fetches nothing"),
    ("<!DOCTYPE html><html>", "https://lists.example/a.txt: the server sent an HTML page instead of a list"),
  ])
  func failedBuildLeavesNoFolder(body: String?, message: String) throws {
    let file = try file("'https://lists.example/a.txt'")
    let settings = Build.Settings(root: temporary.path)
    let build =
      body.map { body in Build(file, settings: settings) { _ in Array(body.utf8) } }
      ?? Build(file, settings: settings)
    let failure = #expect(throws: BuildFailure.self) { try build.run() }
    #expect(failure?.description == message)
    #expect(temporary.text(of: "lists/ads.json") == nil)
  }
}
