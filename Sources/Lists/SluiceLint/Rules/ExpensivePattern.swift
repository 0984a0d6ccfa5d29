import SluiceConversion

extension OwnRule {
  static let expensivePattern = OwnRule(
    .safari, .note, "WebKit's compiler needs about \(.other) of the list's time for this pattern alone",
    meaning:
      "The pattern is among the most expensive ones for WebKit's compiler. A wildcard or a repetition after a text with"
      + " which no other pattern begins needs an automaton of its own.",
    example: "||ads.example^*/a*b*c*d*e*f*g", instead: "use fewer wildcards, or add the host",
    check: .conversion)
}

/// A check for the patterns that are most expensive for WebKit's compiler.
enum ExpensivePatterns {
  /// The number of patterns to check.
  static let count = 20
  /// The cost above which a pattern is expensive: a hundred times the cost of most patterns, in microseconds,
  /// and one percent of the list's cost.
  private static let least = (microseconds: 1000, share: 0.01)

  static func check(
    _ review: ConversionReview, _ sources: [ParsedSource], _ found: inout LintFindingCollector
  ) {
    var seen: Set<FilterPlace> = []
    for (location, microseconds) in review.mostExpensive {
      let share = Double(microseconds) / Double(max(review.microseconds, 1))
      guard microseconds >= least.microseconds, share >= least.share, seen.insert(location).inserted
      else { continue }
      let list = sources[location.source].list
      guard case .network(let filter) = list.lines[location.lineIndex].content else { continue }
      // In tenths, so that the text does not depend on platform-specific rounding.
      let tenths = Int(share * 1000)
      found.add(
        .expensivePattern, at: location, filter.pattern.range, .words("\(tenths / 10).\(tenths % 10) %"))
    }
  }
}
