extension FindingFormat {
  /// The kind of output that a format needs.
  enum Form {
    case text
    case jsonLines
    /// One document and no other output.
    case document(any FindingRenderer)
  }

  /// Returns the kind of output that the format needs.
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

/// The command that produces findings, and the descriptions of its rules.
struct FindingSource: Sendable {
  let command: CommandName
  /// Returns the rule with an identifier; nil if it has no description.
  let rule: @Sendable (String) -> FindingRule?

  /// The findings of a conversion.
  static let conversion = FindingSource(command: .convert, rule: { FindingRule(ofConversion: $0) })
  /// The findings in rule lists.
  static let check = FindingSource(command: .check, rule: { FindingRule(ofCheck: $0) })
}
