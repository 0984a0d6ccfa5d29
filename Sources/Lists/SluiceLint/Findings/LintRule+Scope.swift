import SluiceConversion
import SluiceSyntax

extension LintRule {
  /// Whether the findings in a line depend only on that line, and on the directives and comments that decide
  /// whether it counts.
  ///
  /// This excludes rules that compare filters, count, or report once per list.
  package var isAboutOneLine: Bool {
    switch self {
    case .reason(.syntax(let reason)): Self.isAboutOneLine(reason)
    case .reason(.conversion(let reason)): Self.isAboutOneLine(reason)
    case .own(let own): own.rule.check.isAboutOneLine
    }
  }

  /// Whether findings can have a single correct fix, which ``LintFixes`` makes.
  var isFixable: Bool {
    switch self {
    case .reason: false
    case .own(let own): own.rule.fix != nil
    }
  }

  private static func isAboutOneLine(_ reason: SyntaxProblem.Reason) -> Bool {
    switch reason {
    case .unclosedCondition, .strayElse, .strayEndif: false
    case .invalidUTF8, .controlCharacter, .lineTooLong, .emptyFilter, .blankInPattern, .singleHash,
      .emptyOption,
      .malformedOption, .optionNeedsValue, .optionTakesNoValue, .optionNotNegatable, .emptyDomainList,
      .invalidDomain, .emptyBody, .unclosedModifiers, .missingMarker, .unknownModifier, .invalidHost,
      .malformedCondition, .templateInstruction, .unsupportedEntry:
      true
    }
  }

  private static func isAboutOneLine(_ reason: ConversionReason) -> Bool {
    switch reason {
    // These findings depend on a filter's exceptions, on the filters that it is merged with, or on its list.
    case .requestDomains, .embeddedPages, .entitySuffixes, .overlappingExclusions, .importantExclusions,
      .cookieExceptions, .framesOfExceptedPages, .genericHiding, .outOfProportion, .ruleLimit,
      .mixedDomains, .pageScope:
      false
    case .unknownOption, .conflictingOptions, .exceptionOption, .invalidHostInPattern, .invalidRegex,
      .regexNeverMatches, .patternNeverMatches, .joinedFilters, .misplacedOptions, .misspeltException,
      .unmarkedDomains,
      .splitDomain, .unusableDomain, .unsupportedOption, .objectType, .pingType, .otherType,
      .noWebKitType, .strictParty, .responseOption, .methodOption, .patternTooLong, .regexLookAround,
      .regexBackreference, .regexWordBoundary, .regexAnchor, .regexAlternatives, .expensiveRegex,
      .narrowedRegex, .regexDomain, .hostsMapping, .includeNotFollowed, .invalidSelector,
      .newerSelector, .proceduralSelector, .elementRemoval, .styleInjection, .scriptlet, .script, .snippet,
      .htmlFilter,
      .responseHeader, .cosmeticModifier, .redirect, .removeparam, .csp, .requestModification:
      true
    }
  }
}
