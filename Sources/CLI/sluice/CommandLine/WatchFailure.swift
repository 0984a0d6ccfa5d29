/// A command line with `--watch` that cannot be watched.
enum WatchFailure: CommandFailure {
  case standardInput(CommandName)
  /// The JSON of all runs would go to standard output.
  case noOutput
  /// Another option of `sluice lint` writes the lists, or reads revisions.
  case lintOption(String)

  /// Throws if a command reads standard input.
  static func refuseStandardInput(_ operands: [String], of command: CommandName) throws(CommandError) {
    guard operands.isEmpty || operands.contains("-") else { return }
    throw CommandError(WatchFailure.standardInput(command))
  }

  var report: FailureReport {
    switch self {
    case .standardInput(let command):
      .usage("option '--watch' needs files that can change", "name the files", of: command)
    case .noOutput:
      .usage(
        "option '--watch' needs the name of the file to write after each change", "add --output FILE",
        of: .convert)
    case .lintOption(let flag):
      .usage("options '--watch' and '\(flag)' cannot be combined", "leave out one of them", of: .lint)
    }
  }
}
