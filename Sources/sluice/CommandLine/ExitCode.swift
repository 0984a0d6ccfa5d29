/// How a run ended, for the shell. Failures say theirs in their ``FailureReport``.
enum ExitCode: Int32, CaseIterable, Sendable {
  /// Done.
  case success = 0
  /// Done, and what was looked for was found.
  case findings = 1
  /// Reading, converting or writing failed.
  case failure = 2
  /// The command line is wrong (`EX_USAGE` of sysexits).
  case usage = 64
  /// There is no WebKit on this machine to ask (`EX_UNAVAILABLE` of sysexits).
  case unavailable = 69

  /// What it says, for help.
  var meaning: String {
    switch self {
    case .success: "done"
    case .findings: "found what --fail-on names"
    case .failure: "reading, working or writing failed"
    case .usage: "wrong command line"
    case .unavailable: "no WebKit to ask"
    }
  }
}
