import SluiceText

extension RuleListFinding.Reason {
  var definition: Definition {
    switch self {
    case .emptyInput:
      .init(
        .rejection, id: "empty-input",
        message: "the file is empty; the smallest list is an array with one rule",
        advice: Self.emptyList, webKit: "Source JSON rule set cannot be empty", isGlobal: true)
    case .syntax(let reason):
      .init(
        .rejection, id: "json-\(kebab(reason.rawValue))", message: reason.message, advice: reason.advice,
        webKit: "Failed to parse the JSON String.", isGlobal: true)
    case .notAnArray:
      .init(
        .rejection, id: "not-an-array", message: "a rule list must be a JSON array",
        advice: "put the rules in [ and ]",
        webKit: "Invalid input, the top level structure is not an array.", isGlobal: true)
    case .tooManyRules(let count):
      .init(
        .rejection, id: "too-many-rules",
        message: "\(count.grouped) rules; WebKit accepts at most \(RuleList.maximumRules.grouped) in a list",
        advice: "split it into two lists, each with the exceptions that it needs",
        webKit: "Too many rules in JSON array.", isGlobal: true)
    case .noRules:
      .init(
        .rejection, id: "no-rules", message: "a list needs at least one rule that WebKit does not drop",
        advice: Self.emptyList, webKit: "Empty extension.", isGlobal: true)
    case .ruleNotObject:
      .init(
        .rejection, id: "rule-not-object", message: "a rule must be an object with a trigger and an action",
        advice: Self.ruleForm, webKit: "Invalid rule.")
    case .trigger:
      .init(
        .rejection, id: "trigger", message: "a rule must have a \"trigger\", which must be an object",
        advice: Self.ruleForm, webKit: "Invalid trigger object.")
    case .action:
      .init(
        .rejection, id: "action", message: "a rule must have an \"action\", which must be an object",
        advice: Self.ruleForm, webKit: "Invalid action object.")
    case .urlFilterMissing:
      .init(
        .rejection, id: "url-filter-missing",
        message: "a trigger must have a \"url-filter\", a non-empty string",
        advice: #"the pattern for every URL is ".*""#, webKit: "Invalid url-filter object.")
    case .urlFilter(let reason):
      .init(
        .rejection, id: "url-filter-\(kebab(reason.rawValue))", message: reason.message,
        advice: reason.advice,
        webKit: reason == .empty ? Self.invalidCondition : Self.invalidPattern)
    case .flagsNotArray:
      .init(
        .rejection, id: "flags-not-array", message: "this must be an array of strings",
        advice: #"put the name in brackets: ["script"]"#, webKit: "Invalid trigger flags array.")
    case .unknownFlag:
      .init(
        .rejection, id: "unknown-flag", message: "unknown name (names are lowercase)",
        advice: "resource-type: \(list(ResourceTypes.names)); load-type: \(list(LoadTypes.names)); "
          + "load-context: \(list(LoadContexts.names))",
        webKit: "Invalid string in the trigger flags array.")
    case .requestMethod:
      .init(
        .rejection, id: "request-method",
        message: "\"request-method\" must be one of WebKit's nine names, as a string",
        advice: RequestMethod.allCases.map { $0.rawValue }.joined(separator: ", "),
        webKit: #"The request-method string must be "get", "head", "options", "trace", "put", "delete", "#
          + #""post", "patch", or "connect"."#)
    case .multipleConditions:
      .init(
        .rejection, id: "multiple-conditions",
        message: "a trigger can have only one condition; write a rule for each",
        webKit: "A trigger cannot have more than one condition (if-domain, unless-domain, if-top-url, or"
          + " unless-top-url)")
    case .conditionList:
      .init(
        .rejection, id: "condition-list",
        message: "a condition must be a non-empty array of non-empty strings",
        advice: "if you need no condition, remove the key", webKit: Self.invalidCondition)
    case .domainNotLowercaseASCII:
      .init(
        .rejection, id: "domain-not-lowercase-ascii",
        message: "a domain must be lowercase ASCII (punycode for other characters)",
        advice: "WebKit sees hosts in the same form",
        webKit: "Domains must be lower case ASCII. Use punycode to encode non-ASCII characters.")
    case .domainPattern(let reason):
      .init(
        .rejection, id: "domain-pattern",
        message:
          "not a domain, and WebKit cannot parse the pattern that it derives from it: \(reason.message)",
        advice: reason.advice, webKit: Self.invalidPattern)
    case .actionType:
      .init(
        .rejection, id: "action-type", message: "an action must have a \"type\" that WebKit supports",
        advice:
          "block, block-cookies, css-display-none, ignore-previous-rules, make-https; in newer WebKit also "
          + "ignore-following-rules",
        webKit: "Invalid action type.")
    case .selectorMissing:
      .init(
        .rejection, id: "selector-missing",
        message: "\"css-display-none\" needs a \"selector\", which must be a string",
        webKit: "Invalid css-display-none action type. Requires a selector.")
    case .notification:
      .init(
        .rejection, id: "notification",
        message: "\"notify\" needs a \"notification\", which must be a string",
        webKit: "A notify action must have a string notification")
    case .modifyHeaders(let reason):
      .init(
        .rejection, id: "modify-headers-\(kebab(reason.rawValue))", message: reason.texts.message,
        webKit: reason.texts.webKit)
    case .redirect(let reason):
      .init(
        .rejection, id: "redirect-\(kebab(reason.rawValue))", message: reason.texts.message,
        webKit: reason.texts.webKit)
    case .unsupportedAction(let action):
      .init(
        .note, id: "extension-action",
        message:
          "WebKit accepts \"\(action.rawValue)\" only in rules of web extensions; its contents are not checked",
        advice: Self.askWebKit,
        refusal: "WebKit has the action \"\(action.rawValue)\", but it is not supported here")
    case .unsupportedSelector(let reason):
      .init(
        .warning, id: "unchecked-selector-\(kebab(reason.rawValue))",
        message: "the selector is not fully checked: \(reason.message)", advice: Self.askWebKit,
        refusal: "WebKit may accept this selector, but it is not supported here: \(reason.message)")
    case .unsupportedURLFilter(let reason):
      .init(
        .warning, id: "unchecked-url-filter", message: "the pattern is not fully checked: \(reason.message)",
        advice: Self.askWebKit,
        refusal: "WebKit may accept this, but it is not supported here: \(reason.message)")
    case .droppedRule(let reason):
      .init(
        .warning, id: "selector-\(kebab(reason.rawValue))",
        message: "WebKit drops this rule because of its selector: \(reason.message)",
        advice: reason.advice
          ?? "put selectors that may be invalid into rules of their own: one invalid selector drops the whole rule"
      )
    case .repairedSelector(let reason):
      .init(
        .note, id: "mended-selector", message: "CSS corrects this selector implicitly: \(reason.message)",
        advice: "close it")
    case .ignoredSelectorPart(.tooDeep):
      .init(
        .warning, id: "unchecked-selector-too-deep",
        message: "the selector is not fully checked: \(SelectorProblem.Reason.tooDeep.message)",
        advice: Self.askWebKit)
    case .ignoredSelectorPart(let reason):
      .init(
        .warning, id: "ignored-selector-part",
        message:
          "WebKit ignores this part of :is(), and the rule hides fewer or more elements: \(reason.message)",
        advice: reason.advice ?? Self.correctPart)
    case .ignoredSelectorList(let reason):
      .init(
        .warning, id: "ignored-selector-list",
        message: "WebKit ignores everything in this :is(), which then matches no element: \(reason.message)",
        advice: reason.advice ?? Self.correctPart)
    case .unusedSelectorPart(let reason):
      .init(
        .note, id: "unused-selector-part", message: "browsers ignore this part of :is(): \(reason.message)",
        advice: reason.advice ?? Self.correctPart)
    case .domainIsNotHost:
      .init(
        .warning, id: "domain-is-not-host",
        message: "not a host name, so it matches the host of no page",
        advice: "write a host, or * and a host to include its subdomains: *example.com")
    case .domainIsPattern:
      .init(
        .note, id: "domain-is-pattern",
        message: "not a host name; WebKit compares it as a pattern with the URL of the page after ://",
        advice: "write if-top-url for other parts of URLs than the host")
    case .emptyFlags:
      .init(
        .warning, id: "empty-flags", message: "an empty array means \"any\", as if the key were missing",
        advice: "remove the key, or list the names that you mean")
    case .unusedKey:
      .init(
        .warning, id: "unused-key", message: "unknown key",
        advice: "check the spelling: WebKit ignores unknown keys, so the rule may act on more than intended")
    case .repeatedKey:
      .init(
        .warning, id: "repeated-key",
        message: "duplicate key: only the last one in an object counts", advice: "keep one of them")
    case .flagNotBoolean:
      .init(
        .warning, id: "flag-not-boolean", message: "neither true nor false: counts as false",
        advice: "write true or false, without quotes")
    case .looseSyntax(let syntax):
      .init(
        .note, id: "json-\(kebab(syntax.rawValue))", message: syntax.message,
        advice: #"write it as \u and four hexadecimal digits"#)
    case .unpairedSurrogate:
      .init(
        .note, id: "unpaired-surrogate", message: "half of a surrogate pair, which represents no character",
        advice: "write the character itself, in UTF-8")
    case .ruleLimit(let count, let limit):
      .init(
        .limit, id: "rule-limit", message: Self.excess(count, unit: "rules", limit: limit),
        advice: "remove rules, or split the list into two, each with the exceptions that it needs")
    case .sizeLimit(let bytes, let limit):
      .init(
        .limit, id: "size-limit", message: Self.excess(bytes, unit: "bytes", limit: limit),
        advice: "remove rules, or set the limit with --max-bytes")
    case .duplicateRule(let other):
      .init(.note, id: "duplicate-rule", message: "rule \(other) is the same", advice: Self.removeOne)
    case .coveredRule(let other):
      .init(
        .note, id: "covered-rule",
        message: "rule \(other) does the same for every request that this one matches",
        advice: Self.removeOne)
    case .matchesNoURL:
      .init(
        .warning, id: "matches-no-url", message: "no http, https, ws or wss URL can match this pattern",
        advice:
          "a URL begins with its scheme, has a lowercase host, and contains no fragment, space or control character"
      )
    case .expensivePattern(let states):
      .init(
        .warning, id: "expensive-pattern",
        message:
          "WebKit's compiler makes \(states.map { "about \($0.grouped)" } ?? "more than \(PatternCost.stateLimit.grouped)")"
          + " states of this pattern",
        advice: "begin it with ^ and the scheme, or use single characters instead of classes")
    case .claimableException(let claim):
      .init(
        .warning, id: "claimable-exception",
        message: "\(claim.url) counts as a page of \(claim.host), so the exception applies there too",
        advice: pagePattern("if-top-url"))
    case .claimableExclusion(let claim):
      .init(
        .warning, id: "claimable-exclusion",
        message: "\(claim.url) counts as a page of \(claim.host), so the rule does not act there",
        advice: pagePattern("unless-top-url"))
    case .abortLimit(let limit, let count):
      .init(
        .rejection, id: "abort-limit",
        message:
          "\(count.grouped) \(limit.subject); WebKit's process aborts if there are more than \(limit.maximumRules.grouped)",
        advice: Self.fewerRules)
    case .nearAbortLimit(let limit, let count):
      .init(
        .warning, id: "near-abort-limit",
        message:
          "\(count.grouped) \(limit.subject), close to \(limit.maximumRules.grouped), above which WebKit's process aborts",
        advice: Self.fewerRules)
    case .sitesByCondition(let count):
      .init(
        .warning, id: "sites-by-condition",
        message:
          "\(count.grouped) rules hide elements of a site with a pattern that matches every URL and a condition; WebKit evaluates"
          + " each of them for every request",
        advice: #"put the site into the pattern: {"url-filter":"^[^:]+://+([^:/]+\\.)?site\\.example[:/]","#
          + #""resource-type":["document"]}"#)
    case .missingCapability(let missing): missing.definition
    case .ruleset(let reason):
      .init(
        reason.effect, id: "ruleset-\(kebab(reason.rawValue))", message: reason.message,
        advice: reason.advice,
        isGlobal: reason == .tooManyRules)
    case .rejectedByWebKit(let words):
      .init(.rejection, id: "rejected-by-webkit", message: "WebKit rejects this: \(words)", webKit: words)
    case .compileTimeout(let seconds):
      .init(
        .limit, id: "compile-timeout", message: "WebKit did not compile the list in \(seconds) seconds",
        advice: "find the most expensive patterns: --costs 20")
    }
  }

  /// One reason for each id, in the order of the documentation. The reasons of the reader come first, errors
  /// before warnings. The reasons that only `check` finds follow.
  package static let examples: [Self] = {
    let claim = PageClaim(url: "https://other.example/?u=https://good.example/", host: "good.example")
    let selectors = SelectorProblem.Reason.allCases
    var reasons: [Self] = [.emptyInput]
    reasons += JSONFault.Reason.allCases.map(Self.syntax)
    reasons += [
      .notAnArray, .tooManyRules(RuleList.maximumRules + 1), .noRules, .ruleNotObject, .trigger, .action,
      .urlFilterMissing,
    ]
    // For a pattern that is empty or nested too deeply, the reader reports another reason.
    reasons += URLFilterProblem.Reason.allCases.filter { $0 != .tooDeep }.map(Self.urlFilter)
    reasons += [
      .flagsNotArray, .unknownFlag, .requestMethod, .multipleConditions, .conditionList,
      .domainNotLowercaseASCII, .domainPattern(.alternatives), .actionType, .selectorMissing, .notification,
    ]
    reasons += RuleListFinding.ModifyHeadersReason.allCases.map(Self.modifyHeaders)
    reasons += RuleListFinding.RedirectReason.allCases.map(Self.redirect)
    reasons += selectors.filter { $0.consequence == .dropped }.map(Self.droppedRule)
    reasons += selectors.filter { $0.consequence == .unread }.map(Self.unsupportedSelector)
    reasons += [
      .unsupportedURLFilter(.tooDeep), .ignoredSelectorPart(.nestedHas),
      .ignoredSelectorList(.unknownPseudoClass), .domainIsNotHost, .domainIsPattern, .emptyFlags, .unusedKey,
      .repeatedKey,
      .flagNotBoolean, .unsupportedAction(.redirect), .repairedSelector(.unclosedBracket),
      .unusedSelectorPart(.unknownPseudoClass),
    ]
    reasons += JSONFault.Looseness.allCases.map(Self.looseSyntax)
    reasons += [
      .unpairedSurrogate, .ruleLimit(count: 2, limit: 1), .sizeLimit(bytes: 2, limit: 1),
      .abortLimit(.everything, count: 70_000), .nearAbortLimit(.everything, count: 50_000), .matchesNoURL,
      .sitesByCondition(count: 100),
      .claimableException(claim), .claimableExclusion(claim), .expensivePattern(states: nil),
    ]
    reasons += MissingCapability.examples.map(Self.missingCapability)
    reasons += RuleListFinding.RulesetReason.allCases.map(Self.ruleset)
    return reasons + [
      .duplicateRule(of: 0), .coveredRule(by: 0), .rejectedByWebKit("..."), .compileTimeout(seconds: 60),
    ]
  }()

  // MARK: - Texts of several reasons

  private static let emptyList =
    "a list that does nothing needs a rule with a pattern that matches nothing: ^no-rules:$"
  private static let ruleForm =
    #"the form of a rule: {"trigger":{"url-filter":"..."},"action":{"type":"block"}}"#
  private static let invalidCondition =
    "Invalid list of if-domain, unless-domain, if-top-url, or unless-top-url conditions."
  private static let invalidPattern = "Invalid or unsupported regular expression."
  private static let askWebKit = "ask WebKit itself with --engine"
  private static let correctPart = "correct this part, or remove it"
  private static let removeOne = "remove one of the two"
  private static let fewerRules =
    "put several selectors into one rule or several sites into one condition, or split the list into two"

  private static func excess(_ number: Int, unit: String, limit: Int) -> String {
    "\(number.grouped) \(unit), \((number - limit).grouped) more than the limit of \(limit.grouped)"
  }

  private func list(_ names: [StaticString]) -> String { names.map { $0.description }.joined(separator: " ") }

  /// Returns the advice to name a site by a condition that no other site can meet.
  private func pagePattern(_ key: String) -> String {
    let example = Array("good.example".utf8)
    let pattern = Domain(example, includesSubdomains: true).map { URLFilter.page($0).description } ?? ""
    return "match the site by its URL, up to the end of the authority: \(key): \(pattern)"
  }
}

/// Converts `urlFilterMissing` to `url-filter-missing` and `invalidUTF8` to `invalid-utf8`.
private func kebab(_ name: String) -> String {
  var text: [UInt8] = []
  var lastIsCapital = true
  for byte in name.utf8 {
    if byte.isCapital, !lastIsCapital { text.append(ASCII.dash) }
    lastIsCapital = byte.isCapital
    text.append(byte.asciiLowercased)
  }
  return String(decoding: text, as: UTF8.self)
}
