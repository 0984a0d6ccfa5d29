import SluiceRules
import SluiceSyntax

extension SourceMap {
  /// Creates the map of rules in their final order.
  init(_ parts: [(part: ConvertedList.Part, rules: RuleSequence)], _ sources: [ParsedSource]) {
    var numbering = FilterNumbering(sources)
    for (_, sequence) in parts {
      for position in sequence.rules.indices {
        sequence.forEachFilter(ofRule: position) { numbering.mark($0) }
        sequence.limits(ofRule: position)?.forEach { numbering.mark($0) }
      }
    }
    filters = numbering.number(sources)
    lists = parts.map { part, sequence in
      var list = List(part: part, fingerprint: nil, origins: [], limits: [:])
      list.origins.reserveCapacity(sequence.rules.count)
      var numbers: [Int] = []
      for position in sequence.rules.indices {
        numbers.removeAll(keepingCapacity: true)
        sequence.forEachFilter(ofRule: position) { numbers.append(numbering[$0]) }
        list.origins.append(FilterNumbers(numbers))
        if let limits = sequence.limits(ofRule: position), !limits.isEmpty {
          list.limits[position] = FilterNumbers(limits.map { numbering[$0] })
        }
      }
      return list
    }
    self.sources = sources.map { $0.name }
  }
}

/// The numbers of the filters that rules come from, in the order of lists and lines.
///
/// Uses a table with an entry per line: a set and a dictionary took as long as the conversion itself.
private struct FilterNumbering {
  /// For each line of each source: 0 if its filter is marked, otherwise -1. ``number(_:)`` replaces each 0
  /// with the number of the filter.
  private var numbers: [[Int32]]

  init(_ sources: [ParsedSource]) {
    numbers = sources.map { [Int32](repeating: -1, count: $0.list.lines.count) }
  }

  mutating func mark(_ location: FilterPlace) { numbers[location.source][location.lineIndex] = 0 }

  /// Numbers the marked filters and returns them.
  mutating func number(_ sources: [ParsedSource]) -> [SourceMap.Filter] {
    var filters: [SourceMap.Filter] = []
    for (source, parsed) in sources.enumerated() {
      for line in numbers[source].indices where numbers[source][line] == 0 {
        numbers[source][line] = Int32(filters.count)
        let text = parsed.list.bytes.span.text(parsed.list.lines[line].range)
        filters.append(SourceMap.Filter(source: source, line: line + 1, text: text))
      }
    }
    return filters
  }

  subscript(location: FilterPlace) -> Int { Int(numbers[location.source][location.lineIndex]) }
}

extension FilterNumbers {
  /// Compresses numbers in any order, with or without duplicates.
  fileprivate init(_ numbers: [Int]) {
    self.init(rising: numbers.count < 2 ? numbers : Set(numbers).sorted())
  }
}

extension RuleSequence {
  fileprivate func forEachFilter(ofRule position: Int, _ body: (FilterPlace) -> Void) {
    if let filters = origins?.filters(ofRule: position) {
      filters.forEach(body)
    } else {
      body(locations[position])
    }
  }

  fileprivate func limits(ofRule position: Int) -> [FilterPlace]? {
    origins?.limits(ofRule: position)
  }
}
