extension RuleListFinding {
  /// What can be said of a rule list. What WebKit does about each was measured on WebKitGTK 2.50.6.
  ///
  /// A reason is its case here, what is said of it in the one switch of `definition`, and an example in
  /// ``examples``; both stand in RuleListFinding+Definitions.swift.
  public enum Reason: Hashable, Sendable {
    // MARK: The list

    /// There are no bytes.
    case emptyInput
    /// Not JSON.
    case syntax(JSONFault.Reason)
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
    /// A selector that nests deeper than is allowed here.
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
    case looseSyntax(JSONFault.Looseness)
    /// Half of a surrogate pair. It is held as U+FFFD.
    case unpairedSurrogate

    // MARK: What is known of all of the list

    /// More rules than were asked for.
    case ruleLimit(count: Int, limit: Int)
    /// More bytes than were asked for.
    case sizeLimit(bytes: Int, limit: Int)
    /// The rule with this index, counted from 0, says the same.
    case duplicateRule(of: Int)
    /// The rule with this index, counted from 0, acts on every load on which this one does, and does the same.
    case coveredRule(by: Int)
    /// No URL of http, https, ws or wss can match the pattern.
    case matchesNoURL
    /// WebKit's compiler needs long for the pattern; the estimate of its states, nil when they were not
    /// counted to the end.
    case expensivePattern(states: Int?)
    /// The rule lifts others on pages of a site, and another site's page gains that by claiming to be of it.
    case claimableException(PageClaim)
    /// The rule does not act on pages of a site, and another site's page escapes by claiming to be of it.
    case claimableExclusion(PageClaim)
    /// So many rules that WebKit's compiler ends its process.
    case abortLimit(AbortLimit, count: Int)
    /// Nearly as many.
    case nearAbortLimit(AbortLimit, count: Int)
    /// So many rules hide on the pages of sites, with a pattern of every URL and the site as a condition; at the first.
    case sitesByCondition(count: Int)
    /// The target that was named has not, or not for certain, what the list uses.
    case gap(AbilityGap)

    // MARK: What WebKit itself says

    /// WebKit itself was asked and rejects the list, or the rule, with these words.
    case rejectedByWebKit(String)
    /// WebKit itself was asked and did not end in so many seconds.
    case compileTimeout(seconds: Int)
  }
}
