import SluiceRules
import SluiceText

extension SourceMap {
  /// The version of the JSON document. It changes if a reader of the previous version could misread the new
  /// one.
  public static let documentVersion = 1

  /// Returns the JSON document that `docs/guide/source-map.md` describes, in UTF-8. Equal maps give equal bytes.
  public func encodedJSON() -> [UInt8] {
    var counts = [Int](repeating: 0, count: sources.count)
    for filter in filters where counts.indices.contains(filter.source) { counts[filter.source] += 1 }
    var json = JSONWriter(.lineEnds, capacity: filters.count * 48)
    json.object { json in
      json.add("version", Self.documentVersion)
      json.breakLine()
      json.array("sources") { json in
        for (name, count) in zip(sources, counts) {
          json.object {
            $0.add("name", name)
            $0.add("filters", count)
          }
        }
      }
      json.breakLine()
      json.add("lines", lineSteps)
      json.breakLine()
      json.array("texts") { json in
        json.endLine()
        for (index, filter) in filters.enumerated() {
          if index > 0 { json.breakLine() }
          json.append(filter.text)
        }
      }
      json.breakLine()
      json.array("lists") { json in
        for list in lists { json.append(list) }
      }
    }
    json.endLine()
    return json.bytes
  }

  /// The line number of each filter relative to the previous filter.
  private var lineSteps: [Int] {
    var before = (source: -1, line: 0)
    return filters.map { filter in
      let step = filter.source == before.source ? filter.line - before.line : filter.line
      before = (filter.source, filter.line)
      return step
    }
  }
}

extension JSONWriter {
  fileprivate mutating func append(_ list: SourceMap.List) {
    breakLine()
    object { json in
      json.add("part", list.part.rawValue)
      if let fingerprint = list.fingerprint { json.add("fingerprint", fingerprint.fixedHex) }
      json.breakLine()
      json.key("sizes")
      // Uses closures, because a key path would take as long as everything else together.
      json.array(list.origins.lazy.map { $0.runs.count })
      json.breakLine()
      json.add("origins", list.origins.lazy.map { $0.runs }.joined())
      json.breakLine()
      json.array("limits") { json in
        for limit in list.limits.sorted(by: { $0.key < $1.key }) {
          json.breakLine()
          json.array([[limit.key], limit.value.runs].joined())
        }
      }
    }
  }
}

extension UInt64 {
  /// The number as sixteen hexadecimal digits.
  fileprivate var fixedHex: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
