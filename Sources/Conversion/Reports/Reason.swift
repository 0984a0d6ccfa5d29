import FilterSyntax

/// Why a filter is not exact, or what is wrong with a line: a stable id with its definition.
public enum Reason: Hashable, Sendable {
  /// The line is not a filter of the syntax.
  case syntax(SyntaxProblem.Reason)
  /// The filter is understood, but WebKit has no way to express it (fully).
  case conversion(ConversionReason)

  /// The stable id, in lower case with hyphens.
  public var id: String {
    switch self {
    case .syntax(let reason): reason.rawValue
    case .conversion(let reason): reason.rawValue
    }
  }

  /// All that is said of it; `text` are the bytes that it is about.
  public func definition(about text: String = "") -> ReasonDefinition {
    switch self {
    case .syntax(let reason): reason.definition(about: text)
    case .conversion(let reason): reason.definition(about: text)
    }
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

  /// All reasons as Markdown, and what is said once for many filters.
  public static var documentation: String {
    var lines = allCases.flatMap { $0.definition().documentation(of: $0.id) }
    lines += ["## Said once", "", "What holds for very many filters is said once, with their number.", ""]
    lines += ConversionNote.allCases.flatMap { $0.definition().documentation(of: $0.id) }
    return lines.dropLast().joined(separator: "\n") + "\n"
  }
}
