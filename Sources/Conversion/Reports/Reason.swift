import FilterSyntax

/// The reason for which a filter is not converted exactly, or a line is invalid: a stable id with its texts.
public enum Reason: Hashable, Sendable {
  /// The line is not a valid filter.
  case syntax(SyntaxProblem.Reason)
  /// The filter is valid, but WebKit cannot express it exactly.
  case conversion(ConversionReason)

  /// The stable id, in lower case with hyphens.
  public var id: String {
    switch self {
    case .syntax(let reason): reason.rawValue
    case .conversion(let reason): reason.rawValue
    }
  }

  /// The texts about the reason; `text` is the part of the filter that it is about.
  public func definition(about text: String = "") -> ReasonDefinition {
    switch self {
    case .syntax(let reason): reason.definition(about: text)
    case .conversion(let reason): reason.definition(about: text)
    }
  }
}

extension Reason: CaseIterable {
  /// All reasons, those of invalid lines first.
  public static let allCases =
    SyntaxProblem.Reason.allCases.map { Reason.syntax($0) }
    + ConversionReason.allCases.map { Reason.conversion($0) }

  /// The reason with this id.
  public init?(id: String) {
    guard let reason = Self.allCases.first(where: { $0.id == id }) else { return nil }
    self = reason
  }

  /// All reasons as Markdown, followed by the notes about whole conversions.
  public static var documentation: String {
    var lines = allCases.flatMap { $0.definition().documentation(of: $0.id) }
    lines += ["## Notes", "", "A note holds for many filters. It is reported once, with their number.", ""]
    lines += ConversionNote.allCases.flatMap { $0.definition().documentation(of: $0.id) }
    return lines.dropLast().joined(separator: "\n") + "\n"
  }
}
