import SluiceRules
import Foundation
import SluicePageInspection
import TestSupport

/// Runs pages and selectors in the real engine with `Driver/query_documents.js`, and in `HTMLDocument`.
struct DocumentRun {
  struct Case: Encodable {
    var html: String
    /// The selectors, or nil for those of all cases.
    var selectors: [String]?
  }

  /// The engine's answer to a case.
  struct Answer: Decodable {
    var tree: String
    /// The index of each selector with matches, followed by those of its elements.
    var found: [[Int]]
    /// The rejected selectors.
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
