import Documents
import Foundation
import TestSupport

/// Pages and selectors in the real engine, by `Driver/query_documents.js`, and as `Documents` has them.
struct DocumentRun {
  struct Case: Encodable {
    var html: String
    /// nil for those of all cases.
    var selectors: [String]?
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
    try await EngineScript(name: "query_documents").answers(cases, common: selectors)
  }
}
