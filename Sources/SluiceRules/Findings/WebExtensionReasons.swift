extension RuleListFinding {
  /// The actions that WebKit supports but ``Action`` does not.
  @nonexhaustive public enum UnsupportedAction: String, Hashable, Sendable, CaseIterable {
    /// Notifies the app of the request.
    case notify
    /// Redirects the request to another URL; for web extensions.
    case redirect
    /// Changes headers; for web extensions.
    case modifyHeaders = "modify-headers"
  }

  /// The reasons why a `modify-headers` action is invalid.
  @nonexhaustive public enum ModifyHeadersReason: String, Hashable, Sendable, CaseIterable {
    /// `priority` is missing or not an integer from 0 to 2^31 - 1.
    case priority
    /// `request-headers` or `response-headers` is not an array.
    case headersNotArray
    /// An entry of one of these arrays is not an object.
    case operationNotObject
    /// An entry has no `operation`, or it is not a string.
    case operationMissing
    /// The `operation` is not `set`, `append` or `remove`.
    case operation
    /// An entry has no `header`, or it is not a string.
    case header
    /// An entry with `set` or `append` has no `value`, or it is not a string.
    case value

    var texts: (message: String, webKit: String) {
      switch self {
      case .priority:
        (
          "\"modify-headers\" needs a \"priority\", which must be an integer of at least 0",
          "A priority must be a positive integer"
        )
      case .headersNotArray: ("this must be an array of objects", "A headers member must be an array")
      case .operationNotObject:
        (
          "this must be an object with an operation and a header",
          "A modify-headers operation must be a dictionary"
        )
      case .operationMissing:
        (
          "an \"operation\" is missing here, which must be a string",
          "A modify-headers operation must have an operation"
        )
      case .operation:
        (
          "an operation must be \"set\", \"append\" or \"remove\"",
          #"A modify-headers operation must have an operation that is either "set", "append", or "remove""#
        )
      case .header:
        (
          "a \"header\" is missing here, which must be a string",
          "A modify-headers operation must have a header"
        )
      case .value:
        (
          "a \"value\" is missing here, which must be a string",
          #"A modify-headers operation of "set" or "append" must have a value"#
        )
      }
    }
  }

  /// The reasons why a `redirect` action is invalid.
  @nonexhaustive public enum RedirectReason: String, Hashable, Sendable, CaseIterable {
    /// The object `redirect` is missing or not an object.
    case missing
    /// None of `extension-path`, `regex-substitution`, `transform` and `url` is present with the right type.
    case kind
    /// An `extension-path` does not start with a slash.
    case extensionPath
    /// The `url` is invalid.
    case url
    /// The scheme is `javascript`.
    case javaScript
    /// A `fragment` does not start with `#`.
    case fragment
    /// A `query` does not start with `?`.
    case query
    /// A `port` is not a number from 0 to 65535.
    case port
    /// The `scheme` is invalid.
    case scheme
    /// `remove-parameters` is not an array of strings.
    case removeParameters
    /// `add-or-replace-parameters` is not an array.
    case addParameters
    /// An entry of `add-or-replace-parameters` is not an object.
    case parameterNotObject
    /// An entry has no `key`, or it is not a string.
    case parameterKey
    /// An entry has no `value`, or it is not a string.
    case parameterValue

    var texts: (message: String, webKit: String) {
      switch self {
      case .missing:
        (
          "\"redirect\" needs an object \"redirect\"",
          "A redirect action must have a redirect member"
        )
      case .kind:
        (
          "one of \"extension-path\", \"regex-substitution\", \"transform\" and \"url\" is needed",
          #"A redirect must have a member named "extension-path", "regex-substitution", "transform" or "url""#
        )
      case .extensionPath:
        (
          "an extension path must start with a slash",
          "A redirect extension path must start with a slash"
        )
      case .url: ("this is not a URL", "A redirect url must be valid")
      case .javaScript: ("this scheme is not allowed", "A redirect url can't have a scheme of javascript")
      case .fragment:
        (
          "a fragment must start with #",
          "A redirect fragment must either be empty or begin with '#'"
        )
      case .query: ("a query must start with ?", "A redirect query must either be empty or begin with '?'")
      case .port:
        (
          "a port must be a number from 0 to 65535, as a string",
          "A redirect port must be either empty or a number between 0 and 65535, inclusive"
        )
      case .scheme: ("this is not a scheme", "A redirect url scheme must be a valid scheme")
      case .removeParameters:
        (
          "\"remove-parameters\" must be an array of strings",
          "A remove-parameters value must be an array of strings"
        )
      case .addParameters:
        (
          "\"add-or-replace-parameters\" must be an array of objects",
          "An add-or-replace-parameters value must be an array"
        )
      case .parameterNotObject:
        (
          "this must be an object with a key and a value",
          "Members of the add-or-replace-parameters array must be a dictionary"
        )
      case .parameterKey:
        (
          "a \"key\" is missing here, which must be a string",
          "Members of the add-or-replace-parameters array must contain a key that is a string"
        )
      case .parameterValue:
        (
          "a \"value\" is missing here, which must be a string",
          "Members of the add-or-replace-parameters array must contain a value that is a string"
        )
      }
    }
  }
}

