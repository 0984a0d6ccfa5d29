import Foundation
import SluiceAnalysis
import SluiceConversion
import SluiceSyntax

/// Filters, a page, and the expected results in WebKit: see `Cases/README.md`.
struct ProbeCase: Decodable, Sendable {
  enum Verdict: String, Codable, Sendable {
    case blocked
    case loaded
    case hidden
    case shown
    case stripped
    case sent
  }

  struct Request: Codable, Sendable {
    var url: String
    var type: String
    var frame: String?
    var expect: Verdict
    /// Whether the request has its cookie; not checked if absent.
    var cookie: Verdict?
    var differs: [ProbeLayout: Verdict]?
  }

  struct Look: Codable, Sendable {
    var selector: String
    var frame: String?
    var expect: Verdict
    var differs: [ProbeLayout: Verdict]?
  }

  var name: String
  var comment: String?
  var filters: [String]
  /// The document whose host `$domain=` refers to; the page if absent.
  var domainScope: DomainScope?
  /// Where generic hiding filters act; everywhere if absent.
  var genericHiding: GenericHiding?
  var page: String
  /// The result for the page itself; loaded if absent.
  var expect: Verdict?
  var html: String?
  var frames: [String: String]?
  var requests: [Request]?
  var hidden: [Look]?
  /// The layouts in which the case must pass; all if absent.
  var layouts: [ProbeLayout]?
  /// The ids of the expected diagnostics of the filters, each once; none if absent.
  var reported: [String]?
  /// Additional ids, by layout.
  var reportedIn: [String: [String]]?

  /// The filters, with one filter for each number of a counter `{1..n}`.
  var expandedFilters: [String] {
    filters.flatMap { filter in
      guard let counter = filter.firstMatch(of: /\{(\d+)\.\.(\d+)\}/), let first = Int(counter.1),
        let last = Int(counter.2), first <= last
      else { return [filter] }
      return (first...last).map { filter.replacing(counter.0, with: String($0)) }
    }
  }

  /// Every result that the case expects.
  ///
  /// A loaded page does not count, because it is the default.
  var verdicts: [Verdict] {
    (expect == .blocked ? [.blocked] : []) + (requests ?? []).map(\.expect) + (hidden ?? []).map(\.expect)
      + (requests ?? []).compactMap(\.cookie)
  }

  /// Whether a layout is known to give another result.
  var differs: Bool {
    (requests ?? []).contains { $0.differs != nil } || (hidden ?? []).contains { $0.differs != nil }
  }
}

/// A file of cases.
struct ProbeCaseFile: Sendable {
  var name: String
  var data: Data
  var cases: [ProbeCase]

  /// Returns all files, in the order of their names.
  static func all() throws -> [ProbeCaseFile] {
    let urls = try FileManager.default.contentsOfDirectory(
      at: WebKitTools.cases, includingPropertiesForKeys: nil)
    return try urls.filter { $0.pathExtension == "json" }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
      .map { url in
        let data = try Data(contentsOf: url)
        let cases = try JSONDecoder().decode([ProbeCase].self, from: data)
        return ProbeCaseFile(name: url.lastPathComponent, data: data, cases: cases)
      }
  }
}
