import SluiceText

/// A finding about the JSON of a rule list, with its location.
///
/// The reader of the JSON produces most findings. `check` adds the findings that depend on the whole list, on
/// the meaning of a pattern, or on a target.
public struct RuleListFinding: Error, Hashable, Sendable {
  /// The kind of finding, with its details.
  public var reason: Reason
  /// The index of the rule, from 0; nil if the finding is not about a single rule.
  public var ruleIndex: Int?
  /// The offset of the affected text, in bytes from the start of the JSON.
  package var offset: Int
  /// The length of the affected text in bytes; 0 if something is missing at ``offset``.
  package var length: Int
  /// The location of the affected text: line, columns, and the file if it has a name.
  public var location: TextLocation

  /// Creates a finding about a range of bytes in the JSON of a list.
  package init(
    _ reason: Reason, ruleIndex: Int?, at place: Range<Int>, in json: some InputBytes & ~Escapable
  ) {
    self.init(
      reason, ruleIndex: ruleIndex, offset: place.lowerBound, length: place.count,
      at: TextLocation(of: place, in: json))
  }

  init(_ reason: Reason, ruleIndex: Int?, offset: Int, length: Int, at location: TextLocation) {
    self.reason = reason
    self.ruleIndex = ruleIndex
    self.offset = offset
    self.length = length
    self.location = location
  }

  /// The severity of a finding.
  @frozen public enum Severity: String, Hashable, Sendable, Comparable, CaseIterable {
    /// The list works, but could be better.
    case note
    /// WebKit accepts the list, but a part of it has no effect, or not the effect that it appears to have.
    case warning
    /// WebKit, or the WebKit of the target, rejects the list, or the list exceeds a requested limit.
    case error

    /// Returns whether the left severity is lower.
    public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

    private var rank: Int {
      switch self {
      case .note: 0
      case .warning: 1
      case .error: 2
      }
    }
  }
}

extension RuleListFinding: CustomStringConvertible {
  /// The location of the finding and the reason why the list cannot be read: `list.json:4:17: rule 3: ...`.
  public var description: String {
    let rule = ruleIndex.map { "rule \($0): " } ?? ""
    return "\(location): \(rule)\(reason.refusal)"
  }
}

/// Collects findings up to a limit. The reader of a list adds findings first, then the check does.
package struct FindingCollector {
  package private(set) var found: [Found] = []
  /// The number of findings beyond the limit.
  package private(set) var omitted = 0
  /// The number of findings of each severity, including omitted ones.
  package private(set) var counts: [RuleListFinding.Severity: Int] = [:]
  /// The first finding that prevents a ``RuleList`` from representing the list.
  package private(set) var failure: Found?
  /// Whether WebKit, or the WebKit of the target, rejects the list.
  package private(set) var hasRejection = false
  package let limit: Int

  package init(limit: Int) { self.limit = limit }

  /// Adds a finding. Returns whether a ``RuleList`` can represent a list that has this finding.
  @discardableResult
  package mutating func add(_ reason: RuleListFinding.Reason, rule: Int?, at place: Range<Int>) -> Bool {
    let definition = reason.definition
    counts[definition.severity, default: 0] += 1
    if definition.effect == .rejection { hasRejection = true }
    let isHeld = definition.isHeld
    let isFirstFailure = failure == nil && !isHeld
    let isKept = found.count < limit
    if !isKept { omitted += 1 }
    guard isKept || isFirstFailure else { return isHeld }
    let one = Found(reason: reason, ruleIndex: rule, place: place)
    if isKept { found.append(one) }
    if isFirstFailure { failure = one }
    return isHeld
  }

  /// A finding whose line and column are not known yet.
  package struct Found {
    package var reason: RuleListFinding.Reason
    package var ruleIndex: Int?
    package var place: Range<Int>
  }

  /// Returns all collected findings, with their locations in the text.
  package func findings(in json: Span<UInt8>, file: String?) -> [RuleListFinding] {
    if found.isEmpty { return [] }
    let places = TextPlaces(json, file: file)
    return found.map { RuleListFinding($0, at: places.location(of: $0.place, in: json)) }
  }

  /// Returns the first finding that prevents a ``RuleList`` from representing the list.
  func failure(in json: Span<UInt8>, file: String?) -> RuleListFinding? {
    failure.map { failure in
      var counter = PositionCounter()
      return RuleListFinding(failure, at: counter.location(of: failure.place, in: json, file: file))
    }
  }
}

