import ContentBlocker

extension SourceMap {
  /// The version of the document: it changes when a reader of the former one could misread the next.
  public static let documentVersion = 1

  /// The document that `docs/source-map.md` describes: JSON in UTF-8, equal bytes for equal maps.
  public func encodedJSON() -> [UInt8] {
    var json = JSONFragment()
    json.reserveCapacity(filters.count * 48)
    json.append(#"{"version":"#)
    json.append(Self.documentVersion)
    json.append(",\n\"sources\":[")
    var counts = [Int](repeating: 0, count: sources.count)
    for filter in filters where counts.indices.contains(filter.source) { counts[filter.source] += 1 }
    json.append(zip(sources, counts), separator: ",") { json, source in
      json.append(#"{"name":"#)
      json.append(string: source.0)
      json.append(#","filters":"#)
      json.append(source.1)
      json.append("}")
    }
    json.append("],\n\"lines\":[")
    json.append(numbers: lineSteps)
    json.append("],\n\"texts\":[\n")
    json.append(filters, separator: ",\n") { $0.append(string: $1.text) }
    json.append("],\n\"lists\":[")
    json.append(lists, separator: ",") { $0.append($1) }
    json.append("]}\n")
    return json.bytes
  }

  /// For each filter, how many lines after the one before it stands.
  private var lineSteps: [Int] {
    var before = (source: -1, line: 0)
    return filters.map { filter in
      let step = filter.source == before.source ? filter.line - before.line : filter.line
      before = (filter.source, filter.line)
      return step
    }
  }
}

extension JSONFragment {
  fileprivate mutating func append(_ list: SourceMap.List) {
    append("\n{\"part\":")
    append(string: list.part.rawValue)
    if let fingerprint = list.fingerprint {
      append(#","fingerprint":"#)
      append(string: fingerprint.fixedHex)
    }
    append(",\n\"sizes\":[")
    // Closures: a key path takes as long as all the rest.
    append(numbers: list.origins.lazy.map { $0.runs.count })
    append("],\n\"origins\":[")
    append(numbers: list.origins.lazy.map { $0.runs }.joined())
    append("],\n\"limits\":[")
    append(list.limits.sorted { $0.key < $1.key }, separator: ",") { json, limit in
      json.append("\n[")
      json.append(numbers: [[limit.key], limit.value.runs].joined())
      json.append("]")
    }
    append("]}")
  }
}

extension UInt64 {
  /// Sixteen hexadecimal digits.
  fileprivate var fixedHex: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
