/// A rule of a content blocker: a trigger and an action.
public struct Rule: Hashable, Sendable {
  /// The requests or documents that the rule applies to.
  public var trigger: Trigger
  /// The effect of the rule on them.
  public var action: Action

  /// Creates a rule from a trigger and an action.
  public init(trigger: Trigger, action: Action) {
    self.trigger = trigger
    self.action = action
  }
}

/// The conditions that a request must meet for a rule to apply to it.
public struct Trigger: Hashable, Sendable {
  /// The pattern of the request's URL.
  public var urlFilter: URLFilter
  /// Whether ``urlFilter`` is case-sensitive. WebKit converts hosts to lowercase before it matches.
  public var isCaseSensitive: Bool
  /// The resource types; empty for any.
  public var resourceTypes: ResourceTypes
  /// First-party or third-party requests; empty for both.
  public var loadTypes: LoadTypes
  /// Whether the page or a frame makes the request; empty for both.
  public var loadContexts: LoadContexts
  /// The HTTP method, or nil for any. WebKit does not compare the actual method of each request; see
  /// `Request.method`.
  public var requestMethod: RequestMethod?
  /// The condition on the page or frame, or nil for none.
  public var condition: Condition?
  /// Whether the patterns of ``condition`` are case-sensitive. This also affects domains: WebKit searches the
  /// whole page URL for them, and a query can contain a domain in uppercase.
  public var isConditionCaseSensitive: Bool

  /// Creates a trigger from its parts.
  public init(
    urlFilter: URLFilter, isCaseSensitive: Bool = false, resourceTypes: ResourceTypes = [],
    loadTypes: LoadTypes = [], loadContexts: LoadContexts = [],
    requestMethod: RequestMethod? = nil, condition: Condition? = nil,
    isConditionCaseSensitive: Bool = false
  ) {
    self.urlFilter = urlFilter
    self.isCaseSensitive = isCaseSensitive
    self.resourceTypes = resourceTypes
    self.loadTypes = loadTypes
    self.loadContexts = loadContexts
    self.requestMethod = requestMethod
    self.condition = condition
    self.isConditionCaseSensitive = isConditionCaseSensitive
  }
}

/// The effect of a rule on the requests or documents that it matches.
@nonexhaustive public enum Action: Hashable, Sendable {
  /// Blocks the request.
  case block
  /// Sends the request without cookies.
  case blockCookies
  /// Hides the elements of the document that match one of these selectors.
  case hide(NonEmpty<CSSSelector>)
  /// Ignores all rules before this one in the list.
  case ignorePreviousRules
  /// Ignores all rules after this one in the list (WebKitGTK 2.50; not in every Safari).
  case ignoreFollowingRules
  /// Changes the scheme of the request from `http` to `https`.
  case makeHTTPS
  /// Sends the request to another URL; only for web extensions.
  indirect case redirect(Redirect)
  /// Changes headers of the request or its response; only for web extensions.
  indirect case modifyHeaders(HeaderChanges)

  /// Whether the action affects documents, not only requests.
  package var appliesToDocuments: Bool {
    switch self {
    case .hide, .ignorePreviousRules, .ignoreFollowingRules: true
    case .block, .blockCookies, .makeHTTPS, .redirect, .modifyHeaders: false
    }
  }

  package var overridesOthers: Bool {
    switch self {
    case .ignorePreviousRules, .ignoreFollowingRules: true
    case .block, .blockCookies, .hide, .makeHTTPS, .redirect, .modifyHeaders: false
    }
  }
}
