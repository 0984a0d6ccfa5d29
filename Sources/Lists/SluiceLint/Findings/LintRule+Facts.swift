import SluiceConversion
import SluiceRules
import SluiceSyntax

/// The severity of a finding, the same type as for `check`.
public typealias LintSeverity = RuleListFinding.Severity

extension LintRule {
  /// The group of the rule.
  public var group: LintGroup {
    switch self {
    case .reason(let reason): Self.facts(of: reason).group
    case .own(let own): own.rule.group
    }
  }

  /// The default severity.
  ///
  /// For a filter that WebKit does not support, it depends on the outcome: dropped, left to another program,
  /// or narrowed.
  public var severity: LintSeverity {
    switch self {
    case .reason(let reason): Self.facts(of: reason).severity
    case .own(let own): own.rule.severity
    }
  }

  /// Whether the findings in a line depend only on that line, and on the directives and comments that decide
  /// whether it counts.
  ///
  /// This excludes rules that compare filters, count, or report once per list.
  package var isAboutOneLine: Bool {
    switch self {
    case .reason(let reason): Self.facts(of: reason).isAboutOneLine
    case .own(let own): own.rule.check.isAboutOneLine
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

  /// Whether findings can have a single correct fix, which ``LintFixes`` makes.
  var isFixable: Bool {
    fix != nil
  }

  private typealias Facts = (group: LintGroup, severity: LintSeverity, isAboutOneLine: Bool)

  private static func facts(of reason: Reason) -> Facts {
    switch reason {
    case .syntax(let reason): facts(of: reason)
    case .conversion(let reason): facts(of: reason)
    }
  }

  private static func facts(of reason: SyntaxProblem.Reason) -> Facts {
    switch reason {
    case .invalidUTF8, .controlCharacter, .lineTooLong, .emptyFilter, .patternTooShort, .blankInPattern,
      .singleHash, .emptyOption, .malformedOption, .optionNeedsValue, .optionTakesNoValue,
      .optionNotNegatable, .repeatedOption, .optionNeedsDomain, .optionNeedsRegex, .optionNotInException,
      .incompatibleOptions, .emptyDomain, .repeatedDomains, .emptyDomainList, .invalidDomain, .emptyBody,
      .unclosedModifiers, .missingMarker, .unknownModifier, .invalidHost, .malformedCondition,
      .mergeConflict:
      (.syntax, .error, true)
    case .unclosedCondition, .strayElse, .strayEndif: (.syntax, .error, false)
    // The source files of a list consist of lines like this.
    case .templateInstruction, .unsupportedEntry: (.syntax, .note, true)
    }
  }

  /// Returns the facts of a conversion reason. Problems in every content blocker belong to `syntax`, all others
  /// to `safari`.
  private static func facts(of reason: ConversionReason) -> Facts {
    switch reason {
    case .unknownOption, .exceptionOption, .invalidHostInPattern, .invalidRegex, .regexNeverMatches,
      .joinedFilters, .misplacedOptions, .misspeltException, .unmarkedDomains, .splitDomain:
      (.syntax, .error, true)
    case .patternNeverMatches: (.syntax, .warning, true)
    case .patternTooLong, .expensiveRegex, .regexLookAround, .regexBackreference, .regexWordBoundary,
      .regexAnchor, .regexAlternatives, .invalidSelector, .pathInDomains:
      (.safari, .warning, true)
    case .fragment, .conflictingOptions, .unusableDomain, .unsupportedOption, .objectType, .pingType,
      .otherType, .noWebKitType, .strictParty, .responseOption, .methodOption, .narrowedRegex, .regexDomain,
      .hostsMapping, .includeNotFollowed, .newerSelector, .proceduralSelector, .elementRemoval,
      .styleInjection, .scriptlet, .script, .snippet, .htmlFilter, .responseHeader, .cosmeticModifier,
      .redirect, .removeparam, .csp, .requestModification, .parameterPattern, .changeConditions,
      .frameInitiators, .mergedPolicy, .unknownHeader, .redirectResource, .redirectOfBlocks:
      (.safari, .note, true)
    // These findings depend on a filter's exceptions, on the filters that it is merged with, or on its list.
    case .requestDomains, .embeddedPages, .entitySuffixes, .overlappingExclusions, .importantExclusions,
      .cookieExceptions, .changeExceptions, .framesOfExceptedPages, .genericHiding, .outOfProportion,
      .ruleLimit, .mixedDomains,
      .pageScope:
      (.safari, .note, false)
    }
  }
}
