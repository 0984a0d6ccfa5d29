// The words of errors, for Foundation. SluiceSyntax and SluiceRules do without it, so theirs are here.

import Foundation
import SluiceAnalysis
import SluiceRules
import SluiceSyntax

/// An error whose description is also its message for Foundation.
public protocol DescribedError: LocalizedError, CustomStringConvertible {}

extension DescribedError {
  /// The message for the user.
  public var errorDescription: String? { description }
}

extension JSONFault: DescribedError {}
extension SyntaxProblem: DescribedError {}
extension SelectorProblem: DescribedError {}
extension URLFilterProblem: DescribedError {}
extension RequestProblem: DescribedError {}
extension RuleListFinding: DescribedError {}
extension RegexFilterProblem: DescribedError {}
extension FileProblem: DescribedError {}
extension SourceMapProblem: DescribedError {}
extension ConversionError: DescribedError {}
