import SluiceAnalysis
import SluiceRules
import SluiceSyntax

/// The findings of a conversion, without its rules.
package struct ConversionReview: Sendable {
  /// The outcome of every line.
  package let report: ConversionReport
  /// The filters whose patterns are most expensive for WebKit's compiler, most expensive first, with the
  /// estimated compile time of each in microseconds.
  package let mostExpensive: [(location: FilterPlace, microseconds: Int)]
  /// The estimated compile time of the patterns of all filters, in microseconds.
  package let microseconds: Int
  /// The mistakes in filters that are not converted for another reason, such as an option that WebKit lacks.
  package var furtherFindings: [FurtherFinding] { makeFurtherFindings() }
  /// The filters that need a script.
  package var advancedFilters: AdvancedFilters { AdvancedFilters(sources, report, options) }
  private let sources: [ParsedSource]
  private let options: ConversionOptions

  /// A finding in a filter for which the report has another one.
  package struct FurtherFinding: Hashable, Sendable {
    /// The reason of the finding.
    package let reason: Reason
    /// The list and the line of the filter.
    package let place: FilterPlace
    /// The range in the bytes of the parsed list.
    package let span: ByteRange
  }

  init(
    report: ConversionReport, _ network: NetworkRules, mostExpensive count: Int, _ sources: [ParsedSource],
    _ options: ConversionOptions
  ) {
    (self.report, self.sources, self.options) = (report, sources, options)
    var ranking = PatternRanking()
    var locations: [FilterPlace] = []
    for section in NetworkSection.allCases where count > 0 {
      for piece in network.pieces(of: section) {
        for index in piece.indices where ranking.add(piece[index].rule) {
          locations.append(piece[index].location)
        }
      }
    }
    let ranked = ranking.mostExpensive(count)
    mostExpensive = ranked.patterns.map { (locations[$0.ruleIndex], $0.microseconds) }
    microseconds = ranked.total
  }

  private func makeFurtherFindings() -> [FurtherFinding] {
    let documents = DocumentConditions(options)
    let dialects = sources.map { ListDialect(of: $0, options) }
    return report.diagnostics.compactMap { diagnostic in
      let list = sources[diagnostic.place.source].list
      let dialect = dialects[diagnostic.place.source]
      let line = list.lines[diagnostic.place.lineIndex]
      let bytes = list.bytes.span
      let finding: Finding?
      switch diagnostic.outcome {
      case .converted, .approximated, .inPage: return nil
      case .unsupported, .needsScript:
        finding =
          switch line.content {
          case .network(let filter):
            NetworkConverter.finding(apartFromOptionsOfOthers: filter, of: dialect, documents, in: bytes)
          case .cosmetic(let filter):
            HidingConverter.finding(apartFromBodyOf: filter, of: dialect, in: bytes)
          case .blank, .comment, .header, .metadata, .directive, .hint, .hosts, .continuation, .rejected: nil
          }
      }
      guard let finding, finding.reason != diagnostic.reason else { return nil }
      return FurtherFinding(reason: finding.reason, place: diagnostic.place, span: finding.span)
    }
  }
}
