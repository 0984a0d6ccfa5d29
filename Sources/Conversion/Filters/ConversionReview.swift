import ContentBlocker

/// What a conversion says of filters, without its rules.
package struct ConversionReview: Sendable {
  /// What happened to each line.
  package let report: ConversionReport
  /// The filters of the patterns that WebKit's compiler needs most for, the dearest first, and what it needs for each in
  /// microseconds.
  package let dearest: [(location: FilterLocation, microseconds: Int)]
  /// Roughly what it needs for the patterns of all filters, in microseconds.
  package let microseconds: Int

  init(report: ConversionReport, _ network: NetworkRules, dearest count: Int) {
    self.report = report
    var ranking = PatternRanking()
    var locations: [FilterLocation] = []
    for section in NetworkSection.allCases where count > 0 {
      for piece in network.pieces(of: section) {
        for index in piece.indices where ranking.add(piece[index].rule) {
          locations.append(piece[index].location)
        }
      }
    }
    let ranked = ranking.dearest(count)
    dearest = ranked.patterns.map { (locations[$0.ruleIndex], $0.microseconds) }
    microseconds = ranked.total
  }
}
