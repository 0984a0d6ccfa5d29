/// The minimum severity of findings that make a command fail.
package enum FailureLevel: String, CaseIterable, Sendable {
  case error
  case warning
  case note
  /// Findings never make a command fail.
  case never

  /// Returns whether findings with this maximum severity make a command fail.
  package func isReached(by worst: LintSeverity?) -> Bool {
    guard let worst, let least = LintSeverity(rawValue: rawValue) else { return false }
    return worst >= least
  }
}
