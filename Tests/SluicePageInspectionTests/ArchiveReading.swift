import SluiceAnalysis
import SluiceRules
import SluiceText

@testable import SluicePageInspection

/// Reads HARs written by tests.
protocol ArchiveReading {}

extension ArchiveReading {
  /// Returns the requests of entries, one per line: type, URL, page and frame.
  func read(_ entries: [String], pages: String = "[]") throws -> [String] {
    try archive(entries, pages: pages).loads.map { load in
      let description = load.description
      let frame = description.frame.map { " in \(Self.text($0)) \(load.frameSource)" } ?? ""
      return
        "\(description.kind.rawValue) \(Self.text(description.url)) on \(Self.text(description.page))\(frame)"
    }
  }

  func archive(_ entries: [String], pages: String = "[]") throws -> PageArchive {
    let text = "{\"log\":{\"pages\":\(pages),\"entries\":[\(entries.joined(separator: ","))]}}"
    return try PageArchive(decodingJSON: text)
  }

  static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  /// Returns an entry with headers `name: value` and further members.
  func entry(_ url: String, _ headers: [String] = [], _ rest: String = "") -> String {
    let list = headers.map { header in
      let parts = header.split(separator: ": ", maxSplits: 1)
      return "{\"name\":\"\(parts[0])\",\"value\":\"\(parts[1])\"}"
    }
    return "{\"request\":{\"url\":\"\(url)\",\"headers\":[\(list.joined(separator: ","))]}"
      + (rest.isEmpty ? "" : ",\(rest)") + "}"
  }

  func typed(_ type: String) -> String { "\"_resourceType\":\"\(type)\"" }

  var page: String { "\"pageref\":\"1\",\"_resourceType\":\"document\"" }
  var inPage: String { "\"pageref\":\"1\"" }
}

extension PageInspection {
  init(
    _ archive: PageArchive, lists: Blocklists, suffixes: PublicSuffixList, filterLimit: Int = .max
  ) {
    var judge = PageJudge(lists, suffixes: suffixes, filterLimit: filterLimit)
    self.init(archive, judge: &judge)
  }
}
