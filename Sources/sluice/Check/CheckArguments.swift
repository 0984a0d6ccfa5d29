import ContentBlocker
import Lint

/// The arguments of `sluice check`.
struct CheckArguments: Sendable {
  /// The rule lists; empty for standard input.
  var files: [String] = []
  var sourceMaps: [String] = []
  var options = CheckOptions()
  /// The minimum severity of findings for exit status 1.
  var failOn = FailureLevel.error
  /// Whether to compile the lists with the installed WebKit too.
  var usesEngine = false
  /// The maximum time for a compile in seconds.
  var timeout = 300
  /// Whether to check again after each change.
  var watches = false
}
