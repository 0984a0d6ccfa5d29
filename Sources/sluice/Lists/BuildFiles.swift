import ListBuilding

extension BuildFile {
  /// Reads a build file, with what is wrong with it as the command's error.
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
  /// The command's error for a failure of which there may be several reasons: all but the last are reported.
  func error(_ failure: BuildFailure, otherwise other: BuildProblem) -> CommandError {
    for problem in failure.problems.dropLast() { report(problem.report) }
    return CommandError(failure.problems.last ?? other)
  }
}
