/// Something in the JSON of a rule list that WebKit rejects, that this library cannot hold, or that does
/// not do what it seems to do; and where it stands.
public struct RuleListProblem: Error, Hashable, Sendable {
  /// What is wrong.
  public var reason: Reason
  /// The rule, counted from 0; nil when the problem is not one of a single rule.
  public var ruleIndex: Int?
  /// The offset of the faulty part, in bytes from the start of the JSON.
  public var offset: Int
  /// The length of the faulty part in bytes; 0 when something is missing at ``offset``.
  public var length: Int

  /// A problem of the `length` bytes from `offset`.
  public init(_ reason: Reason, ruleIndex: Int?, offset: Int, length: Int) {
    self.reason = reason
    self.ruleIndex = ruleIndex
    self.offset = offset
    self.length = length
  }

  /// What follows from the problem.
  public var severity: Severity { reason.severity }

  /// What follows from a problem.
  public enum Severity: Int, Hashable, Sendable, Comparable, CaseIterable {
    /// WebKit takes the list, and some of it has no effect or another one than it seems to have.
    case warning
    /// WebKit takes the list, but ``RuleList`` cannot hold it.
    case unsupported
    /// WebKit rejects the whole list.
    case error

    /// Whether the left one is the less severe.
    public static func < (left: Severity, right: Severity) -> Bool { left.rawValue < right.rawValue }
  }
}

extension RuleListProblem {
  /// The kinds of problems. What WebKit does about each was measured on WebKitGTK 2.50.6.
  public enum Reason: Hashable, Sendable {
    // MARK: The list

    /// There are no bytes.
    case emptyInput
    /// Not JSON.
    case syntax(SyntaxReason)
    /// The outermost value is not an array.
    case notAnArray
    /// So many rules; ``RuleList/maximumRules`` is the limit. None of them is looked at.
    case tooManyRules(Int)
    /// No rule, or none that is left: WebKit leaves out hiding rules with invalid selectors.
    case noRules

    // MARK: A rule

    /// A rule which is not an object.
    case ruleNotObject
    /// No `trigger`, or one that is not an object.
    case trigger
    /// No `action`, or one that is not an object.
    case action
    /// No `url-filter`, an empty one or one that is not a string.
    case urlFilterMissing
    /// A pattern of `url-filter` or of a condition which is outside of WebKit's subset.
    case urlFilter(URLFilterProblem.Reason)
    /// `resource-type`, `load-type` or `load-context` is not an array.
    case flagsNotArray
    /// An entry of one of these that WebKit does not know.
    case unknownFlag
    /// A `request-method` that WebKit does not know.
    case requestMethod
    /// More than one of `if-domain`, `unless-domain`, `if-top-url` and so on.
    case multipleConditions
    /// A condition which is not an array of strings with at least one string, none of them empty.
    case conditionList
    /// A domain with a capital or a character outside ASCII.
    case domainNotLowercaseASCII
    /// A domain of which WebKit makes a pattern that it cannot read.
    case domainPattern(URLFilterProblem.Reason)
    /// No action type, or one that WebKit does not know.
    case actionType
    /// `css-display-none` without a string `selector`.
    case selectorMissing
    /// `notify` without a string `notification`.
    case notification
    /// A fault in what belongs to `modify-headers`.
    case modifyHeaders(ModifyHeadersReason)
    /// A fault in what belongs to `redirect`.
    case redirect(RedirectReason)

    // MARK: What WebKit takes and this library does not

    /// `notify`, `redirect` or `modify-headers`.
    case unsupportedAction(UnsupportedAction)
    /// A selector that some WebKit takes and ``Selector`` does not: it needs a newer WebKit than Safari
    /// 16.4, or nests deeper than is allowed here.
    case unsupportedSelector(SelectorProblem.Reason)
    /// A pattern with deeper groups than are allowed here.
    case unsupportedURLFilter(URLFilterProblem.Reason)

