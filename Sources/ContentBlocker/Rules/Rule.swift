/// One rule of a content blocker: when it applies and what it does.
public struct Rule: Hashable, Sendable {
  /// Which loads the rule applies to.
  public var trigger: Trigger
  /// What happens to them.
  public var action: Action

  /// A rule of these parts.
  public init(trigger: Trigger, action: Action) {
    self.trigger = trigger
    self.action = action
  }
}

/// Which loads a rule applies to: all parts must hold.
public struct Trigger: Hashable, Sendable {
  /// The pattern of the request's URL.
  public var urlFilter: URLFilter
  /// Whether ``urlFilter`` distinguishes `A` from `a`. WebKit lower-cases hosts before it matches.
  public var isCaseSensitive: Bool
  /// The kinds of load; empty for any.
  public var resourceTypes: ResourceTypes
  /// Same site, other site; empty for both.
  public var loadTypes: LoadTypes
  /// Page or frame; empty for both.
  public var loadContexts: LoadContexts
  /// The HTTP method, or nil for any. WebKitGTK 2.50 took every request for a GET (measured).
  public var requestMethod: RequestMethod?
  /// The condition on the page or frame, or nil for none.
  public var condition: Condition?
  /// Whether the patterns of ``condition`` distinguish `A` from `a`. WebKit looks for domains in all of the
  /// page's URL, so that it has a meaning for these too, if the URL has one with capitals in its query.
  public var isConditionCaseSensitive: Bool

  /// A trigger of these parts.
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

/// What a rule does with the loads that it matches.
public enum Action: Hashable, Sendable {
  /// The load does not happen.
  case block
  /// The load happens without cookies.
  case blockCookies
  /// The elements of the document that these selectors match are not shown.
  case hide(NonEmpty<Selector>)
  /// No rule before this one in the list acts on the load.
  case ignorePreviousRules
  /// No rule after this one in the list acts on the load (WebKitGTK 2.50; not in every Safari).
  case ignoreFollowingRules
  /// The load is made by https.
  case makeHTTPS

  /// Whether it keeps other rules from acting.
  package var liftsOthers: Bool {
    switch self {
    case .ignorePreviousRules, .ignoreFollowingRules: true
    case .block, .blockCookies, .hide, .makeHTTPS: false
    }
  }
}
