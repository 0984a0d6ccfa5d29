import Foundation
import TestSupport

/// A script of `Driver` that answers cases in the real engine, through `Driver/evaluate.py`.
struct EngineScript {
  let name: String

  private struct Input<Case: Encodable, Common: Encodable>: Encodable {
    var common: Common
    var cases: [Case]
  }

  /// Returns the answers to the cases.
  ///
  /// - Parameter common: The data that all cases share.
  func answers<Case: Encodable, Common: Encodable, Answer: Decodable>(
    _ cases: [Case], common: Common
  ) async throws -> [Answer] {
    let folder = try TemporaryFolder()
    let input = folder.url.appending(path: "cases.json")
    let output = folder.url.appending(path: "output.json")
    try JSONEncoder().encode(Input(common: common, cases: cases)).write(to: input)
    let driver = Repository.root.appending(path: "Tests/WebKitTests/Driver")
    let run = try await ToolRun.python(
      driver.appending(path: "evaluate.py"),
      [driver.appending(path: "\(name).js").path, input.path, output.path], in: folder.url)
    guard run.status == 0 else { throw ProbeProblem(status: run.status, errors: run.errors) }
    return try JSONDecoder().decode([Answer].self, from: Data(contentsOf: output))
  }
}
