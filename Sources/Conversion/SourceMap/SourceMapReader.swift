import Foundation

/// Why bytes are no source map.
public enum SourceMapProblem: Error, Hashable, Sendable {
  /// It is not the JSON of a source map; where and why, in words.
  case malformed(String)
  /// It is a map of a version that is not known here.
  case unknownVersion(Int)

  /// What is wrong, without a full stop.
  public var message: String {
    switch self {
    case .malformed(let reason): "it is not a source map: \(reason)"
    case .unknownVersion(let version):
      "it is a source map of version \(version); this program knows version \(SourceMap.documentVersion)"
    }
  }
}

extension SourceMap {
  /// Reads what ``encodedJSON()`` writes. Every number is checked, so that the map can be asked safely.
  public init(decodingJSON json: [UInt8]) throws(SourceMapProblem) {
    let document: Document
    do {
      let decoder = JSONDecoder()
      document = try decoder.decode(Document.self, from: Data(json))
    } catch let problem as SourceMapProblem {
      throw problem
    } catch {
      throw .malformed(Self.describe(error))
    }
    try self.init(document)
  }

  private init(_ document: Document) throws(SourceMapProblem) {
    guard document.lines.count == document.texts.count,
      document.sources.reduce(0, { $0.addingClamped($1.filters) }) == document.texts.count,
      document.sources.allSatisfy({ $0.filters >= 0 })
    else { throw .malformed("sources, lines and texts are not of one length") }
    sources = document.sources.map(\.name)
    filters = []
    filters.reserveCapacity(document.texts.count)
    for (number, source) in document.sources.enumerated() {
      var line = 0
      for _ in 0..<source.filters {
        let index = filters.count
        line = line.addingClamped(document.lines[index])
        guard line > 0 else { throw .malformed("filter \(index) is on line \(line)") }
        filters.append(Filter(source: number, line: line, text: document.texts[index]))
      }
    }
    lists = []
    for list in document.lists { lists.append(try List(list, filterCount: filters.count)) }
  }

  fileprivate struct Document: Decodable {
    struct Source: Decodable {
      var name: String
      var filters: Int
    }

    struct List: Decodable {
      var part: String
      var fingerprint: String?
      var sizes: [Int]
      var origins: [Int]
      var limits: [[Int]]
    }

    var sources: [Source]
    var lines: [Int]
    var texts: [String]
    var lists: [List]

    private enum Key: String, CodingKey { case version, sources, lines, texts, lists }

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: Key.self)
      // Another version may lack all the rest.
      let version = try values.decode(Int.self, forKey: .version)
      guard version == SourceMap.documentVersion else { throw SourceMapProblem.unknownVersion(version) }
      sources = try values.decode([Source].self, forKey: .sources)
      lines = try values.decode([Int].self, forKey: .lines)
      texts = try values.decode([String].self, forKey: .texts)
      lists = try values.decode([List].self, forKey: .lists)
    }
  }

  private static func describe(_ error: any Error) -> String {
    switch error {
    case DecodingError.keyNotFound(let key, _): "'\(key.stringValue)' is missing"
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
      DecodingError.dataCorrupted(let context):
      context.codingPath.isEmpty
        ? context.debugDescription
        : context.codingPath.map(\.stringValue).joined(separator: "/") + ": " + context.debugDescription
    default: "it cannot be read"
    }
  }
}

extension SourceMap.List {
  fileprivate init(_ list: SourceMap.Document.List, filterCount: Int) throws(SourceMapProblem) {
    guard let part = ConvertedList.Part(rawValue: list.part) else {
      throw .malformed("'\(list.part)' is no part of a conversion")
    }
    self.part = part
    fingerprint = list.fingerprint.flatMap { UInt64($0, radix: 16) }
    origins = []
    origins.reserveCapacity(list.sizes.count)
    var rest = list.origins[...]
    for size in list.sizes {
      guard size >= 0, size <= rest.count else { throw .malformed("sizes and origins do not agree") }
      origins.append(try Self.numbers(rest.prefix(size), filterCount))
      rest = rest.dropFirst(size)
    }
    guard rest.isEmpty else { throw .malformed("sizes and origins do not agree") }
    limits = [:]
    for entry in list.limits {
      guard let rule = entry.first, origins.indices.contains(rule) else {
        throw .malformed("a limit of rule \(entry.first ?? -1), which is not there")
      }
      limits[rule] = try Self.numbers(entry.dropFirst(), filterCount)
    }
  }

  private static func numbers(
    _ runs: ArraySlice<Int>, _ filterCount: Int
  ) throws(SourceMapProblem) -> FilterNumbers {
    guard let numbers = FilterNumbers(runs: runs, limit: filterCount) else {
      throw .malformed("\(runs.prefix(8)) are no rising numbers of filters")
    }
    return numbers
  }
}

extension Int {
  /// The sum, at most the largest number: what a hostile file adds up must not trap.
  fileprivate func addingClamped(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
