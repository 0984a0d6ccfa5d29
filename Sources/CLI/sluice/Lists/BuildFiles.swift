import SluiceLists

extension BuildFile {
  /// Reads a build file. Throws problems as ``CommandError``.
  static func found(_ path: String?) throws(CommandError) -> Found {
    let result = try CommandError.of { () throws(BuildProblem) in try find(path) }
    return try CommandError.of { () throws(BuildFileMistake) in try result.get() }
  }
}

extension BuildFileMistake: CommandFailure {
  var report: FailureReport { .failure("\(location): \(message)", advice) }
}

extension BuildProblem: CommandFailure {
  var report: FailureReport { .failure(description, advice) }
}

/// A problem with a source, and the location of the source in the build file.
struct PlacedBuildProblem: CommandFailure {
  let problem: BuildProblem
  /// The location; nil if the build file does not name the source, for example because a list includes it.
  let place: TextLocation?

  var report: FailureReport {
    guard let place else { return problem.report }
    return .failure("\(place): \(problem)", problem.advice)
  }
}

extension Console {
  /// Returns the error to throw for a failure. If it has several problems, reports all except the last one.
  ///
  /// - Parameter places: The locations of sources in the build file.
  func error(
    _ failure: BuildFailure, otherwise other: BuildProblem, places: [String: TextLocation] = [:]
  ) -> CommandError {
    let problems = failure.problems.map { PlacedBuildProblem(problem: $0, place: places[$0.source]) }
    for problem in problems.dropLast() { report(problem.report) }
    return problems.last.map { CommandError($0) } ?? CommandError(other)
  }
}
