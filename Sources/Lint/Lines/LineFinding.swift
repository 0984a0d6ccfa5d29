import Conversion

/// A finding that stays with its line when the line moves.
package struct LineFinding: Hashable, Sendable {
  /// The rule.
  package let rule: LintRule
  /// How bad it is.
  package let severity: LintSeverity
  /// What it is about, as bytes of the line.
  package let range: Range<Int>
  /// What is wrong, in one line without a full stop.
  package let message: String
  /// What to do; nil where nothing helps in one line.
  package let advice: String?
  /// The filter that it is compared with, if it is with one, where it stood then.
  package let other: PlacedFilter?

  init(_ finding: LocatedFinding) {
    (rule, severity, message) = (finding.rule, finding.severity, finding.message)
    (advice, other) = (finding.advice, finding.other)
    let start = finding.excerpt.startIndex
    range = finding.span.lowerBound - start..<finding.span.upperBound - start
  }
}
