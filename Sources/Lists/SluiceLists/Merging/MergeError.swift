import SluiceConversion
import SluiceRules
import SluiceSyntax
import SluiceTrackers

/// An error that stops a merge.
@nonexhaustive public enum MergeError: Error, Hashable, Sendable {
  /// A JSON file that is neither Tracker Radar data nor exceptions, or invalid JSON.
  case unusable(input: String, TrackerDataProblem)
  /// A rule list that WebKit would reject, or that cannot be represented.
  case invalidRules(input: String, RuleListFinding)
  /// Exceptions without the trackers that they apply to.
  case exceptionsWithoutTrackers(input: String)
  /// Several Tracker Radar files, which can assign domains to different owners.
  case severalTrackerFiles([String])
  /// A rule and the exceptions that it needs exceed the maximum number of rules in a list.
  case tooManyExceptions(inputs: [String], rules: Int, limit: Int)
  /// A rule and the exceptions that it needs exceed the maximum size of a list's JSON in bytes.
  case tooLargeExceptions(inputs: [String], bytes: Int, limit: Int)
  /// So many lists, or more, would repeat too many exceptions.
  case tooManyLists(inputs: [String], lists: Int)
  /// An error of the conversion.
  case conversion(input: String, ConversionError)
}

extension MergeError: CustomStringConvertible, DescribedError {
  /// A description of the error, with the input's name and the location in it.
  public var description: String {
    switch self {
    case .unusable(let input, let problem):
      "\(input)\(problem.location.map { ":\($0.line):\($0.column)" } ?? ""): \(problem.path.isEmpty ? "" : "\(problem.path): ")\(problem.description)"
        + " [\(problem.reason.id)]"
    case .invalidRules(let input, let problem):
      "\(input):\(problem.location.line):\(problem.location.column): cannot use this rule list: \(problem.reason.refusal)"
    case .exceptionsWithoutTrackers(let input):
      "'\(input)' has exceptions to Tracker Radar, which is not among the inputs"
    case .severalTrackerFiles(let names):
      "cannot merge \(names.count) Tracker Radar files: \(Self.quoted(names))"
    case .tooManyExceptions(let inputs, let rules, let limit):
      "a rule of \(Self.quoted(inputs)) and the exceptions that it needs are \(rules.grouped) rules,"
        + " more than the limit of \(limit.grouped)"
    case .tooLargeExceptions(let inputs, let bytes, let limit):
      "a rule of \(Self.quoted(inputs)) and the exceptions that it needs are \(bytes.grouped) bytes,"
        + " more than the limit of \(limit.grouped)"
    case .tooManyLists(let inputs, let lists):
      "\(Self.quoted(inputs)) has so many exceptions that it cannot be split into \(lists) lists or more"
    case .conversion(let input, .tooManyBytes(_, let bytes, let limit, _)):
      "'\(input)' becomes \(bytes.grouped) bytes, more than the limit of \(limit.grouped)"
    case .conversion(let input, .tooManyRules(_, let rules, let limit, _)):
      "'\(input)' becomes \(rules.grouped) rules, more than the limit of \(limit.grouped)"
    case .conversion(_, let error): error.description
    }
  }

  private static func quoted(_ names: [String]) -> String {
    names.map { "'\($0)'" }.joined(separator: ", ")
  }
}
