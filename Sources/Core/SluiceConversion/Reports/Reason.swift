import SluiceSyntax

/// The reason why a filter is not exact, or why a line is invalid. It has a stable ID and a definition.
@frozen public enum Reason: Hashable, Sendable {
  /// The line is not a valid filter.
  case syntax(SyntaxProblem.Reason)
  /// The filter is valid, but WebKit cannot express it, or only in part.
  case conversion(ConversionReason)

  /// The stable ID, in lowercase with hyphens.
  public var id: String {
    switch self {
    case .syntax(let reason): reason.rawValue
    case .conversion(let reason): reason.rawValue
    }
  }

  /// Returns the definition of the reason. `text` is the affected part of the filter.
  public func definition(about text: String = "") -> ReasonDefinition {
    switch self {
    case .syntax(let reason): reason.definition(about: text)
    case .conversion(let reason): reason.definition(about: text)
    }
  }

  /// Returns the text that was meant by the affected part of the filter; `nil` if no single text is possible.
  package func correction(of text: String) -> String? {
    switch self {
    case .syntax(let reason): reason.correction(of: text)
    case .conversion(let reason): reason.correction(of: text)
    }
  }
}

extension Reason: CaseIterable {
  /// All reasons. Those of invalid lines come first.
  public static let allCases =
    SyntaxProblem.Reason.allCases.map { Reason.syntax($0) }
    + ConversionReason.allCases.map { Reason.conversion($0) }

  /// Returns the reason with this ID, or `nil` if the ID is unknown.
  public init?(id: String) {
    guard let reason = Self.allCases.first(where: { $0.id == id }) else { return nil }
    self = reason
  }
}
