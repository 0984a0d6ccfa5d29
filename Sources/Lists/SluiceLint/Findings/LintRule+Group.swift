import SluiceConversion
import SluiceRules
import SluiceSyntax

/// The severity of a finding, the same type as for `check`.
public typealias LintSeverity = RuleListFinding.Severity

extension LintRule {
  /// The group of the rule.
  public var group: LintGroup {
    switch self {
    case .reason(.syntax): .syntax
    case .reason(.conversion(let reason)): Self.group(of: reason)
    case .own(let own): own.rule.group
    }
  }

  /// Returns the group of a conversion reason. Problems in every content blocker belong to `syntax`, all
  /// others to `safari`.
  private static func group(of reason: ConversionReason) -> LintGroup {
    switch reason {
    case .unknownOption, .exceptionOption, .invalidHostInPattern, .invalidRegex, .regexNeverMatches,
      .patternNeverMatches, .joinedFilters, .misplacedOptions, .misspeltException, .unmarkedDomains,
      .splitDomain:
      .syntax
    case .conflictingOptions, .unusableDomain, .unsupportedOption, .objectType, .pingType, .otherType,
      .noWebKitType, .strictParty, .responseOption,
      .methodOption, .patternTooLong, .regexLookAround, .regexBackreference, .regexWordBoundary, .regexAnchor,
      .regexAlternatives, .expensiveRegex, .narrowedRegex, .mixedDomains, .regexDomain, .requestDomains,
      .embeddedPages, .hostsMapping, .includeNotFollowed, .entitySuffixes, .overlappingExclusions,
      .importantExclusions, .cookieExceptions, .pageScope, .framesOfExceptedPages, .genericHiding,
      .invalidSelector, .newerSelector, .proceduralSelector, .elementRemoval, .styleInjection, .scriptlet,
      .script,
      .snippet, .htmlFilter, .responseHeader, .cosmeticModifier, .redirect, .removeparam, .csp,
      .requestModification, .outOfProportion, .ruleLimit:
      .safari
    }
  }

  /// Whether the rule needs a conversion of the list.
  var needsConversion: Bool {
    switch self {
    case .reason: true
    case .own(let own): own.rule.check.isConversion
    }
  }

  /// Whether the rule compares filters with each other.
  var needsComparison: Bool {
    switch self {
    case .reason: false
    case .own(let own): own.rule.check.isComparison
    }
  }

  /// The default severity.
  ///
  /// For a filter that WebKit does not support, it depends on the outcome: dropped, left to another program,
  /// or narrowed.
  public var severity: LintSeverity {
    switch self {
    case .reason(.syntax(let reason)): Self.severity(of: reason)
    case .reason(.conversion(let reason)): Self.severity(of: reason)
    case .own(let own): own.rule.severity
    }
  }

  private static func severity(of reason: SyntaxProblem.Reason) -> LintSeverity {
    switch reason {
    case .invalidUTF8, .controlCharacter, .lineTooLong, .emptyFilter, .blankInPattern, .singleHash,
      .emptyOption,
      .malformedOption, .optionNeedsValue, .optionTakesNoValue, .optionNotNegatable, .emptyDomainList,
      .invalidDomain, .emptyBody, .unclosedModifiers, .missingMarker, .unknownModifier, .invalidHost,
      .unclosedCondition, .strayElse, .strayEndif, .malformedCondition:
      .error
    // The source files of a list consist of lines like this.
    case .templateInstruction, .unsupportedEntry: .note
    }
  }

  private static func severity(of reason: ConversionReason) -> LintSeverity {
    switch reason {
    case .unknownOption, .exceptionOption, .invalidHostInPattern, .invalidRegex, .regexNeverMatches,
      .joinedFilters, .misplacedOptions, .misspeltException, .unmarkedDomains,
      .splitDomain:
      .error
    case .patternNeverMatches, .patternTooLong, .expensiveRegex, .regexLookAround, .regexBackreference,
      .regexWordBoundary,
      .regexAnchor, .regexAlternatives, .invalidSelector:
      .warning
    case .conflictingOptions, .unusableDomain, .unsupportedOption, .objectType, .pingType, .otherType,
      .noWebKitType, .strictParty, .responseOption,
      .methodOption, .narrowedRegex, .mixedDomains, .regexDomain, .requestDomains, .embeddedPages,
      .hostsMapping, .includeNotFollowed, .entitySuffixes, .overlappingExclusions, .importantExclusions,
      .cookieExceptions, .pageScope, .framesOfExceptedPages, .genericHiding, .newerSelector,
      .proceduralSelector,
      .elementRemoval, .styleInjection, .scriptlet, .script, .snippet, .htmlFilter, .responseHeader,
      .cosmeticModifier, .redirect, .removeparam, .csp, .requestModification, .outOfProportion,
      .ruleLimit:
      .note
    }
  }
}