extension RuleListFinding {
  /// The reasons for findings about declarativeNetRequest rulesets of web extensions. WebKit translates all rules of
  /// an extension into one rule list.
  @nonexhaustive public enum RulesetReason: String, Hashable, Sendable, CaseIterable {
    // WebKit leaves out the rule.
    case id, priority, action, condition, wrongType, actionType, bothFilters, filterNotASCII, regexFilter
    case bothTypes, noTypes, domainList, domainType, requestMethod, allowAllTypes
    case redirectKind, redirectURL, substitution, extensionPath, transform
    case headers, headerOperation, unknownHeader, headerValue
    // WebKit rejects all rules of the extension.
    case allRules, tooManyRules
    // WebKit reads the rule differently.
    case lostTypes, anyType, unknownType, openEnd, mergedFilter, ignoredDomains, excludedRequests
    case excludedMethods, requestMethods, initiatorPort, initiatorOfFrames, endsFollowing, separatorAtEnd
    case conflictingPages, secondRedirect, ignoredKey, ignoredFrames, duplicateID, pageRedirect
    // The manifest
    case count, enabledCount, dynamicLimit, missingPermission, missingRight, resource, duplicateResource

    /// The effect on the rule, or on all rules of the extension.
    var effect: Reason.Definition.Effect {
      switch self {
      case .id, .priority, .action, .condition, .wrongType, .actionType, .bothFilters, .filterNotASCII,
        .regexFilter, .bothTypes, .noTypes, .domainList, .domainType, .requestMethod, .allowAllTypes,
        .redirectKind, .redirectURL, .substitution, .extensionPath, .transform, .headers, .headerOperation,
        .unknownHeader, .headerValue, .allRules, .missingPermission, .resource, .duplicateResource:
        .rejection
      case .tooManyRules, .count, .enabledCount: .limit
      case .lostTypes, .anyType, .openEnd, .mergedFilter, .ignoredDomains, .excludedRequests,
        .excludedMethods, .requestMethods, .initiatorPort, .initiatorOfFrames, .endsFollowing,
        .separatorAtEnd, .conflictingPages, .secondRedirect, .ignoredKey, .ignoredFrames, .duplicateID,
        .dynamicLimit, .missingRight:
        .warning
      case .unknownType, .pageRedirect: .note
      }
    }

    var message: String {
      switch self {
      case .id: "\"id\" must be an integer of at least 1"
      case .priority: "\"priority\" must be an integer of at least 1"
      case .action: "a rule must have an \"action\", which must be an object"
      case .condition: "a rule must have a \"condition\", which must be an object"
      case .wrongType: "the value of this key has the wrong type"
      case .actionType: "unknown action"
      case .bothFilters: "a condition cannot have both \"urlFilter\" and \"regexFilter\""
      case .filterNotASCII: "a filter must be ASCII"
      case .regexFilter: "WebKit does not support this regular expression"
      case .bothTypes: "a condition cannot have both \"resourceTypes\" and \"excludedResourceTypes\""
      case .noTypes: "\"resourceTypes\" contains no type that WebKit knows"
      case .domainList: "domains must be a non-empty array of ASCII texts"
      case .domainType: "\"domainType\" must be \"firstParty\" or \"thirdParty\""
      case .requestMethod: "unknown request method (names are lowercase)"
      case .allowAllTypes: "\"allowAllRequests\" needs \"resourceTypes\" of main_frame and sub_frame only"
      case .redirectKind:
        "\"redirect\" needs \"url\", \"extensionPath\", \"transform\" or \"regexSubstitution\""
      case .redirectURL: "a redirect needs an http or https URL"
      case .substitution: "\"regexSubstitution\" needs a \"regexFilter\""
      case .extensionPath: "an extension path must start with a slash"
      case .transform: "this part of a transform is empty or invalid"
      case .headers: "\"modifyHeaders\" needs a non-empty array \"requestHeaders\" or \"responseHeaders\""
      case .headerOperation: "an operation must be \"set\", \"append\" or \"remove\""
      case .unknownHeader: "WebKit does not know this header"
      case .headerValue: "\"set\" and \"append\" need a \"value\", and \"remove\" cannot have one"
      case .allRules: "WebKit rejects all rules of the extension because of this rule"
      case .tooManyRules: "the translated rules exceed the limit of \(RuleList.maximumRules)"
      case .lostTypes:
        "next to an unknown type, WebKit loses main_frame, sub_frame, stylesheet and xmlhttprequest"
      case .anyType: "no type is left, so WebKit applies the rule to requests of all types"
      case .unknownType: "WebKit does not know this type and ignores it"
      case .openEnd:
        "WebKit only compares the beginning of the host: \"t.co\" also matches t.com and t.co.example"
      case .mergedFilter: "WebKit merges \"requestDomains\" and \"urlFilter\" by the text that they share"
      case .ignoredDomains: "WebKit ignores \"requestDomains\" next to \"regexFilter\""
      case .excludedRequests:
        "WebKit searches for these domains anywhere in URLs, and matching requests skip all following rules"
      case .excludedMethods: "requests with these methods skip all following rules"
      case .requestMethods: "WebKit compares the method of the page's request in some versions"
      case .initiatorPort: "WebKit compares the domain with a URL without a port, so this never matches"
      case .initiatorOfFrames:
        "WebKit compares the initiator of a frame with about:blank, so this never matches a frame"
      case .endsFollowing: "requests of the excluded initiators skip all following rules"
      case .separatorAtEnd: "in WebKit, ^ does not match the end of a URL"
      case .conflictingPages: "WebKit uses only \"domains\" and ignores \"excludedDomains\""
      case .secondRedirect: "WebKit uses only one kind of redirect"
      case .ignoredKey: "WebKit ignores this key of a condition of \"allowAllRequests\""
      case .ignoredFrames: "WebKit ignores sub_frame next to main_frame in \"allowAllRequests\""
      case .duplicateID: "duplicate id: WebKit applies both rules, Chrome rejects them"
      case .pageRedirect: "there are reports that page loads fail in Safari if a rule redirects them"
      case .count: "an extension can have at most 100 rulesets"
      case .enabledCount: "at most 50 rulesets can be enabled"
      case .dynamicLimit:
        "more than 15,000 rules: Safari cannot replace them, because an update counts the old rules too"
      case .missingPermission: "WebKit ignores the rulesets of an extension without a permission for them"
      case .missingRight: "rules that redirect or change headers need access to hosts"
      case .resource: "a ruleset needs an \"id\", a \"path\", and \"enabled\", which must be true or false"
      case .duplicateResource: "duplicate ruleset id: WebKit ignores this ruleset"
      }
    }

