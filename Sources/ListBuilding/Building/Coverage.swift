import Conversion
import FilterSyntax

/// How many filters of each construct of the syntax have which outcome.
struct Coverage {
  /// The counts of a construct, in the order of the outcomes.
  struct Row: Equatable {
    let construct: String
    let counts: [Int]
  }

  /// Constructs that occur.
  let rows: [Row]

  init(of parsed: [ParsedSource], _ report: ConversionReport, _ constants: Set<String>) {
    let outcomes = Outcome.allCases.count
    var counts = [Int](repeating: 0, count: Self.names.count * outcomes)
    var diagnostics = report.diagnostics[...]
    let lines = ActiveLines(constants: constants)
    for (number, source) in parsed.enumerated() {
      let active = lines.read(source.list)
      for (index, line) in source.list.lines.enumerated() where active.counts(index) {
        var outcome = Outcome.exact
        var isReported = false
        // The diagnostics stand in the order of the lines.
        if let next = diagnostics.first, next.source == number, next.line == source.list.place(of: line.range)
        {
          (outcome, isReported) = (next.outcome, true)
          diagnostics.removeFirst()
        }
        guard let construct = Self.construct(of: line.content, isReported: isReported) else { continue }
        counts[construct * outcomes + (Outcome.allCases.firstIndex(of: outcome) ?? 0)] += 1
      }
    }
    rows = Self.names.indices.compactMap { construct in
      let row = Array(counts[construct * outcomes..<(construct + 1) * outcomes])
      return row.allSatisfy { $0 == 0 } ? nil : Row(construct: Self.names[construct], counts: row)
    }
  }

  private static let cosmeticKinds = CosmeticFilter.Kind.allCases
  private static let names =
    ["network", "network-exception", "regex", "regex-exception", "hosts", "malformed", "directive"]
    + cosmeticKinds.flatMap { [$0.rawValue, "\($0.rawValue)-exception"] }

  /// The number of a line's construct; nil for what is no filter.
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
