import SluiceAnalysis
import SluiceLint
import SluiceRules

/// The arguments of `sluice check`.
struct CheckArguments: Sendable {
  /// The rule lists; empty for standard input.
  var files: [String] = []
  var sourceMaps: [String] = []
  var options = CheckOptions()
  /// The lowest severity of a finding that makes the exit status 1.
  var failOn = FailureLevel.error
  /// Whether to also compile the lists with the installed WebKit.
  var usesEngine = false
  /// The maximum time for a compilation, in seconds.
  var timeout = 300
  /// Whether to check again after each change.
  var watches = false
}
