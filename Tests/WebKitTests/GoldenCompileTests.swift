import Foundation
import TestSupport
import Testing

/// WebKit's own compiler accepts every golden output completely.
@Suite(
  .browser, .enabled(if: WebKitTools.isAvailable, WebKitTools.comment))
struct GoldenCompileTests {
  @Test(.ends)
  func goldenListsCompileInWebKit() async throws {
    let files = try Repository.goldenRuleLists().map(\.path)
    try #require(!files.isEmpty)
    let folder = try TemporaryFolder()
    let run = try await ToolRun.python(WebKitTools.compiler, ["--json", "--dropped"] + files, in: folder.url)
    let results = try run.output.split(separator: UInt8(ascii: "\n")).map {
      try JSONDecoder().decode(Compiled.self, from: $0)
    }
    #expect(run.status == 0, "\(run.errors)")
    #expect(results.map(\.file) == files)
    for result in results {
      #expect(result.error == nil, "\(result.file)")
      #expect(result.dropped?.isEmpty == true, "\(result.file): \(result.dropped ?? [])")
    }
  }
}

/// The output of webkit-compile for a file.
private struct Compiled: Decodable {
  struct Dropped: Decodable, CustomStringConvertible {
    var rule: Int
    var selector: String

    var description: String { "rule \(rule): \(selector)" }
  }

  var file: String
  var error: String?
  var dropped: [Dropped]?
}
