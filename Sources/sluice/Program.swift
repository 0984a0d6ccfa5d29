/// From the words of the command line to the exit code.
enum Program {
  /// What `sluice --version` says.
  static let version = "0.1.0"

  /// Runs the command that the words name, and reports its failure.
  static func run(_ words: [String], console: Console) -> ExitCode {
    var color = ColorChoice.auto
    do throws(CommandError) {
      let invocation = try parse(words)
      if case .run(_, let arguments) = invocation { color = arguments.color }
      return try perform(invocation, console: console)
    } catch {
      console.report(error, color)
      return error.exitCode
    }
  }

  private static func perform(_ invocation: Invocation, console: Console) throws(CommandError) -> ExitCode {
    switch invocation {
    case .run(let command, let arguments):
      return try command.run(arguments, console)
    case .help(let command):
      try console.print(HelpText(width: console.outputWidth).text(for: command))
    case .version:
      try console.print("sluice \(version)\n")
    }
    return .success
  }

  private static func parse(_ words: [String]) throws(CommandError) -> Invocation {
    do throws(UsageError) {
      return try ArgumentParser().parse(words)
    } catch {
      throw .usage(error)
    }
  }
}

/// How a run ended, for the shell.
enum ExitCode: Int32, Sendable {
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
}

extension ExitCode {
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
