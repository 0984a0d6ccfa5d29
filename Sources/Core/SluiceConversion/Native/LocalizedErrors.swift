// The words of errors, for Foundation. SluiceSyntax and SluiceRules do without it, so theirs are here.

import Foundation
import SluiceRules
import SluiceSyntax

extension JSONFault: LocalizedError {
  /// The message for the user.
  public var errorDescription: String? { description }
}

extension SyntaxProblem: LocalizedError {
  /// The message for the user.
  public var errorDescription: String? { description }
}

extension SelectorProblem: LocalizedError {
  /// The message for the user.
  public var errorDescription: String? { description }
}

extension URLFilterProblem: LocalizedError {
  /// The message for the user.
  public var errorDescription: String? { description }
}

extension RequestProblem: LocalizedError {
  /// The message for the user.
  public var errorDescription: String? { description }
}

extension RuleListFinding: LocalizedError {
  /// The message for the user.
  public var errorDescription: String? { description }
}

extension RegexFilterProblem: LocalizedError {
  /// The message for the user.
  public var errorDescription: String? { description }
}

extension FileProblem: LocalizedError {
  /// The message for the user.
  public var errorDescription: String? { description }
}

extension SourceMapProblem: LocalizedError {
  /// The message for the user.
  public var errorDescription: String? { description }
}

extension ConversionError: LocalizedError {
  /// The message for the user.
  public var errorDescription: String? { description }
}
