import Documents
import Foundation
import TestSupport

/// Pages and selectors in the real engine, by `Driver/query_documents.py`, and as `Documents` has them.
struct DocumentRun {
  struct Case: Encodable {
    var html: String
    /// nil for those of all cases.
    var selectors: [String]?
  }

  private struct Input: Encodable {
    var selectors: [String]
    var cases: [Case]
  }

  /// What the engine answers for a case.
  struct Answer: Decodable {
    var tree: String
    /// Of each selector the elements, nil where it is not taken.
    var results: [[Int]?]
  }

  static func answers(_ cases: [Case], selectors: [String] = []) async throws -> [Answer] {
    let folder = try TemporaryFolder()
    let input = folder.url.appending(path: "cases.json")
    let output = folder.url.appending(path: "output.json")
    try JSONEncoder().encode(Input(selectors: selectors, cases: cases)).write(to: input)
    let driver = Repository.root.appending(path: "Tests/WebKitTests/Driver/query_documents.py")
    let run = try await ToolRun.python(driver, [input.path, output.path], in: folder.url)
    guard run.status == 0 else { throw ProbeProblem(status: run.status, errors: run.errors) }
    return try JSONDecoder().decode([Answer].self, from: Data(contentsOf: output))
  }
}
