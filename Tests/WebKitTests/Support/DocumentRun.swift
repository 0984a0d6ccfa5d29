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
    /// For each selector that finds something its index, and behind it those of the elements.
    var found: [[Int]]
    /// The selectors that are not taken.
    var refused: [Int]

    /// The elements by selector.
    var elements: [Int: [Int]] {
      Dictionary(
        uniqueKeysWithValues: found.compactMap { row in row.first.map { ($0, Array(row.dropFirst())) } })
    }
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
