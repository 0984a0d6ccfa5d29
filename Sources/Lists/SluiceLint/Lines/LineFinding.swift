import SluiceConversion

/// A finding that stays with its line when the line moves.
package struct LineFinding: Hashable, Sendable {
  package let rule: LintRule
  package let severity: LintSeverity
  /// The range of the finding in the line.
  package let range: Range<Int>
  /// The message: one line without a full stop.
  package let message: String
  /// How to fix the problem; nil if the advice does not fit in one line.
  package let advice: String?
  /// The filter that the finding refers to, if any, at its location when the line was checked.
  package let other: PlacedFilter?

  init(_ finding: LocatedFinding) {
    (rule, severity, message) = (finding.rule, finding.severity, finding.message)
    (advice, other) = (finding.advice, finding.other)
    let start = finding.excerpt.startIndex
    range = finding.span.lowerBound - start..<finding.span.upperBound - start
  }
}
