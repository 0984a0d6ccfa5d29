import FilterSyntax
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

/// A problem of a source, and where the build file names the source.
struct PlacedBuildProblem: CommandFailure {
  let problem: BuildProblem
  /// Nil where the source stands in no build file, as one that a list includes.
  let place: TextLocation?

  var report: FailureReport {
    guard let place else { return problem.report }
    return .failure("\(place): \(problem.source): \(problem.message)", problem.advice)
  }
}

extension Console {
  /// Returns the command's error for a failure with several reasons, and reports all but the last.
  ///
  /// - Parameter places: Where sources stand in the build file.
  func error(
    _ failure: BuildFailure, otherwise other: BuildProblem, places: [String: TextLocation] = [:]
  ) -> CommandError {
    let problems = failure.problems.map { PlacedBuildProblem(problem: $0, place: places[$0.source]) }
    for problem in problems.dropLast() { report(problem.report) }
    return problems.last.map { CommandError($0) } ?? CommandError(other)
  }
}
