import ContentBlocker
import ListBuilder
import TrackerRadar

/// What went wrong in a merge, in words.
enum MergeMessages {
  static func message(_ error: MergeError) -> String {
    switch error {
    case .unusable(let input, let problem):
      "cannot use '\(input)'\(place(problem.span)): \(problem.description)"
    case .invalidRules(let input, let problem): "cannot use the rule list '\(input)': \(problem.description)"
    case .exceptionsWithoutTrackers(let input):
      "'\(input)' has exceptions to Tracker Radar, which is not among the inputs"
    case .severalTrackerFiles(let names):
      "\(names.count) Tracker Radar files cannot be merged: \(quoted(names))"
    case .tooManyExceptions(let inputs, let rules, let limit):
      "a rule of \(quoted(inputs)) and the exceptions that it needs are \(Format.grouped(rules)) rules,"
        + " more than the limit of \(Format.grouped(limit))"
    case .conversion(let input, .tooManyRules(_, let rules, let limit, _)):
      "'\(input)' gives \(Format.grouped(rules)) rules, more than the limit of \(Format.grouped(limit))"
    }
  }

  static func advice(_ error: MergeError) -> [String] {
    switch error {
    case .unusable, .conversion: []
    case .invalidRules: ["a rule list must be one that WebKit compiles"]
    case .exceptionsWithoutTrackers: ["--append-exceptions puts them behind every list"]
    case .severalTrackerFiles: ["merge them one by one; WebKit takes several lists"]
    case .tooManyExceptions: ["raise --max-rules"]
    }
  }

  static func message(_ problem: Surrogates.Problem, _ folder: String) -> String {
    switch problem {
    case .noMapping: "'\(folder)/mapping.json' is not a mapping of trackers to surrogates"
    case .missingScripts(let names): "surrogates are missing in '\(folder)': \(quoted(names))"
    case .unknownRules(let names):
      "'\(folder)/mapping.json' has rules that the Tracker Radar file has not: \(quoted(names))"
    }
  }

  private static func place(_ span: Range<Int>) -> String {
    span.lowerBound > 0 ? " at byte \(span.lowerBound)" : ""
  }

  private static func quoted(_ names: [String]) -> String {
    names.map { "'\($0)'" }.joined(separator: ", ")
  }
}
