import ListBuilding

extension BuildFile {
  /// Reads a build file, and throws problems as errors of the command.
  static func found(_ path: String?) throws(CommandError) -> Found {
    let result = try CommandError.of { () throws(BuildProblem) in try find(path) }
    return try CommandError.of { () throws(BuildFileMistake) in try result.get() }
  }
}

extension BuildFileMistake: CommandFailure {
  var report: FailureReport { .failure("\(location): \(message)", advice) }
}

extension BuildProblem: CommandFailure {
  var report: FailureReport { .failure("\(source): \(message)", advice) }
}

extension Console {
  /// Converts a failure with several problems to an error of the command. All problems except the last are
  /// reported at once.
  func error(_ failure: BuildFailure, otherwise other: BuildProblem) -> CommandError {
    for problem in failure.problems.dropLast() { report(problem.report) }
    return CommandError(failure.problems.last ?? other)
  }
}
