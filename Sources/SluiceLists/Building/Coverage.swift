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
  package init(of parsed: [ParsedSource], _ report: ConversionReport, constants: Set<String>) {
    var counts: [Construct: [Outcome: Int]] = [:]
    var optionCounts: [OptionKind: [Outcome: Int]] = [:]
    var diagnostics = report.diagnostics[...]
    let lines = ActiveLines(constants: constants)
    for (number, source) in parsed.enumerated() {
      let active = lines.read(source.list)
      for (index, line) in source.list.lines.enumerated() where active.isActive(index) {
        var outcome = Outcome.converted
        var isReported = false
        // Diagnostics are in the order of the lines.
        if let next = diagnostics.first, next.place == FilterPlace(source: number, lineIndex: index) {
          (outcome, isReported) = (next.outcome, true)
          diagnostics.removeFirst()
        }
        guard let construct = Construct(line.content, isReported: isReported) else { continue }
        counts[construct, default: [:]][outcome, default: 0] += 1
        if case .network(let filter) = line.content {
          for kind in Set(filter.options.map(\.kind)) {
            optionCounts[kind, default: [:]][outcome, default: 0] += 1
          }
        }
      }
    }
    rows = Construct.all.compactMap { construct in
      counts[construct].map { Row(name: construct.name, counts: $0) }
    }
    options = OptionKind.allCases.compactMap { kind in
      optionCounts[kind].map { Row(name: kind.rawValue, counts: $0) }
    }
  }
}

/// A kind of filter, apart from exceptions of the kind. No text is made for each line.
private struct Construct: Hashable {
  let kind: String
  let isException: Bool

  var name: String { isException ? "\(kind)-exception" : kind }

  /// All kinds, in the order of the rows.
  static let all =
    both("network") + both("regex")
    + ["hosts", "malformed", "directive"].map { Construct(kind: $0, isException: false) }
    + CosmeticFilter.Kind.allCases.flatMap { both($0.rawValue) }

  private static func both(_ kind: String) -> [Construct] {
    [Construct(kind: kind, isException: false), Construct(kind: kind, isException: true)]
  }

  private init(kind: String, isException: Bool) { (self.kind, self.isException) = (kind, isException) }

  init?(_ content: Line.Content, isReported: Bool) {
    switch content {
    case .network(let filter):
      let kind = if case .regex = filter.pattern { "regex" } else { "network" }
      self.init(kind: kind, isException: filter.isException)
    case .hosts: self.init(kind: "hosts", isException: false)
    case .rejected: self.init(kind: "malformed", isException: false)
    case .cosmetic(let filter): self.init(kind: filter.kind.rawValue, isException: filter.isException)
    case .blank, .comment, .header, .metadata, .directive, .hint, .continuation:
      guard isReported else { return nil }
      self.init(kind: "directive", isException: false)
    }
  }
}
