import SluiceConversion
import SluiceRules
import SluiceSyntax
import SluiceText

/// The findings in a set of lists.
public struct LintReport: Sendable {
  /// The lists, sorted by name.
  public let sources: [Source]
  /// The parsed lists, followed by the lists that they are compared with.
  package let lists: [ParsedSource]
  /// The findings, sorted by list, line, column and rule.
  public var findings: [LintFinding]

  /// The number of findings of each severity.
  public var counts: [LintSeverity: Int] {
    findings.reduce(into: [:]) { $0[$1.severity, default: 0] += 1 }
  }
}
