import ContentBlocker
import Lint

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
