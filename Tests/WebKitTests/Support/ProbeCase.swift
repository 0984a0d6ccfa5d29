import Conversion
import Foundation

/// Filters, a page, and what WebKit must do with the page: see `Cases/README.md`.
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
    /// Whether its cookie comes along: not looked at when absent.
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
  /// Whose host `$domain=` asks for: the page's when absent.
  var domainScope: DomainScope?
  /// Where filters hide that name no site: everywhere when absent.
  var genericHiding: GenericHiding?
  var page: String
  /// What becomes of the page itself: loaded when absent.
  var expect: Verdict?
  var html: String?
  var frames: [String: String]?
  var requests: [Request]?
  var hidden: [Look]?
  /// Where the case must hold: in all layouts when absent.
  var layouts: [ProbeLayout]?
  /// Ids of the diagnostics that the filters must give, each once: none when absent.
  var reported: [String]?
  /// More of them, in the layouts named.
  var reportedIn: [String: [String]]?

  /// The filters, those with a counter `{1..n}` once for each number.
  var expandedFilters: [String] {
    filters.flatMap { filter in
      guard let counter = filter.firstMatch(of: /\{(\d+)\.\.(\d+)\}/), let first = Int(counter.1),
        let last = Int(counter.2), first <= last
      else { return [filter] }
      return (first...last).map { filter.replacing(counter.0, with: String($0)) }
    }
  }

  /// Every verdict that the case expects. That a page is loaded says nothing, so it only counts when it is not.
  var verdicts: [Verdict] {
    (expect == .blocked ? [.blocked] : []) + (requests ?? []).map(\.expect) + (hidden ?? []).map(\.expect)
      + (requests ?? []).compactMap(\.cookie)
  }

  /// Whether some layout is known to do something else.
  var differs: Bool {
    (requests ?? []).contains { $0.differs != nil } || (hidden ?? []).contains { $0.differs != nil }
  }
}

/// A file of cases.
struct ProbeCaseFile: Sendable {
  var name: String
  var data: Data
  var cases: [ProbeCase]

  /// All files, in the order of their names.
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
