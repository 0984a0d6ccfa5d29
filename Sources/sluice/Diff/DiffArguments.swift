import Conversion

/// What `sluice diff` is asked for.
struct DiffArguments: Sendable {
  /// The old list and the new one, or folders of them; with a range of revisions the paths in the repository.
  var lists: [String] = []
  /// Revisions of a git repository in the place of files.
  var git: String?
  /// Files of requests that both versions judge.
  var requests: [String] = []
  /// The public suffix list; nil for the system's.
  var suffixes: String?
  var sourceMaps: [String] = []
  var conversion = ConversionOptions()
  var format = DiffFormat.text
  /// Whether filter lists are compared rule by rule, as rule lists are.
  var showsRules = false
  /// At which differences it ends with 1.
  var failOn = DifferenceThreshold.never
}

/// How differences are written.
enum DiffFormat: String, CaseIterable, Sendable {
  /// For people.
  case text
  /// For programs, one JSON object a line.
  case jsonLines = "jsonl"
  /// For a comment on a pull request.
  case markdown
  // Documents of findings.
  case github, sarif, junit, gitlab

  /// The format of findings that it is, if it is one.
  var findings: FindingFormat? {
    switch self {
    case .text, .jsonLines, .markdown: nil
    case .github: .github
    case .sarif: .sarif
    case .junit: .junit
    case .gitlab: .gitlab
    }
  }
}

/// At which differences `sluice diff` ends with 1.
enum DifferenceThreshold: String, CaseIterable, Sendable {
  case never
  /// The new list may act on more of what the old one was there for, or blocks a request that passed.
  case widened
  /// Any difference.
  case changed
}
