/// What `check` can say of a rule list; ``id`` is the stable name that reports show.
///
/// Most are ``RuleListProblem``s, which a reader of the JSON meets; the others need all of the list, or the
/// meaning of a pattern.
public enum CheckReason: Hashable, Sendable {
  /// What the reader of the JSON found.
  case problem(RuleListProblem.Reason)
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
  /// The target that was named has not, or not for certain, what the list uses.
  case gap(AbilityGap)
  /// WebKit itself was asked and rejects the list, or the rule, with these words.
  case rejectedByWebKit(String)
  /// WebKit itself was asked and did not end in so many seconds.
  case compileTimeout(seconds: Int)
}

/// How bad a finding is.
public enum CheckSeverity: String, Hashable, Sendable, Comparable, CaseIterable {
  /// Nothing goes wrong, but something could be better.
  case note
  /// WebKit takes the list, but some of it does nothing, or not what it seems to.
  case warning
  /// WebKit, or the target that was named, does not take the list, or it is beyond a limit that was asked for.
  case error

  /// Whether the left one is the less severe.
  public static func < (left: CheckSeverity, right: CheckSeverity) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .note: 0
    case .warning: 1
    case .error: 2
    }
  }
}

extension CheckReason {
  /// How bad it is.
  public var severity: CheckSeverity {
    switch self {
    case .problem(let reason): reason.checkSeverity
    case .ruleLimit, .sizeLimit, .abortLimit, .rejectedByWebKit, .compileTimeout: .error
    case .matchesNoURL, .expensivePattern, .claimableException, .claimableExclusion, .nearAbortLimit: .warning
    case .gap(let gap): gap.severity
    case .duplicateRule, .coveredRule: .note
    }
  }

  /// What is wrong, in plain words.
  public var message: String {
    switch self {
    case .problem(let reason): reason.checkMessage
    case .ruleLimit(let count, let limit): "\(count) rules, \(count - limit) more than the limit of \(limit)"
    case .sizeLimit(let bytes, let limit): "\(bytes) bytes, \(bytes - limit) more than the limit of \(limit)"
    case .duplicateRule(let other): "rule \(other) is the same"
    case .coveredRule(let other): "rule \(other) does the same to every load that this one matches"
    case .matchesNoURL: "no URL of http, https, ws or wss can match this pattern"
    case .expensivePattern(let states?): "WebKit's compiler makes about \(states) states of this pattern"
    case .expensivePattern(nil):
      "WebKit's compiler makes more than \(PatternCost.stateLimit) states of this pattern"
    case .claimableException(let claim):
      "\(claim.url) counts as a page of \(claim.host), so the exception holds there too"
    case .claimableExclusion(let claim):
      "\(claim.url) counts as a page of \(claim.host), so the rule does not act there"
    case .abortLimit(let limit, let count):
      "\(count) \(limit.subject); WebKit's process ends when there are more than \(limit.maximumRules)"
    case .nearAbortLimit(let limit, let count):
      "\(count) \(limit.subject), near the \(limit.maximumRules) beyond which WebKit's process ends"
    case .gap(let gap): gap.message
    case .rejectedByWebKit(let words): "WebKit rejects this: \(words)"
    case .compileTimeout(let seconds): "WebKit did not compile the list in \(seconds) seconds"
    }
  }

  /// What WebKit (2.50.6) says about the list; nil when it says nothing.
  public var webKitMessage: String? {
    switch self {
    case .problem(let reason): reason.webKitMessage
    case .rejectedByWebKit(let words): words
    default: nil
    }
  }
}

extension RuleListProblem.Reason {
  fileprivate var checkSeverity: CheckSeverity {
    switch self {
    case .unsupportedAction, .mendedSelector, .looseSyntax, .unpairedSurrogate: .note
    case .unsupportedSelector, .unsupportedURLFilter: .warning
    default: severity == .error ? .error : .warning
    }
  }

  /// The reader's words are about what it can hold; here they are about WebKit.
  fileprivate var checkMessage: String {
    switch self {
    case .unsupportedAction(let action):
      "WebKit takes \"\(action.rawValue)\" only of its own extensions' rules; what it does is not checked"
    case .unsupportedSelector(.newerThanSafari16):
      "WebKit of Safari 16.4, and some later, leaves out this rule because of its selector"
    case .unsupportedSelector(let reason): "the selector is not checked to its end: \(reason.message)"
    case .unsupportedURLFilter(let reason):
      "the pattern is not checked to its end: " + URLFilterProblem(reason: reason, offset: 0).description
    default: message
    }
  }
}
