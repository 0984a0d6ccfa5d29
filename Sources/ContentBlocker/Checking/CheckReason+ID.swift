extension CheckReason {
  /// The stable id.
  public var id: String {
    switch self {
    case .problem(let reason): reason.id
    case .ruleLimit: "rule-limit"
    case .sizeLimit: "size-limit"
    case .duplicateRule: "duplicate-rule"
    case .coveredRule: "covered-rule"
    case .matchesNoURL: "matches-no-url"
    case .expensivePattern: "expensive-pattern"
    case .claimableException: "claimable-exception"
    case .claimableExclusion: "claimable-exclusion"
    case .abortLimit: "abort-limit"
    case .nearAbortLimit: "near-abort-limit"
    case .gap(let gap): gap.id
    case .rejectedByWebKit: "rejected-by-webkit"
    case .compileTimeout: "compile-timeout"
    }
  }

  /// One reason of each id, in the order of the documentation.
  public static let examples: [CheckReason] = {
    var reasons = RuleListProblem.Reason.examples.map(CheckReason.problem)
    let claim = PageClaim(url: "https://other.example/?u=https://good.example/", host: "good.example")
    reasons += [
      .ruleLimit(count: 2, limit: 1), .sizeLimit(bytes: 2, limit: 1),
      .abortLimit(.everything, count: 70_000), .nearAbortLimit(.everything, count: 50_000), .matchesNoURL,
      .claimableException(claim), .claimableExclusion(claim), .expensivePattern(states: nil),
    ]
    reasons += AbilityGap.examples.map(CheckReason.gap)
    reasons += [
      .duplicateRule(of: 0), .coveredRule(by: 0), .rejectedByWebKit("..."), .compileTimeout(seconds: 60),
    ]
    var known: Set<String> = []
    return reasons.filter { known.insert($0.id).inserted }
  }()
}

extension RuleListProblem.Reason {
  /// The stable id. Kinds that have kinds of their own put their name before these.
  public var id: String {
    switch self {
    case .emptyInput: "empty-input"
    case .syntax(let reason): "json-\(kebab(reason.rawValue))"
    case .notAnArray: "not-an-array"
    case .tooManyRules: "too-many-rules"
    case .noRules: "no-rules"
    case .ruleNotObject: "rule-not-object"
    case .trigger: "trigger"
    case .action: "action"
    case .urlFilterMissing: "url-filter-missing"
    case .urlFilter(let reason): "url-filter-\(kebab(reason.rawValue))"
    case .flagsNotArray: "flags-not-array"
    case .unknownFlag: "unknown-flag"
    case .requestMethod: "request-method"
    case .multipleConditions: "multiple-conditions"
    case .conditionList: "condition-list"
    case .domainNotLowercaseASCII: "domain-not-lowercase-ascii"
    case .domainPattern: "domain-pattern"
    case .actionType: "action-type"
    case .selectorMissing: "selector-missing"
    case .notification: "notification"
    case .modifyHeaders(let reason): "modify-headers-\(kebab(reason.rawValue))"
    case .redirect(let reason): "redirect-\(kebab(reason.rawValue))"
    case .unsupportedAction: "extension-action"
    case .unsupportedSelector(let reason): "unchecked-selector-\(kebab(reason.rawValue))"
    case .unsupportedURLFilter: "unchecked-url-filter"
    case .droppedRule(let reason): "selector-\(kebab(reason.rawValue))"
    case .mendedSelector: "mended-selector"
    case .domainIsNotHost: "domain-is-not-host"
    case .emptyFlags: "empty-flags"
    case .unusedKey: "unused-key"
    case .repeatedKey: "repeated-key"
    case .flagNotBoolean: "flag-not-boolean"
    case .looseSyntax(let syntax): "json-\(kebab(syntax.rawValue))"
    case .unpairedSurrogate: "unpaired-surrogate"
    }
  }

  /// Whether it is about the list as a whole.
  public var isGlobal: Bool {
    switch self {
    case .emptyInput, .syntax, .notAnArray, .tooManyRules, .noRules: true
    default: false
    }
  }

  /// One reason of each id: errors, what is not checked, warnings.
  public static let examples: [Self] = {
    var reasons: [Self] = [.emptyInput]
    reasons += RuleListProblem.SyntaxReason.allCases.map(Self.syntax)
    reasons += [
      .notAnArray, .tooManyRules(RuleList.maximumRules + 1), .noRules, .ruleNotObject, .trigger, .action,
      .urlFilterMissing,
    ]
    // An empty or a deep pattern is called otherwise by the reader.
    reasons += URLFilterProblem.Reason.allCases.filter { $0 != .tooDeep }.map(Self.urlFilter)
    reasons += [
      .flagsNotArray, .unknownFlag, .requestMethod, .multipleConditions, .conditionList,
      .domainNotLowercaseASCII, .domainPattern(.alternatives), .actionType, .selectorMissing, .notification,
    ]
    reasons += RuleListProblem.ModifyHeadersReason.allCases.map(Self.modifyHeaders)
    reasons += RuleListProblem.RedirectReason.allCases.map(Self.redirect)
    reasons += SelectorProblem.Reason.allCases.filter { $0.consequence == .dropped }.map(Self.droppedRule)
    reasons += SelectorProblem.Reason.allCases.filter { $0.consequence == .unsupported }
      .map(Self.unsupportedSelector)
    reasons += [
      .unsupportedURLFilter(.tooDeep), .domainIsNotHost, .emptyFlags, .unusedKey, .repeatedKey,
      .flagNotBoolean, .unsupportedAction(.redirect), .mendedSelector(.unclosedBracket),
    ]
    reasons += RuleListProblem.LooseSyntax.allCases.map(Self.looseSyntax)
    return reasons + [.unpairedSurrogate]
  }()
}

extension SelectorProblem.Reason {
  fileprivate enum Consequence { case dropped, mended, unsupported }

  /// What comes of the rule.
  fileprivate var consequence: Consequence {
    switch self {
    case .newerThanSafari16, .tooDeep: .unsupported
    // A list of rules is UTF-8 where it gets so far.
    case .invalidUTF8, .nullCharacter, .unclosedBracket, .unclosedParenthesis, .unclosedBrace,
      .unclosedString,
      .unclosedComment:
      .mended
    case .empty, .unexpectedCharacter, .strayComma, .danglingCombinator, .unknownCombinator, .badIdentifier,
      .badEscape, .misplacedTypeSelector, .unknownNamespace, .declarationBlock, .badAttribute,
      .unmatchedBracket, .lineBreakInString, .unknownPseudoClass, .unknownPseudoElement, .missingArgument,
      .unexpectedArgument, .badArgument, .badNth, .nestedHas, .pseudoElementNotAllowed,
      .notAllowedAfterPseudoElement:
      .dropped
    }
  }
}

/// `urlFilterMissing` as `url-filter-missing`, `invalidUTF8` as `invalid-utf8`.
private func kebab(_ name: String) -> String {
  var text = ""
  var lastIsCapital = true
  for character in name {
    if character.isUppercase, !lastIsCapital { text.append("-") }
    lastIsCapital = character.isUppercase
    text += character.lowercased()
  }
  return text
}
