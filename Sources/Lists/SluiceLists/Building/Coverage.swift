import SluiceConversion
import SluiceSyntax

/// Counts of filters by outcome, for each kind of filter and each option.
package struct Coverage {
  /// The counts for one kind of filter or option.
  package struct Row {
    package let name: String
    /// The number of filters with each outcome that occurs.
    package let counts: [Outcome: Int]
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
    var counts: [String: [Outcome: Int]] = [:]
    var optionCounts: [OptionKind: [Outcome: Int]] = [:]
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
        guard let name = Self.name(of: line.content, isReported: isReported) else { continue }
        counts[name, default: [:]][outcome, default: 0] += 1
        if case .network(let filter) = line.content {
          for kind in Set(filter.options.map(\.kind)) {
            optionCounts[kind, default: [:]][outcome, default: 0] += 1
          }
        }
      }
    }
    rows = Self.names.compactMap { name in counts[name].map { Row(name: name, counts: $0) } }
    options = OptionKind.allCases.compactMap { kind in
      optionCounts[kind].map { Row(name: kind.rawValue, counts: $0) }
    }
  }

  /// All kinds of filters, in the order of the rows.
  private static let names =
    ["network", "network-exception", "regex", "regex-exception", "hosts", "malformed", "directive"]
    + CosmeticFilter.Kind.allCases.flatMap { [$0.rawValue, "\($0.rawValue)-exception"] }

  /// Returns the name of a line's kind of filter; nil if the line is not a filter.
  private static func name(of content: Line.Content, isReported: Bool) -> String? {
    switch content {
    case .network(let filter):
      let name = if case .regex = filter.pattern { "regex" } else { "network" }
      return filter.isException ? "\(name)-exception" : name
    case .hosts: return "hosts"
    case .rejected: return "malformed"
    case .cosmetic(let filter):
      return filter.isException ? "\(filter.kind.rawValue)-exception" : filter.kind.rawValue
    case .blank, .comment, .header, .metadata, .directive, .hint, .continuation:
      return isReported ? "directive" : nil
    }
  }
}