    var advice: String? {
      switch self {
      case .id, .priority, .condition: nil
      case .action: #"the form of a rule: {"id":1,"action":{"type":"block"},"condition":{"urlFilter":"..."}}"#
      case .wrongType: "WebKit leaves out the rule; correct the value"
      case .actionType: "allow allowAllRequests block modifyHeaders redirect upgradeScheme"
      case .bothFilters, .bothTypes: "remove one of the two"
      case .filterNotASCII: "use Punycode for hosts, and percent escapes for the rest"
      case .regexFilter: "write a rule for each alternative, without |, \\d, {n} and lookaround"
      case .noTypes, .lostTypes, .anyType, .unknownType:
        "remove csp_report, object, webbundle and webtransport"
      case .domainList: "remove the key, or name the domains in Punycode"
      case .domainType: nil
      case .requestMethod: "connect delete get head options patch post put trace"
      case .allowAllTypes: nil
      case .redirectKind, .redirectURL, .substitution, .extensionPath, .transform: nil
      case .headers, .headerOperation, .headerValue: nil
      case .unknownHeader: "WebKit has a fixed list of headers, without Permissions-Policy"
      case .allRules: "correct this rule, because no rule of the extension acts"
      case .tooManyRules: "remove rules: WebKit keeps the previous ones"
      case .openEnd, .mergedFilter:
        #"write a rule for each domain, with the end of the host: "urlFilter": "||t.co^""#
      case .ignoredDomains: "put the domain into the regular expression"
      case .excludedRequests: "write an \"allow\" rule for these hosts with a higher priority"
      case .excludedMethods, .requestMethods: "leave methods out of conditions"
      case .initiatorPort: "remove the port"
      case .initiatorOfFrames: "remove sub_frame, or use \"domains\", which compares the page"
      case .endsFollowing: "use either \"initiatorDomains\" or \"excludedInitiatorDomains\""
      case .separatorAtEnd: "add a rule that ends in | instead of ^"
      case .conflictingPages: "remove one of the two"
      case .secondRedirect: "keep one of \"extensionPath\", \"regexSubstitution\", \"transform\" and \"url\""
      case .ignoredKey: "use \"urlFilter\" or \"regexFilter\" for the URL of the page"
      case .ignoredFrames: "write a rule for each of the two types"
      case .duplicateID: "give each rule of a ruleset a unique id"
      case .pageRedirect: "try it in each version of Safari that you support"
      case .count, .enabledCount: "join rulesets"
      case .dynamicLimit: "remove the old rules first, or put the rules into a static ruleset"
      case .missingRight:
        "add \"declarativeNetRequestWithHostAccess\" to \"permissions\", and sites to \"host_permissions\""
      case .missingPermission: "add \"declarativeNetRequest\" to \"permissions\""
      case .resource, .duplicateResource: nil
      }
    }
  }
}
