import SluiceAnalysis
import SluiceRules

/// The findings of a conversion, without its rules.
package struct ConversionReview: Sendable {
  /// The outcome of every line.
  package let report: ConversionReport
  /// The filters whose patterns are most expensive for WebKit's compiler, most expensive first, with the
  /// estimated compile time of each in microseconds.
  package let mostExpensive: [(location: FilterPlace, microseconds: Int)]
  /// The estimated compile time of the patterns of all filters, in microseconds.
  package let microseconds: Int

  init(report: ConversionReport, _ network: NetworkRules, mostExpensive count: Int) {
    self.report = report
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
}
