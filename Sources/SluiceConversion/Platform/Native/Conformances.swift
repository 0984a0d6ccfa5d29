// The words of errors, for Foundation. SluiceSyntax and SluiceRules do without it, so theirs are here.

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import SluiceAnalysis
import SluiceRules
import SluiceSyntax
import SluiceText

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

// Embedded Swift has no `Codable`.
extension DomainScope: Codable {}
extension GenericHiding: Codable {}
extension ListForm: Codable {}
