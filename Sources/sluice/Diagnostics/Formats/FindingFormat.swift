/// How findings in files are written.
enum FindingFormat: String, CaseIterable, Sendable {
  /// For people, with the line and a caret.
  case text
  /// For programs, one JSON object a line.
  case jsonLines = "jsonl"
  /// Annotations of GitHub Actions.
  case github
  /// SARIF 2.1.0, which code hosts and editors show.
  case sarif
  /// The XML of JUnit, which Jenkins and others show as tests.
  case junit
  /// GitLab's Code Quality.
  case gitlab

  /// What a format asks of a command.
  enum Form {
    case text
    case jsonLines
    /// One document, and nothing beside it.
    case document(any FindingRenderer)
  }

  /// How a command writes what it found.
  func form(of source: FindingSource, in project: ProjectFolder = .ofProcess()) -> Form {
    switch self {
    case .text: .text
    case .jsonLines: .jsonLines
    case .github: .document(GitHubAnnotations(in: project))
    case .sarif: .document(SARIFLog(of: source, in: project))
    case .junit: .document(JUnitReport(of: source.command, in: project))
    case .gitlab: .document(GitLabReport(in: project))
    }
  }
}

/// The command that finds, and what is known of its reasons.
struct FindingSource: Sendable {
  let command: CommandName
  /// What is said of the reason with this id; nil where nothing is known but its findings.
  let rule: @Sendable (String) -> FindingRule?

  /// Of what becomes of filters.
  static let conversion = FindingSource(command: .convert, rule: { FindingRule(ofConversion: $0) })
  /// Of rule lists.
  static let check = FindingSource(command: .check, rule: { FindingRule(ofCheck: $0) })
}
