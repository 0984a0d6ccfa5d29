import Foundation
import TestSupport
import Testing

/// Opens pages with scripts in a real WebKit, with `Tests/SluicePageScriptTests/Driver/page-cases`.
enum PageProbe {
  /// A page, with the expression to evaluate in it.
  struct Job: Encodable {
    var isolated: String?
    var page: String?
    var html: String
    var url: String
    var then: [String] = []
    var value: String
    var patience = 80
    /// The value that the expression should reach, however busy the machine is.
    var expected: JSONValue?
  }

  private static let tool = Repository.root.appending(
    path: "Tests/SluicePageScriptTests/Driver/page-cases")

  static let isAvailable: Bool = {
    let process = Process()
    process.executableURL = ToolRun.python
    process.arguments = [tool.path, "--check"]
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    let isAvailable =
      (try? process.run()).map {
        process.waitUntilExit()
        return process.terminationStatus == 0
      } ?? false
    if !isAvailable { print("skipped: the tests of scripts in pages: WebKitGTK cannot be run here") }
    return isAvailable
  }()

  static var comment: Comment { "skipped: WebKitGTK cannot be run here" }

  struct Failure: Error { let run: ToolRun }

  /// Returns the values of the jobs, in order.
  static func values(of jobs: [Job]) async throws -> [JSONValue] {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "cases.json")
    try JSONEncoder().encode(jobs).write(to: file)
    let run = try await ToolRun.python(tool, [file.path], in: folder.url)
    guard run.status == 0 else { throw Failure(run: run) }
    return try JSONDecoder().decode([JSONValue].self, from: run.output)
  }
}
