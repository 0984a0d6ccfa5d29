import SluiceConversion
import SluiceRules
import SluiceSyntax

/// A lint rule. Each rule has a stable identifier. The rules of the parser and the converter are the reasons
/// that `convert` reports.
@nonexhaustive public enum LintRule: Hashable, Sendable {
  /// A line that is not a filter, or a filter that WebKit rules cannot express.
  case reason(Reason)
  /// A rule of the linter itself.
  case own(Own)

  /// The stable identifier, in lower case with hyphens.
  public var id: String {
    switch self {
    case .reason(let reason): reason.id
    case .own(let rule): rule.rawValue
    }
  }

  /// Returns the rule with an identifier, or nil if it is unknown.
  public init?(id: String) {
    guard let rule = Self.byID[id] else { return nil }
    self = rule
  }

  private static let byID = Dictionary(uniqueKeysWithValues: allCases.map { ($0.id, $0) })

  /// Whether findings are about a file that should be a list.
  package var isAboutFile: Bool {
    switch self {
    case .reason: false
    case .own(let own): own.isAboutFile
    }
  }

  /// Whether the rule is on by default.
  public var isOnByDefault: Bool {
    switch self {
    case .reason: group != .style
    case .own(let own): group != .style && !own.rule.isOff
    }
  }

  /// Returns the definition of the rule. `text` is the text of a finding, `other` the text that it is
  /// compared with.
  public func definition(about text: String = "…", _ other: String = "…") -> ReasonDefinition {
    switch self {
    case .reason(let reason): reason.definition(about: text)
    case .own(let own): own.rule.definition(text, other: other)
    }
  }
}

extension LintRule: CaseIterable {
  /// All rules, by group. In each group, the rules of the parser and the converter precede the linter's own.
  public static let allCases: [LintRule] = {
    let all =
      Reason.allCases.filter { !$0.isOfConversion }.map { LintRule.reason($0) }
      + Own.allCases.map { .own($0) }
    return LintGroup.allCases.flatMap { group in all.filter { $0.group == group } }
  }()
}

extension Reason {
  /// Whether the reason is about the options of a conversion or about request changes, which the linter does not make.
  fileprivate var isOfConversion: Bool {
    let reasons: [ConversionReason] = [
      .ruleLimit, .genericHiding, .parameterPattern, .changeConditions, .changeExceptions, .frameInitiators,
      .mergedPolicy, .unknownHeader, .redirectResource, .redirectOfBlocks,
      .redirectOfImportant,
    ]
    return reasons.contains { self == .conversion($0) }
  }
}

/// A group of rules. The raw value is the name for `--select` and `--ignore`.
@nonexhaustive public enum LintGroup: String, CaseIterable, Hashable, Sendable {
  /// Lines that are not filters, or not the filters that they look like.
  case syntax
  /// Filters that match far more than intended.
  case tooMuch = "too-much"
  /// Redundant filters, which can be removed without any change.
  case notNeeded = "not-needed"
  /// Filters for hosts that do not exist.
  case dead
  /// Filters that Safari and GNOME Web do not support, or support only in part.
  case safari
  /// Filters that the configuration does not allow.
  case policy
  /// The style of filters.
  case style

  /// A description of the group, for the documentation.
  public var meaning: String {
    switch self {
    case .syntax: "Lines that are not filters, or not the filters that they look like."
    case .tooMuch: "Filters that match more than their author can mean."
    case .notNeeded: "Filters without which nothing changes."
    case .dead: "Filters on hosts that do not exist."
    case .safari: "Filters that WebKit's rules cannot express, or not exactly: Safari, WKWebView, GNOME Web."
    case .policy:
      "Filters that the [configuration](../guide/lint.md#policy-of-a-project) does not allow. Without a configuration, there are no findings."
    case .style: "The format of filters. Off by default; select it with `--select default,style`."
    }
  }
}

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

  var needsConversion: Bool {
    switch self {
    case .reason: true
    case .own(let own): own.rule.check.isConversion
    }
  }

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
      .frameInitiators, .mergedPolicy, .unknownHeader, .redirectResource, .redirectOfBlocks,
      .redirectOfImportant:
      (.safari, .note, true)
    // These findings depend on a filter's exceptions, on the filters that it is merged with, or on its list.
    case .requestDomains, .embeddedPages, .entitySuffixes, .overlappingExclusions, .importantExclusions,
      .cookieExceptions, .changeExceptions, .framesOfExceptedPages, .genericHiding, .outOfProportion,
      .ruleLimit, .mixedDomains,
      .pageScope:
      (.safari, .note, false)
    }
  }

  /// The documentation of all rules as Markdown: a list for each group.
  package static var documentation: String {
    var lines: [String] = []
    for group in LintGroup.allCases {
      lines += ["## \(group.rawValue)", "", group.meaning, ""]
      for rule in allCases where rule.group == group {
        let off = rule.isOnByDefault ? "" : ", off"
        let summary = rule.definition().summary(upTo: ".:").dropLast()
        lines.append("- `\(rule.id)` (\(rule.severity.rawValue)\(off)): \(summary)")
      }
      lines.append("")
    }
    return lines.dropLast().joined(separator: "\n") + "\n"
  }
}
