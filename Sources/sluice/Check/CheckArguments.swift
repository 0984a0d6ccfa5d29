import ContentBlocker

/// What `sluice check` is asked for.
struct CheckArguments: Sendable {
  /// The rule lists; none for standard input.
  var files: [String] = []
  var sourceMaps: [String] = []
  var options = CheckOptions()
  /// What ends it with a status of its own.
  var failOn = FailureLevel.error
  /// Whether the WebKit of this machine is asked too.
  var usesEngine = false
  /// How long a compile may take, in seconds.
  var timeout = 300
}

/// From which severity on findings end a check with a status of its own.
enum FailureLevel: String, CaseIterable, Sendable {
  case error
  case warning
  case note
  /// Findings are no failure.
  case never

  /// Whether findings up to this severity are a failure.
  func isReached(by worst: RuleListFinding.Severity?) -> Bool {
    guard let worst, let least = RuleListFinding.Severity(rawValue: rawValue) else { return false }
    return worst >= least
  }
}
