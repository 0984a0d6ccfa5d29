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
    for (index, source) in sources.enumerated() {
      json.append(index > 0 ? ",{\"name\":" : "{\"name\":")
      json.append(string: source)
      json.append(#","filters":"#)
      json.append(counts[index])
      json.append("}")
    }
    json.append("],\n\"lines\":[")
    json.append(lineSteps, separator: ",")
    json.append("],\n\"texts\":[\n")
    // A closure: a key path takes as long as all the rest.
    json.append(filters.map { $0.text }, separator: ",\n")
    json.append("],\n\"lists\":[")
    for (index, list) in lists.enumerated() {
      if index > 0 { json.append(",") }
      json.append(list)
    }
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
    append(list.origins.map { $0.runs.count }, separator: ",")
    append("],\n\"origins\":[")
    for (rule, numbers) in list.origins.enumerated() where !numbers.runs.isEmpty {
      if rule > 0 { append(",") }
      append(numbers.runs, separator: ",")
    }
    append("],\n\"limits\":[")
    var isFirst = true
    for (rule, numbers) in list.limits.sorted(by: { $0.key < $1.key }) {
      append(isFirst ? "\n[" : ",\n[")
      isFirst = false
      append(rule)
      append(",")
      append(numbers.runs, separator: ",")
      append("]")
    }
    append("]}")
  }

  fileprivate mutating func append(_ numbers: [Int], separator: StaticString) {
    for (index, number) in numbers.enumerated() {
      if index > 0 { append(separator) }
      append(number)
    }
  }
}

extension UInt64 {
  /// Sixteen hexadecimal digits.
  fileprivate var fixedHex: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
