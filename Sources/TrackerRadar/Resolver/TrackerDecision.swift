import ContentBlocker

/// What becomes of a request, and why.
public struct TrackerDecision: Hashable, Sendable {
  /// What becomes of it.
  public var verdict: Verdict
  /// Why.
  public var reason: Reason
  /// The domain of the tracker that the request goes to; nil when it goes to none.
  public var tracker: [UInt8]?
  /// Who owns the tracker; nil when the data names nobody.
  public var owner: String?
  /// What the tracker does, in the words of the data.
  public var categories: [String] = []
  /// The rule that decided, counted from 0 in the tracker's file; nil when none did.
  public var rule: Int?
  /// The rule of the request blocklist that decided; nil when none did.
  public var blocklistRule: TrackerExceptions.BlocklistRule?

  /// What becomes of a request.
  public enum Verdict: Hashable, Sendable {
    /// It is made.
    case pass
    /// It is not made.
    case block
    /// It is answered by the script with this name. A content blocker alone blocks it.
    case surrogate(String)
  }

  /// Why.
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    /// No tracker has the host.
    case notTracker = "not-a-tracker"
    /// Page and request are of the same site.
    case firstParty = "first-party"
    /// The page is one of the tracker's owner.
    case sameOwner = "same-owner"
    /// The site has no protection for a time.
    case temporarilyUnprotected = "unprotected-temporary"
    /// The site is excepted from content blocking.
    case contentBlockingException = "content-blocking-exception"
    /// Content blocking is off.
    case contentBlockingOff = "content-blocking-off"
    /// The user has unprotected the site.
    case userUnprotected = "user-unprotected"
    /// The tracker allowlist has the request.
    case allowlisted
    /// The request blocklist has the request.
    case requestBlocklist = "request-blocklist"
    /// Pages and opened windows are never blocked.
    case navigation
    /// A rule of the tracker matches and says so.
    case rule
    /// A rule matches, and its exceptions too.
    case ruleException = "rule-exception"
    /// No rule decides, and the tracker has this default.
    case byDefault = "default"
  }
}

/// A request, as the resolver is asked for it.
public struct TrackerRequest: Hashable, Sendable {
  /// The URL that is asked for.
  public var url: [UInt8]
  /// The URL of the page in the window.
  public var page: [UInt8]
  /// What kind of request it is, by the names of WebExtensions: `script`, `image`, `xmlhttprequest` and so on.
  public var type: String

  /// A request.
  public init(url: some InputBytes & ~Escapable, page: some InputBytes & ~Escapable, type: String) {
    self.url = url.inputArray()
    self.page = page.inputArray()
    self.type = type
  }
}
