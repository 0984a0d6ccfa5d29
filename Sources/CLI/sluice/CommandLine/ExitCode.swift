/// The exit code of a command. The exit code of a failure is in its ``FailureReport``.
enum ExitCode: Int32, CaseIterable, Sendable {
  case success = 0
  /// Success, with findings or matches.
  case findings = 1
  /// Reading, converting or writing failed.
  case failure = 2
  /// The command line is invalid (`EX_USAGE` of sysexits).
  case usage = 64
  /// No WebKit is installed (`EX_UNAVAILABLE` of sysexits).
  case unavailable = 69

  /// A description for the help.
  var meaning: String {
    switch self {
    case .success: "success"
    case .findings: "findings selected by --fail-on"
    case .failure: "error"
    case .usage: "invalid command line"
    case .unavailable: "WebKit is not available"
    }
  }
}
