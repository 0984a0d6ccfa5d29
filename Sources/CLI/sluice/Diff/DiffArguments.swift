import SluiceConversion

/// The arguments of `sluice diff`.
struct DiffArguments: Sendable {
  /// The old and the new list, or folders with lists. With a range of revisions, these are paths in the
  /// repository.
  var lists: [String] = []
  /// The revisions of a git repository to compare.
  var git: String?
  /// Files with requests to test against both versions.
  var requests: [String] = []
  /// The public suffix list; nil for the system's list.
  var suffixes: String?
  var sourceMaps: [String] = []
  var conversion = ConversionOptions()
  var format = DiffFormat.text
  /// Whether to compare filter lists rule by rule, like rule lists.
  var showsRules = false
  /// The differences that make the exit status 1.
  var failOn = DifferenceThreshold.never
}

/// The output format of `sluice diff`.
enum DiffFormat: String, CaseIterable, Sendable {
  /// Text for people.
  case text
  /// JSON for programs, one object per line.
  case jsonLines = "jsonl"
  /// Markdown for a comment on a pull request.
  case markdown
  // Documents of findings.
  case github, sarif, junit, gitlab

  /// The format of findings; nil for other formats.
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

/// The differences for which `sluice diff` exits with status 1.
enum DifferenceThreshold: String, CaseIterable, Sendable {
  case never
  /// The new list could affect more requests or elements than the old one, or it blocks a request that the
  /// old one allowed.
  case widened
  /// Any difference.
  case changed
}
