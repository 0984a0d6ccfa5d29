import Foundation
import TestSupport

/// The recorded requests of the shared folder as cases, grouped by page.
enum RecordedRequests {
  static let folder = Repository.shared.appending(path: "requests/easylist+easyprivacy")
  static let lists = ["easylist.txt", "easyprivacy.txt"].map {
    Repository.shared.appending(path: "lists/\($0)")
  }

  static var areAvailable: Bool {
    ([folder] + lists).allSatisfy { FileManager.default.fileExists(atPath: $0.path) }
  }

  private struct Line: Decodable {
    var url, page, type: String
  }

  /// Returns every `step`th request of each file, without duplicate URLs on a page.
  static func cases(everyNth step: Int) throws -> [AgreementCase] {
    var order: [String] = []
    var loads: [String: [AgreementCase.Load]] = [:]
    var keys: [String: Set<String>] = [:]
    for name in ["recorded", "synthetic", "pages"] {
      let data = try Data(contentsOf: folder.appending(path: "\(name).jsonl"))
      let lines = data.split(separator: UInt8(ascii: "\n"))
      for index in stride(from: 0, to: lines.count, by: step) {
        let line = try JSONDecoder().decode(Line.self, from: lines[index])
        guard let (page, load) = visit(line) else { continue }
        if loads[page] == nil {
          order.append(page)
          keys[page] = [AgreementGenerator.key(page)]
        }
        guard let load, keys[page]?.insert(AgreementGenerator.key(load.url)).inserted ?? false else {
          loads[page, default: []] += []
          continue
        }
        loads[page, default: []].append(load)
      }
    }
    return order.map { page in
      AgreementCase(
        rules: [], page: page, html: "", frame: nil, hasCookies: false, loads: loads[page] ?? [],
        selectors: [])
    }
  }

  /// Returns the page with its request, which is nil for the page itself.
  ///
  /// The result is nil if the line cannot be tested.
  private static func visit(_ line: Line) -> (page: String, load: AgreementCase.Load?)? {
    if line.type == "document" { return (line.url, nil) }
    var page = String(line.page.split(separator: "#")[0])
    // A secure page would not request an insecure URL.
    if line.url.hasPrefix("http:") || line.url.hasPrefix("ws:"), page.hasPrefix("https:") {
      page = "http:" + page.dropFirst("https:".count)
    }
    let type =
      switch line.type {
      case "xmlhttprequest": "xhr"
      case "other": "beacon"
      default: line.type
      }
    return (page + AgreementGenerator.fragment, AgreementCase.Load(url: line.url, type: type))
  }
}