extension RuleListFinding {
  fileprivate init(_ found: FindingCollector.Found, at location: TextLocation) {
    self.init(
      found.reason, ruleIndex: found.ruleIndex, offset: found.place.lowerBound, length: found.place.count,
      at: location)
  }
}

/// A page of one site that a condition mistakes for a page of another site.
public struct PageClaim: Hashable, Sendable {
  /// The URL of the page.
  package let url: String
  /// The host of the other site.
  package let host: String

  /// Creates a claim from the page and the host of the other site.
  package init(url: String, host: String) {
    self.url = url
    self.host = host
  }
}

extension RuleListFinding {
  /// The reason for a finding about a rule list. WebKit's behavior was measured on WebKitGTK 2.50.6 for each
  /// reason.
  ///
  /// A reason consists of its case here, its texts in `definition`, and an example in `examples`. Texts and
  /// examples are in RuleListFinding+Definitions.swift.
  @nonexhaustive public enum Reason: Hashable, Sendable {
    // MARK: The list

    /// The input is empty.
    case emptyInput
    /// The input is not JSON.
    case syntax(JSONFault.Reason)
    /// The outermost value is not an array.
    case notAnArray
    /// The list has this many rules, more than ``RuleList/maximumRules``. No rule is examined.
    case tooManyRules(Int)
    /// The list has no rules, or WebKit drops all of them. It drops hiding rules with invalid selectors.
    case noRules

    // MARK: A rule

    /// A rule is not an object.
    case ruleNotObject
    /// `trigger` is missing or not an object.
    case trigger
    /// `action` is missing or not an object.
    case action
    /// `url-filter` is missing, empty or not a string.
    case urlFilterMissing
    /// A pattern of `url-filter` or of a condition is outside of WebKit's regex subset.
    case urlFilter(URLFilterProblem.Reason)
    /// `resource-type`, `load-type` or `load-context` is not an array.
    case flagsNotArray
    /// An entry of one of these arrays is unknown to WebKit.
    case unknownFlag
    /// The `request-method` is unknown to WebKit.
    case requestMethod
    /// The trigger has more than one of `if-domain`, `unless-domain`, `if-top-url` and so on.
    case multipleConditions
    /// A condition is not an array of at least one non-empty string.
    case conditionList
    /// A domain has an uppercase or non-ASCII character.
    case domainNotLowercaseASCII
    /// WebKit cannot parse the pattern that it derives from a domain.
    case domainPattern(URLFilterProblem.Reason)
    /// The action type is missing, or unknown to WebKit.
    case actionType
    /// The action is `css-display-none`, but `selector` is missing or not a string.
    case selectorMissing
    /// The action is `notify`, but `notification` is missing or not a string.
    case notification
    /// A `modify-headers` action is invalid.
    case modifyHeaders(ModifyHeadersReason)
    /// A `redirect` action is invalid.
    case redirect(RedirectReason)

    // MARK: Supported by WebKit but not by this library

    /// The action is `notify`, `redirect` or `modify-headers`.
    case unsupportedAction(UnsupportedAction)
    /// A selector is nested deeper than this library allows.
    case unsupportedSelector(SelectorProblem.Reason)
    /// A pattern has groups that are nested deeper than this library allows.
    case unsupportedURLFilter(URLFilterProblem.Reason)

    // MARK: Without the apparent effect

