extension RuleListProblem: CustomStringConvertible {
  /// What is wrong, in plain words.
  public var message: String { reason.message }

  /// Where and what, in plain words: `rule 3, byte 217: ...`.
  public var description: String {
    let rule = ruleIndex.map { "rule \($0), " } ?? ""
    return "\(rule)byte \(offset): \(message)"
  }
}

extension RuleListProblem.Reason {
  /// What is wrong, in plain words.
  public var message: String {
    switch self {
    case .emptyInput: "there is nothing here; the smallest list is an array with one rule"
    case .syntax(let reason): reason.message
    case .notAnArray: "a rule list must be a JSON array"
    case .tooManyRules(let count): "\(count) rules; WebKit takes at most \(RuleList.maximumRules) in a list"
    case .noRules: "a list must have at least one rule that WebKit does not leave out"
    case .ruleNotObject: "a rule must be an object with a trigger and an action"
    case .trigger: "a rule must have a \"trigger\", which must be an object"
    case .action: "a rule must have an \"action\", which must be an object"
    case .urlFilterMissing: "a trigger must have a \"url-filter\", which must be a string and not empty"
    case .urlFilter(let reason): URLFilterProblem(reason: reason, offset: 0).description
    case .flagsNotArray: "this must be an array of strings"
    case .unknownFlag: "WebKit knows no such name here (names are in lower case)"
    case .requestMethod: "\"request-method\" must be one of WebKit's nine names, as a string"
    case .multipleConditions: "a trigger can have only one condition; make a rule of each"
    case .conditionList: "a condition must be an array of strings, not empty and without empty strings"
    case .domainNotLowercaseASCII: "a domain must be in lower case and pure ASCII (punycode for others)"
    case .domainPattern(let reason):
      "this is not a domain, and WebKit cannot read the pattern that it makes of it: "
        + URLFilterProblem(reason: reason, offset: 0).description
    case .actionType: "an action must have a \"type\" that WebKit knows"
    case .selectorMissing: "\"css-display-none\" needs a \"selector\", which must be a string"
    case .notification: "\"notify\" needs a \"notification\", which must be a string"
    case .modifyHeaders(let reason): reason.message
    case .redirect(let reason): reason.message
    case .unsupportedAction(let action):
      "WebKit has the action \"\(action.rawValue)\", but it is not supported here"
    case .unsupportedSelector(let reason):
      "some WebKit takes this selector, but it is not supported here: \(reason.message)"
    case .unsupportedURLFilter(let reason):
      "WebKit may take this, but it is not supported here: "
        + URLFilterProblem(reason: reason, offset: 0).description
    case .droppedRule(let reason): "WebKit leaves out this rule because of its selector: \(reason.message)"
    case .mendedSelector(let reason): "CSS mends this selector, but it should not have to: \(reason.message)"
    case .domainIsNotHost: "this is not a host name, so the host of no page is ever equal to it"
    case .emptyFlags: "an empty array here means \"any\", as if it were left out"
    case .unusedKey: "this key has no meaning here"
    case .repeatedKey: "this key comes again in the same object, and only the last one counts"
    case .flagNotBoolean: "this is neither true nor false and counts as false"
    case .looseSyntax(let syntax): syntax.message
    case .unpairedSurrogate: "this is half of a surrogate pair, which stands for no character"
    }
  }
}

extension RuleListProblem.SyntaxReason {
  var message: String {
    switch self {
    case .unexpectedEnd: "the text ends too early"
    case .unexpectedCharacter: "this character has no meaning here"
    case .trailingComma: "JSON allows no comma before the closing bracket"
    case .comment: "JSON has no comments"
    case .byteOrderMark: "WebKit does not read JSON with a byte order mark"
    case .invalidUTF8: "this is not valid UTF-8"
    case .badEscape: "this is no escape; a backslash itself is written as two"
    case .unclosedString: "this string is never closed"
    case .badNumber: "this is not how JSON writes a number"
    case .badWord: "the only words in JSON are true, false and null"
    case .keyIsNotString: "a key must be a string in double quotes"
    case .missingColon: "after a key there must be a colon"
    case .tooDeep: "values are nested deeper than WebKit reads (\(JSONChecker.maximumDepth))"
    case .trailingText: "there is more text after the end of the list"
    }
  }
}

extension RuleListProblem.LooseSyntax {
  var message: String {
    switch self {
    case .controlCharacter: "JSON wants control characters escaped; WebKit reads this, others may not"
    case .verticalTabEscape, .hexEscape: "JSON has no such escape; WebKit reads this, others may not"
    }
  }
}

extension RuleListProblem.ModifyHeadersReason {
  var message: String {
    switch self {
    case .priority: "\"modify-headers\" needs a \"priority\", which must be an integer of at least 0"
    case .headersNotArray: "this must be an array of objects"
    case .operationNotObject: "this must be an object with an operation and a header"
    case .operationMissing: "an \"operation\" is missing here, which must be a string"
    case .operation: "an operation must be \"set\", \"append\" or \"remove\""
    case .header: "a \"header\" is missing here, which must be a string"
    case .value: "a \"value\" is missing here, which must be a string"
    }
  }
}

extension RuleListProblem.RedirectReason {
  var message: String {
    switch self {
    case .missing: "\"redirect\" needs an object \"redirect\""
    case .kind: "one of \"extension-path\", \"regex-substitution\", \"transform\" and \"url\" is needed"
    case .extensionPath: "an extension path must start with a slash"
    case .url: "this is not a URL"
    case .javaScript: "this scheme is not allowed"
    case .fragment: "a fragment must start with #"
    case .query: "a query must start with ?"
    case .port: "a port must be a number from 0 to 65535, as a string"
    case .scheme: "this is not a scheme"
    case .removeParameters: "\"remove-parameters\" must be an array of strings"
    case .addParameters: "\"add-or-replace-parameters\" must be an array of objects"
    case .parameterNotObject: "this must be an object with a key and a value"
    case .parameterKey: "a \"key\" is missing here, which must be a string"
    case .parameterValue: "a \"value\" is missing here, which must be a string"
    }
  }
}
