import SluiceConversion
import SluiceSyntax

/// Counts of filters by outcome, for each kind of filter and each option.
package struct Coverage {
  /// The counts for one kind of filter or option.
  package struct Row {
    package let name: String
    /// The number of filters with each outcome.
    package let counts: [(outcome: Outcome, count: Int)]

    fileprivate init(_ name: String, _ counts: [Int]) {
      self.name = name
      self.counts = zip(Outcome.allCases, counts).map { ($0, $1) }
    }
  }

  /// The kinds of filters that occur.
  package let rows: [Row]
  /// The options that occur. A filter counts for each of its options, whether or not the option caused the
  /// outcome.
  package let options: [Row]

  /// Counts the filters of parsed sources.
  ///
  /// - Parameter constants: The names that are true in `!#if` directives.
  package init(of parsed: [ParsedSource], _ report: ConversionReport, _ constants: Set<String>) {
    let outcomes = Outcome.allCases.count
    var counts = [Int](repeating: 0, count: Self.names.count * outcomes)
    var optionCounts: [OptionKind: [Int]] = [:]
    var diagnostics = report.diagnostics[...]
    let lines = ActiveLines(constants: constants)
    for (number, source) in parsed.enumerated() {
      let active = lines.read(source.list)
      for (index, line) in source.list.lines.enumerated() where active.counts(index) {
        var outcome = Outcome.exact
        var isReported = false
        // Diagnostics are in the order of the lines.
        if let next = diagnostics.first, next.place == FilterPlace(source: number, lineIndex: index) {
          (outcome, isReported) = (next.outcome, true)
          diagnostics.removeFirst()
        }
        guard let construct = Self.construct(of: line.content, isReported: isReported) else { continue }
        let column = Outcome.allCases.firstIndex(of: outcome) ?? 0
        counts[construct * outcomes + column] += 1
        if case .network(let filter) = line.content {
          for kind in Set(filter.options.map(\.kind)) {
            optionCounts[kind, default: [Int](repeating: 0, count: outcomes)][column] += 1
          }
        }
      }
    }
    rows = Self.names.indices.compactMap { construct in
      let row = Array(counts[construct * outcomes..<(construct + 1) * outcomes])
      return row.allSatisfy { $0 == 0 } ? nil : Row(Self.names[construct], row)
    }
    options = OptionKind.allCases.compactMap { kind in
      optionCounts[kind].map { Row(kind.rawValue, $0) }
    }
  }

  private static let cosmeticKinds = CosmeticFilter.Kind.allCases
  private static let names =
    ["network", "network-exception", "regex", "regex-exception", "hosts", "malformed", "directive"]
    + cosmeticKinds.flatMap { [$0.rawValue, "\($0.rawValue)-exception"] }

  /// Returns the index in `names` of a line's kind of filter; nil if the line is not a filter.
  private static func construct(of content: Line.Content, isReported: Bool) -> Int? {
    switch content {
    case .network(let filter):
      let isRegex = if case .regex = filter.pattern { true } else { false }
      return (isRegex ? 2 : 0) + (filter.isException ? 1 : 0)
    case .hosts: return 4
    case .rejected: return 5
    case .cosmetic(let filter):
      return 7 + 2 * (cosmeticKinds.firstIndex(of: filter.kind) ?? 0) + (filter.isException ? 1 : 0)
    case .blank, .comment, .header, .metadata, .directive, .hint, .continuation: return isReported ? 6 : nil
    }
  }
}