    /// WebKit drops the rule because of an invalid selector.
    case droppedRule(SelectorProblem.Reason)
    /// A selector contains a NUL, or something that is unclosed at its end and that CSS closes there. The
    /// rule list contains the repaired selector.
    case repairedSelector(SelectorProblem.Reason)
    /// WebKit ignores a part of `:is()`, `:where()` or one of their former names, and so matches other elements than the
    /// selector means: `:has()` inside `:has()`.
    case ignoredSelectorPart(SelectorProblem.Reason)
    /// WebKit ignores everything in `:is()`, `:where()` or one of their former names, which then matches no element.
    case ignoredSelectorList(SelectorProblem.Reason)
    /// A part of `:is()`, `:where()` or one of their former names is invalid. CSS defines that browsers ignore it.
    case unusedSelectorPart(SelectorProblem.Reason)
    /// An entry of `if-domain` or `unless-domain` is not a host name (`*.x`, `.x`, `x.*`, `*`). WebKit searches
    /// for its text in the URL of the page, which hardly ever contains it.
    case domainIsNotHost
    /// An entry of `if-domain` or `unless-domain` is more than a host name (`x:443`, `x/path`). WebKit searches for
    /// its text in the URL of the page.
    case domainIsPattern
    /// An empty `resource-type`, `load-type` or `load-context`, which means "any".
    case emptyFlags
    /// A key is unknown to WebKit, or has no effect in combination with the other keys.
    case unusedKey
    /// A key is repeated later in the same object; the last one counts.
    case repeatedKey
    /// A case-sensitivity flag is not `true` or `false`; it counts as `false`.
    case flagNotBoolean
    /// JSON forbids this text, but WebKit accepts it.
    case looseSyntax(JSONFault.Looseness)
    /// A string contains half of a surrogate pair. The rule list contains U+FFFD instead.
    case unpairedSurrogate

    // MARK: Properties of the whole list

    /// The list has more rules than the requested limit.
    case ruleLimit(count: Int, limit: Int)
    /// The JSON has more bytes than the requested limit.
    case sizeLimit(bytes: Int, limit: Int)
    /// The rule is equal to the rule with this index, counted from 0.
    case duplicateRule(of: Int)
    /// The rule with this index, counted from 0, applies to every request that this rule applies to, with the
    /// same effect.
    case coveredRule(by: Int)
    /// The pattern cannot match any URL with the scheme http, https, ws or wss.
    case matchesNoURL
    /// WebKit's compiler needs a long time for the pattern. The value is the estimated number of states, or
    /// nil if counting stopped early.
    case expensivePattern(states: Int?)
    /// The rule is an exception for the pages of a site. A page of another site can gain the exception,
    /// because the condition mistakes it for one of them.
    case claimableException(PageClaim)
    /// The rule does not apply to the pages of a site. A page of another site can evade the rule, because the
    /// condition mistakes it for one of them.
    case claimableExclusion(PageClaim)
    /// The list has more rules of one kind than this limit, so WebKit's compiler aborts the process.
    case abortLimit(AbortLimit, count: Int)
    /// The list has almost as many rules of one kind as this limit.
    case nearAbortLimit(AbortLimit, count: Int)
    /// Many rules hide elements of single sites with a pattern that matches every URL and the site in a
    /// condition. The location is that of the first rule.
    case sitesByCondition(count: Int)
    /// The target lacks, or does not certainly have, a capability that the list needs.
    case missingCapability(MissingCapability)

    // MARK: Rulesets of web extensions

    /// A declarativeNetRequest rule is invalid, or WebKit reads it differently.
    case ruleset(RulesetReason)

    // MARK: Results of WebKit itself

    /// WebKit itself rejects the list or rule with this message.
    case rejectedByWebKit(String)
    /// WebKit itself did not finish compiling within this many seconds.
    case compileTimeout(seconds: Int)
  }
}