    // MARK: What does not do what it says

    /// A selector because of which WebKit leaves out the rule.
    case droppedRule(SelectorProblem.Reason)
    /// A selector with something open at its end, which CSS closes there, or with a NUL. It is held mended.
    case mendedSelector(SelectorProblem.Reason)
    /// An entry of `if-domain` or `unless-domain` which is not a host name (`*.x`, `.x`, `x.*`, `*`,
    /// `x:443`). WebKit looks for its text in the URL of the page, where it hardly ever stands.
    case domainIsNotHost
    /// An empty `resource-type`, `load-type` or `load-context`, which means "any".
    case emptyFlags
    /// A key that WebKit does not know, or that has no meaning beside the others.
    case unusedKey
    /// A key that comes again later in the same object: the last one counts.
    case repeatedKey
    /// A flag for case which is not `true` or `false`: it counts as `false`.
    case flagNotBoolean
    /// Something that JSON forbids and WebKit reads.
    case looseSyntax(LooseSyntax)
    /// Half of a surrogate pair. It is held as U+FFFD.
    case unpairedSurrogate
  }

  /// The actions that WebKit has and ``Action`` has not.
  public enum UnsupportedAction: String, Hashable, Sendable, CaseIterable {
    /// Tells the app of the load.
    case notify
    /// Loads another URL; for web extensions.
    case redirect
    /// Changes headers; for web extensions.
    case modifyHeaders = "modify-headers"
  }

  /// What can be wrong with a `modify-headers` action.
  public enum ModifyHeadersReason: String, Hashable, Sendable, CaseIterable {
    /// `priority` is missing or not an integer from 0 to 2^31 - 1.
    case priority
    /// `request-headers` or `response-headers` is not an array.
    case headersNotArray
    /// An entry of these is not an object.
    case operationNotObject
    /// An entry without a string `operation`.
    case operationMissing
    /// An `operation` other than `set`, `append` and `remove`.
    case operation
    /// An entry without a string `header`.
    case header
    /// `set` or `append` without a string `value`.
    case value
  }

  /// What can be wrong with a `redirect` action.
  public enum RedirectReason: String, Hashable, Sendable, CaseIterable {
    /// No object `redirect`.
    case missing
    /// None of `extension-path`, `regex-substitution`, `transform` and `url` of the right type.
    case kind
    /// An `extension-path` without a slash at its start.
    case extensionPath
    /// A `url` that is none.
    case url
    /// A scheme of `javascript`.
    case javaScript
    /// A `fragment` without `#`.
    case fragment
    /// A `query` without `?`.
    case query
    /// A `port` that is not a number from 0 to 65535.
    case port
    /// A `scheme` that cannot be one.
    case scheme
    /// `remove-parameters` is not an array of strings.
    case removeParameters
    /// `add-or-replace-parameters` is not an array.
    case addParameters
    /// An entry of it is not an object.
    case parameterNotObject
    /// An entry of it without string `key`.
    case parameterKey
    /// An entry of it without string `value`.
    case parameterValue
  }
}

extension RuleListProblem.Reason {
  /// What follows from a problem of this kind.
  public var severity: RuleListProblem.Severity {
    switch self {
    case .emptyInput, .syntax, .notAnArray, .tooManyRules, .noRules, .ruleNotObject, .trigger, .action,
      .urlFilterMissing, .urlFilter, .flagsNotArray, .unknownFlag, .requestMethod, .multipleConditions,
      .conditionList, .domainNotLowercaseASCII, .domainPattern, .actionType, .selectorMissing,
      .notification, .modifyHeaders, .redirect:
      .error
    case .unsupportedAction, .unsupportedSelector, .unsupportedURLFilter: .unsupported
    case .droppedRule, .mendedSelector, .domainIsNotHost, .emptyFlags, .unusedKey, .repeatedKey,
      .flagNotBoolean,
      .looseSyntax, .unpairedSurrogate:
      .warning
    }
  }
}
