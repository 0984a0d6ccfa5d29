import Conversion
import FilterSyntax

extension LintRule {
  /// Whether a line says by itself what is found in it, with the instructions and comments of the list that decide whether
  /// it counts. What compares filters, counts or is said once for a list does not.
  package var isAboutOneLine: Bool {
    switch self {
    case .reason(.syntax(let reason)): Self.isAboutOneLine(reason)
    case .reason(.conversion(let reason)): Self.isAboutOneLine(reason)
    case .own(let rule): Self.isAboutOneLine(rule)
    }
  }

  /// Whether a finding can have one right answer, which ``LintFixes`` makes.
  var isFixable: Bool {
    switch self {
    case .reason: false
    case .own(let rule): Self.isFixable(rule)
    }
  }

  private static func isFixable(_ rule: Own) -> Bool {
    switch rule {
    case .trailingBlank, .carriageReturn, .duplicateFilter, .upperCase, .optionName, .optionOrder,
      .domainOrder, .repeatedDomain, .defaultOption, .idleOption, .format:
      true
    case .unknownDirective, .unknownConstant, .unknownHint, .wrongValue, .wrongChecksum, .missingHeader,
      .wrongHeader, .staleHeader, .unknownLintRule, .unknownScriptlet, .matchesEverything, .publicSuffix,
      .shortPattern, .openHost, .wholeCDN, .hidesPage, .hidesTag, .hidesCommonName, .coveredFilter,
      .sameSelector, .idleException, .idleHidingException, .idleBadfilter, .impossibleHost, .deadHost,
      .dearPattern, .combinableFilters:
      false
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
    // What these say depends on exceptions to a filter, on what it is merged with, or on the list that it is in.
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

  private static func isAboutOneLine(_ rule: Own) -> Bool {
    switch rule {
    case .unknownDirective, .unknownConstant, .unknownHint, .wrongValue, .idleOption, .trailingBlank,
      .unknownLintRule, .unknownScriptlet, .matchesEverything, .publicSuffix, .shortPattern, .openHost,
      .wholeCDN, .hidesPage, .hidesTag,
      .hidesCommonName, .repeatedDomain, .defaultOption, .impossibleHost, .deadHost, .optionOrder,
      .domainOrder, .upperCase:
      true
    case .wrongChecksum, .carriageReturn, .missingHeader, .wrongHeader, .staleHeader, .duplicateFilter,
      .coveredFilter, .sameSelector, .idleException, .idleHidingException, .idleBadfilter, .dearPattern,
      .optionName, .combinableFilters, .format:
      false
    }
  }
}
