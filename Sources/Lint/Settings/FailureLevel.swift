/// From which severity on findings end a command with a status of its own.
package enum FailureLevel: String, CaseIterable, Sendable {
  case error
  case warning
  case note
  /// Findings are no failure.
  case never

  /// Whether findings up to this severity are a failure.
  package func isReached(by worst: LintSeverity?) -> Bool {
    guard let worst, let least = LintSeverity(rawValue: rawValue) else { return false }
    return worst >= least
  }
}
