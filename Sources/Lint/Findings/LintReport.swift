import Bytes
import ContentBlocker
import Conversion
import FilterSyntax

/// What was found in lists.
public struct LintReport: Sendable {
  /// The lists, by their names.
  public let sources: [Source]
  /// The same lists and those that they are compared with, parsed.
  package let lists: [ParsedSource]
  /// What was found, by list, line, column and rule.
  public var findings: [LintFinding]

  /// How many findings there are of each severity.
  public var counts: [LintSeverity: Int] {
    findings.reduce(into: [:]) { $0[$1.severity, default: 0] += 1 }
  }
}
