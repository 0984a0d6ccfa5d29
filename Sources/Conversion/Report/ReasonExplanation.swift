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

  /// All reasons as Markdown.
  public static var documentation: String {
    var lines: [String] = []
    for reason in allCases {
      let explanation = reason.explanation
      lines += ["### `\(reason.id)`", "", explanation.meaning, "", "```", explanation.example, "```", ""]
      if let instead = explanation.instead { lines += ["Instead: \(instead)", ""] }
    }
    return lines.dropLast().joined(separator: "\n") + "\n"
  }
}
