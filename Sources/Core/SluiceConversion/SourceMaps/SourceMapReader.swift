import SluiceRules

/// An error that is thrown for an invalid source map.
@nonexhaustive public enum SourceMapProblem: Error, Hashable, Sendable {
  /// The file is not JSON.
  case notJSON(JSONFault.Reason, TextLocation)
  /// The file is JSON, but not a valid source map. The text says where and why.
  case malformed(String)
  /// The version of the map is not supported.
  case unknownVersion(Int)

  /// A description of the error, without a full stop.
  public var message: String {
    switch self {
    case .notJSON(let reason, let location): "it is not a source map: \(location): \(reason.messageOfAnyText)"
    case .malformed(let reason): "it is not a source map: \(reason)"
    case .unknownVersion(let version):
      "it is a source map of version \(version); this program supports version \(SourceMap.documentVersion)"
    }
  }
}

extension SourceMap {
  /// Reads a map from the JSON that ``encodedJSON()`` writes.
  ///
  /// All numbers are validated, so every query of the map is safe.
  public init(decodingJSON json: some InputBytes & ~Escapable) throws(SourceMapProblem) {
    let name = json.inputName
    let document = try json.withInputBytes { (json) throws(SourceMapProblem) in
      try SourceMapDocument(json, called: name)
    }
    try self.init(document)
  }

  private init(_ document: SourceMapDocument) throws(SourceMapProblem) {
    guard document.lines.count == document.texts.count,
      document.sources.reduce(0, { $0.addingClamped($1.filters) }) == document.texts.count,
      document.sources.allSatisfy({ $0.filters >= 0 })
    else { throw .malformed("sources, lines and texts have different lengths") }
    sources = document.sources.map { $0.name }
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
}

extension SourceMap.List {
  fileprivate init(_ list: SourceMapDocument.List, filterCount: Int) throws(SourceMapProblem) {
    guard let part = ConvertedList.Part(rawValue: list.part) else {
      throw .malformed("'\(list.part)' is not a part of a conversion")
    }
    self.part = part
    fingerprint = list.fingerprint
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
        throw .malformed("a limit of rule \(entry.first ?? -1), which does not exist")
      }
      limits[rule] = try Self.numbers(entry.dropFirst(), filterCount)
    }
  }

  private static func numbers(
    _ runs: ArraySlice<Int>, _ filterCount: Int
  ) throws(SourceMapProblem) -> FilterNumbers {
    guard let numbers = FilterNumbers(runs: runs, limit: filterCount) else {
      throw .malformed("\(runs.prefix(8)) are not ascending filter numbers")
    }
    return numbers
  }
}

extension SourceMapProblem: CustomStringConvertible {
  /// The message for the user.
  public var description: String { message }
}
