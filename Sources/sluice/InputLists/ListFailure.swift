import SluiceConversion
import SluiceListFiles
import SluiceLists
import SluiceRules
import SluiceSyntax
import SluiceText

/// The error for a file that is not a filter list, or for a list that exceeds its limit.
extension ConversionError: CommandFailure {
  var report: CommandError {
    CommandError(message: message, advice: advice, exitCode: .failure)
  }

  private var message: String {
    switch self {
    case .foreign: description
    case .tooManyRules(let part, let rules, let limit, _):
      Self.message(rules, unit: "rule", in: part, limit: limit)
    case .tooManyBytes(let part, let bytes, let limit, _):
      Self.message(bytes, unit: "byte", in: part, limit: limit)
    }
  }

  private static func message(
    _ count: Int, unit: String, in part: ConvertedList.Part, limit: Int
  ) -> String {
    "\(Format.counted(count, noun: unit))\(part == .all ? "" : " in the \(part.rawValue) list"),"
      + " \(Format.grouped(count - limit)) more than the limit of \(Format.grouped(limit))"
  }

  private var advice: [String] {
    switch self {
    case .foreign(_, let content, _): content.advice
    case .tooManyRules(_, _, AbortLimit.safeRules, let remedies):
      Self.advice(remedies) + [
        "more rules with conditions on one pattern could crash WebKit: 'sluice explain abort-limit'"
      ]
    case .tooManyRules(_, _, ..<RuleList.maximumRules, let remedies):
      Self.advice(remedies) + ["--max-rules takes up to \(Format.grouped(RuleList.maximumRules))"]
    case .tooManyRules(_, _, _, let remedies), .tooManyBytes(_, _, _, let remedies): Self.advice(remedies)
    }
  }

  /// Returns the remedies. `merge` always helps, unless a rule and its exceptions alone exceed the limit.
  private static func advice(_ remedies: LimitRemedies) -> [String] {
    var advice: [String] = []
    if remedies.contains(.smallerForm) {
      advice.append("--prefer size writes the same rules in fewer bytes, within the limit")
    }
    if remedies.contains(.split) { advice.append("--split writes two lists, each within the limit") }
    advice.append(
      "'sluice merge FILE... -o NAME.json' writes as many lists as are needed; in a build file, set onLimit: \"shard\""
    )
    if remedies.contains(.truncation) {
      advice.append("--on-limit truncate omits blocking rules at the end and reports them")
    }
    return advice
  }
}

extension BuildFile {
  /// Reads a build file. Throws problems as ``CommandError``.
  static func found(_ path: String?) throws(CommandError) -> Found {
    let result = try CommandError.of { () throws(BuildProblem) in try find(path) }
    return try CommandError.of { () throws(BuildFileMistake) in try result.get() }
  }
}

extension BuildFileMistake: CommandFailure {
  var report: CommandError { .failure("\(location): \(message)", advice: advice) }
}

extension BuildProblem: CommandFailure {
  var report: CommandError { .failure(description, advice: advice) }
}

struct PlacedBuildProblem: CommandFailure {
  let problem: BuildProblem
  /// The location; nil if the build file does not name the source, for example because a list includes it.
  let place: TextLocation?

  var report: CommandError {
    guard let place else { return problem.report }
    return .failure("\(place): \(problem)", advice: problem.advice)
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
    return problems.last?.report ?? other.report
  }
}
