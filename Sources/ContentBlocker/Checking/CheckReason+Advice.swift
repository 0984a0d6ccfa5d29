extension CheckReason {
  /// What to do about it, or nil where the message says it.
  public var advice: String? {
    switch self {
    case .problem(let reason): reason.advice
    case .ruleLimit: "leave out rules, or make two lists of it, each with the exceptions that it needs"
    case .sizeLimit: "leave out rules, or set the limit with --max-bytes"
    case .duplicateRule, .coveredRule: "remove one of the two"
    case .matchesNoURL:
      "a URL begins with its scheme, has its host in lower case, and has no fragment, blank or control character"
    case .expensivePattern: "begin it with ^ and the scheme, or write out characters instead of classes"
    case .claimableException:
      "name the site by its URL, to the end of the authority: " + pagePattern("if-top-url")
    case .claimableExclusion:
      "name the site by its URL, to the end of the authority: " + pagePattern("unless-top-url")
    case .abortLimit, .nearAbortLimit:
      "put several selectors into one rule, or several sites into one condition; or make two lists of it"
    case .gap(let gap): gap.advice
    case .rejectedByWebKit: nil
    case .compileTimeout: "look at the dearest patterns: --costs 20"
    }
  }
}

extension CheckReason {
  /// A condition that no other page can claim.
  private func pagePattern(_ key: String) -> String {
    let example = Array("good.example".utf8)
    let pattern = Domain(example, includesSubdomains: true).map { URLFilter.page($0).description } ?? ""
    return "\(key): \(pattern)"
  }
}

extension RuleListProblem.Reason {
  fileprivate var advice: String? {
    switch self {
    case .emptyInput, .noRules:
      "a list that does nothing needs a rule whose pattern matches nothing: ^no-rules:$"
    case .syntax(let reason): reason.advice
    case .notAnArray: "put the rules in [ and ]"
    case .tooManyRules: "make two lists of it, each with the exceptions that it needs"
    case .ruleNotObject, .trigger, .action:
      #"the form of a rule: {"trigger":{"url-filter":"..."},"action":{"type":"block"}}"#
    case .urlFilterMissing: #"the pattern for every URL is ".*""#
    case .urlFilter(let reason), .domainPattern(let reason): reason.advice
    case .flagsNotArray: #"put the name in brackets: ["script"]"#
    case .unknownFlag:
      "resource-type: \(names(ResourceTypes.names)); load-type: \(names(LoadTypes.names)); "
        + "load-context: \(names(LoadContexts.names))"
    case .requestMethod: "\(RequestMethod.allCases.map(\.rawValue).joined(separator: ", "))"
    case .multipleConditions: nil
    case .conditionList: "without a condition, leave out the key"
    case .domainNotLowercaseASCII: "WebKit sees hosts in this form too, so that nothing is lost"
    case .actionType:
      "block, block-cookies, css-display-none, ignore-previous-rules, make-https; in newer WebKit "
        + "ignore-following-rules too"
    case .selectorMissing, .notification, .modifyHeaders, .redirect: nil
    case .unsupportedAction, .unsupportedURLFilter: "ask WebKit itself with --engine"
    case .unsupportedSelector(.newerThanSafari16): "for Safari 16, write the rule without it"
    case .unsupportedSelector: "ask WebKit itself with --engine"
    case .droppedRule(let reason): reason.advice
    case .mendedSelector: "close it"
    case .domainIsNotHost: "a host alone is that host, and with * before it all below it too: *example.com"
    case .emptyFlags: "leave out the key, or name what is meant"
    case .unusedKey: "check the spelling: WebKit ignores keys that it does not know, so the rule acts on more"
    case .repeatedKey: "keep one of them"
    case .flagNotBoolean: "write true or false, without quotes"
    case .looseSyntax: #"write it as \u and four hexadecimal digits"#
    case .unpairedSurrogate: "write the character itself, in UTF-8"
    }
  }

  private func names(_ names: [StaticString]) -> String { names.map(\.description).joined(separator: " ") }
}

extension RuleListProblem.SyntaxReason {
  fileprivate var advice: String? {
    switch self {
    case .unexpectedEnd: "the file may have been cut off: write or fetch it again"
    case .unexpectedCharacter, .trailingText: "check brackets and commas before this place"
    case .trailingComma, .comment, .byteOrderMark: "remove it"
    case .invalidUTF8: "save the file as UTF-8"
    case .badEscape: #"in a pattern each backslash is written twice: "example\\.com""#
    case .unclosedString: "close it with a double quote"
    case .badNumber, .badWord: nil
    case .keyIsNotString: "put the key in double quotes"
    case .missingColon: nil
    case .tooDeep: nil
    }
  }
}

extension URLFilterProblem.Reason {
  fileprivate var advice: String? {
    switch self {
    case .notASCII: "write hosts in punycode (xn--) and other characters as %XX of their UTF-8"
    case .counts: "write the part as often as it must stand: [0-9][0-9][0-9]"
    case .misplacedStart: #"for the character itself write \^ (in JSON "\\^")"#
    case .misplacedEnd: #"for the character itself write \$ (in JSON "\\$")"#
    case .wordBoundary: "write the characters that may stand there: [^a-z0-9]"
    case .lookAround, .backreference: "make rules of the cases; exceptions are ignore-previous-rules"
    case .nothingToRepeat: #"for the character itself write \* (in JSON "\\*"); for any text write .*"#
    case .unbalancedParenthesis, .unclosedBracket: #"for the character itself put \\ before it"#
    case .trailingBackslash: #"for a backslash write four: "\\\\""#
    case .empty: #"the pattern for every URL is ".*""#
    case .alternatives, .classEscape, .classEscapeInBrackets, .invalidCount, .reversedRange, .invalidGroup,
      .invalidGroupName, .tooLong, .tooDeep:
      nil
    }
  }
}

extension SelectorProblem.Reason {
  fileprivate var advice: String? {
    switch self {
    case .unknownPseudoClass:
      "operators such as :has-text() and :upward() need a script: no content blocker has them"
    case .declarationBlock: "leave out the block: the rule always hides"
    case .empty, .strayComma, .danglingCombinator: "write the missing selector, or remove the sign"
    case .badIdentifier: #"a name that begins with a digit: #\31 23 for the id 123 (in JSON two backslashes)"#
    default:
      "put selectors that may be invalid into rules of their own: one takes all others of its rule with it"
    }
  }
}
