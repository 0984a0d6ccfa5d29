import FilterSyntax

/// What a reason says, for somebody who meets it for the first time.
public struct ReasonExplanation: Hashable, Sendable {
  /// What it means, in sentences.
  public var meaning: String
  /// A filter for which it is given.
  public var example: String
  /// What to write, or to do, instead; nil where nothing helps.
  public var instead: String?

  init(_ meaning: String, example: String, instead: String? = nil) {
    self.meaning = meaning
    self.example = example
    self.instead = instead
  }
}

extension Reason: CaseIterable {
  /// Every reason: first those of lines that are no filters.
  public static let allCases =
    SyntaxProblem.Reason.allCases.map { Reason.syntax($0) }
    + ConversionReason.allCases.map { Reason.conversion($0) }

  /// The reason with this id.
  public init?(id: String) {
    guard let reason = Self.allCases.first(where: { $0.id == id }) else { return nil }
    self = reason
  }

  /// What it means, an example, and what to do instead.
  public var explanation: ReasonExplanation {
    switch self {
    case .syntax(let reason): reason.explanation
    case .conversion(let reason): reason.explanation
    }
  }

  /// All reasons as Markdown, and what is said once for many filters.
  public static var documentation: String {
    var lines = allCases.flatMap { documentation(of: $0.id, $0.explanation) }
    lines += ["## Said once", "", "What holds for very many filters is said once, with their number.", ""]
    lines += ConversionNote.allCases.flatMap { documentation(of: $0.id, $0.explanation) }
    return lines.dropLast().joined(separator: "\n") + "\n"
  }

  private static func documentation(of id: String, _ explanation: ReasonExplanation) -> [String] {
    let lines = ["### `\(id)`", "", explanation.meaning, "", "```", explanation.example, "```", ""]
    return lines + (explanation.instead.map { ["Instead: \($0)", ""] } ?? [])
  }
}
