import Conversion
import ContentBlocker
import FilterSyntax
import TrackerRadar

/// Why nothing was merged.
public enum MergeError: Error, Hashable, Sendable {
  /// A JSON file that is neither Tracker Radar nor exceptions, or no JSON.
  case unusable(input: String, TrackerDataProblem)
  /// An input that is neither a list nor JSON.
  case foreign(input: String, ForeignContent)
  /// A rule list that WebKit would reject, or that cannot be held.
  case invalidRules(input: String, RuleListFinding)
  /// Exceptions without the trackers that they are for.
  case exceptionsWithoutTrackers(input: String)
  /// Two Tracker Radar files, each with its own idea of who owns what.
  case severalTrackerFiles([String])
  /// A rule has no room beside the exceptions that it needs: so many rules they are together.
  case tooManyExceptions(inputs: [String], rules: Int, limit: Int)
  /// The same, where they have room but for the bytes that they are in JSON.
  case tooLargeExceptions(inputs: [String], bytes: Int, limit: Int)
  /// The limit of the conversion itself.
  case conversion(input: String, ConversionError)
}

extension MergeError: CustomStringConvertible {
  /// What went wrong, with the input's name and the place in it.
  public var description: String {
    switch self {
    case .unusable(let input, let problem):
      "\(input)\(problem.location.map { ":\($0.line):\($0.column)" } ?? ""): \(problem.path.isEmpty ? "" : "\(problem.path): ")\(problem.description)"
        + " [\(problem.reason.id)]"
    case .invalidRules(let input, let problem):
      "\(input):\(problem.location.line):\(problem.location.column): this rule list cannot be used: \(problem.reason.refusal)"
    case .foreign(let input, .empty): "'\(input)' is empty"
    case .foreign(let input, .comments): "'\(input)' has no filter"
    case .foreign(let input, let content): "'\(input)' is \(content.words), not a filter list"
    case .exceptionsWithoutTrackers(let input):
      "'\(input)' has exceptions to Tracker Radar, which is not among the inputs"
    case .severalTrackerFiles(let names):
      "\(names.count) Tracker Radar files cannot be merged: \(Self.quoted(names))"
    case .tooManyExceptions(let inputs, let rules, let limit):
      "a rule of \(Self.quoted(inputs)) and the exceptions that it needs are \(rules) rules,"
        + " more than the limit of \(limit)"
    case .tooLargeExceptions(let inputs, let bytes, let limit):
      "a rule of \(Self.quoted(inputs)) and the exceptions that it needs are \(bytes) bytes,"
        + " more than the limit of \(limit)"
    case .conversion(let input, .tooManyBytes(_, let bytes, let limit, _)):
      "'\(input)' gives \(bytes) bytes, more than the limit of \(limit)"
    case .conversion(let input, .tooManyRules(_, let rules, let limit, _)):
      "'\(input)' gives \(rules) rules, more than the limit of \(limit)"
    }
  }

  private static func quoted(_ names: [String]) -> String {
    names.map { "'\($0)'" }.joined(separator: ", ")
  }
}
