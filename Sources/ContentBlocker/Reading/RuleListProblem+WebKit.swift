extension RuleListProblem {
  /// What WebKit (2.50.6) says about a list with this problem; nil when it says nothing.
  public var webKitMessage: String? { reason.webKitMessage }
}

extension RuleListProblem.Reason {
  /// What WebKit (2.50.6) says about a list with a problem of this kind; nil when it says nothing.
  public var webKitMessage: String? {
    switch self {
    case .emptyInput: "Source JSON rule set cannot be empty"
    case .syntax: "Failed to parse the JSON String."
    case .notAnArray: "Invalid input, the top level structure is not an array."
    case .tooManyRules: "Too many rules in JSON array."
    case .noRules: "Empty extension."
    case .ruleNotObject: "Invalid rule."
    case .trigger: "Invalid trigger object."
    case .action: "Invalid action object."
    case .urlFilterMissing: "Invalid url-filter object."
    case .urlFilter(.empty):
      "Invalid list of if-domain, unless-domain, if-top-url, or unless-top-url conditions."
    case .urlFilter, .domainPattern: "Invalid or unsupported regular expression."
    case .flagsNotArray: "Invalid trigger flags array."
    case .unknownFlag: "Invalid string in the trigger flags array."
    case .requestMethod:
      #"The request-method string must be "get", "head", "options", "trace", "put", "delete", "post", "#
        + #""patch", or "connect"."#
    case .multipleConditions:
      "A trigger cannot have more than one condition (if-domain, unless-domain, if-top-url, or unless-top-url)"
    case .conditionList: "Invalid list of if-domain, unless-domain, if-top-url, or unless-top-url conditions."
    case .domainNotLowercaseASCII:
      "Domains must be lower case ASCII. Use punycode to encode non-ASCII characters."
    case .actionType: "Invalid action type."
    case .selectorMissing: "Invalid css-display-none action type. Requires a selector."
    case .notification: "A notify action must have a string notification"
    case .modifyHeaders(let reason): reason.webKitMessage
    case .redirect(let reason): reason.webKitMessage
    case .unsupportedAction, .unsupportedSelector, .unsupportedURLFilter, .droppedRule, .mendedSelector,
      .domainIsNotHost, .emptyFlags, .unusedKey, .repeatedKey, .flagNotBoolean, .looseSyntax,
      .unpairedSurrogate:
      nil
    }
  }
}

extension RuleListProblem.ModifyHeadersReason {
  fileprivate var webKitMessage: String {
    switch self {
    case .priority: "A priority must be a positive integer"
    case .headersNotArray: "A headers member must be an array"
    case .operationNotObject: "A modify-headers operation must be a dictionary"
    case .operationMissing: "A modify-headers operation must have an operation"
    case .operation:
      #"A modify-headers operation must have an operation that is either "set", "append", or "remove""#
    case .header: "A modify-headers operation must have a header"
    case .value: #"A modify-headers operation of "set" or "append" must have a value"#
    }
  }
}

extension RuleListProblem.RedirectReason {
  fileprivate var webKitMessage: String {
    switch self {
    case .missing: "A redirect action must have a redirect member"
    case .kind:
      #"A redirect must have a member named "extension-path", "regex-substitution", "transform" or "url""#
    case .extensionPath: "A redirect extension path must start with a slash"
    case .url: "A redirect url must be valid"
    case .javaScript: "A redirect url can't have a scheme of javascript"
    case .fragment: "A redirect fragment must either be empty or begin with '#'"
    case .query: "A redirect query must either be empty or begin with '?'"
    case .port: "A redirect port must be either empty or a number between 0 and 65535, inclusive"
    case .scheme: "A redirect url scheme must be a valid scheme"
    case .removeParameters: "A remove-parameters value must be an array of strings"
    case .addParameters: "An add-or-replace-parameters value must be an array"
    case .parameterNotObject: "Members of the add-or-replace-parameters array must be a dictionary"
    case .parameterKey: "Members of the add-or-replace-parameters array must contain a key that is a string"
    case .parameterValue:
      "Members of the add-or-replace-parameters array must contain a value that is a string"
    }
  }
}
