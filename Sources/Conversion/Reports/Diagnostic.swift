import FilterSyntax

/// What became of one filter.
public enum Outcome: String, CaseIterable, Hashable, Sendable {
  /// WebKit does what the filter means.
  case exact
  /// WebKit does less than the filter means, or an exception allows more on the same page; the reason says what.
  case approximated
  /// The filter needs a script or a style sheet in the page, which a content blocker cannot give.
  case deferred
  /// The filter is not in the output.
  case dropped
}

/// What a filter became and why, when it is not exact.
public struct Diagnostic: Hashable, Sendable {
  /// Index of the list among the inputs.
  public var source: Int
  /// The line of the filter in the list as it was read, without its line end. A filter that goes on in further
  /// lines has all of them, with what lies between.
  public var line: ByteRange
  /// The bytes of the line that the reason is about.
  public var span: ByteRange
  /// What became of the filter.
  public var outcome: Outcome
  /// Why, as a stable id.
  public var reason: Reason
}

/// Why a filter is not exact, or what is wrong with a line: a stable id with its explanation.
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

  /// What is wrong, in one line without a full stop; `text` are the bytes that it is about.
  public func message(about text: String) -> String {
    switch self {
    case .syntax(let reason): reason.message(about: text)
    case .conversion(let reason): reason.message(about: text)
    }
  }

  /// What the author of the filter can do, or nil where nothing helps.
  public var advice: String? {
    switch self {
    case .syntax(let reason): reason.advice
    case .conversion(let reason): reason.advice
    }
  }
}
