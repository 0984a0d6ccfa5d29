import SluiceRules

/// A declarativeNetRequest rule for WebKit. It cannot hold what WebKit rejects or reads differently from other
/// browsers.
///
/// - The URL is compared with a regular expression that WebKit supports, not with a `urlFilter` or domains of requests.
/// - Types that WebKit does not know do not exist, and there is always one.
/// - There is at most one condition on the page. A condition on the document that makes the request excludes frames'
///   documents, which have none in WebKit.
public struct RequestChange: Hashable, Sendable {
  /// The priority, at least 1. Rules with a higher one come first.
  public var priority: Int
  /// The effect.
  public var action: Action
  /// The condition.
  public var condition: Condition

  /// Creates a rule. A priority below 1 becomes 1.
  public init(priority: Int = 1, _ action: Action, _ condition: Condition) {
    (self.priority, self.action, self.condition) = (max(priority, 1), action, condition)
  }

  /// Returns whether WebKit accepts a rule that changes a header with this name.
  public static func canChange(header name: [UInt8]) -> Bool { KnownHeaders.contains(name) }

  /// The effect of a rule.
  @frozen public enum Action: Hashable, Sendable {
    /// Ignores all rules with a lower priority.
    case allow
    /// Ignores all rules with a lower priority on the pages in the window whose URLs meet the condition, which only has
    /// the type ``DeclarativeTypes/mainFrame``.
    case allowPages
    /// Blocks the request.
    case block
    /// Sends the request to a file of the extension. The path begins with a slash.
    case redirect(toExtensionPath: [UInt8])
    /// Removes the parameters with these names from the query.
    case removeParameters(NonEmpty<[UInt8]>)
    /// Removes the whole query.
    case removeQuery
    /// Changes headers.
    case modifyHeaders(request: [HeaderChange], response: [HeaderChange])

    /// Whether the action changes requests or responses, instead of preventing that other rules do.
    public var changesRequests: Bool {
      switch self {
      case .allow, .allowPages: false
      case .block, .redirect, .removeParameters, .removeQuery, .modifyHeaders: true
      }
    }
  }

  /// The condition of a rule.
  public struct Condition: Hashable, Sendable {
    /// The URLs.
    public let urlFilter: URLFilter
    /// Whether ``urlFilter`` is case-sensitive.
    public let isCaseSensitive: Bool
    /// The types; at least one.
    public let types: DeclarativeTypes
    /// The party of the requests; empty for both.
    public let loadTypes: LoadTypes
    /// The pages or documents that make the requests; nil for all.
    public let pages: Pages?

    /// Creates a condition, or returns nil if no request meets it, or if WebKit would compare the initiator of a
    /// frame's document.
    public init?(
      _ urlFilter: URLFilter, isCaseSensitive: Bool = false, types: DeclarativeTypes,
      loadTypes: LoadTypes = [],
      pages: Pages? = nil
    ) {
      guard !types.isEmpty, !types.contains(.subFrame) || pages?.comparesInitiator != true else { return nil }
      self.urlFilter = urlFilter
      self.isCaseSensitive = isCaseSensitive
      self.types = types
      self.loadTypes = loadTypes == [.firstParty, .thirdParty] ? [] : loadTypes
      self.pages = pages
    }
  }

  /// The pages or documents that make requests, with their subdomains.
  @frozen public enum Pages: Hashable, Sendable {
    /// The document that makes the request is of one of these sites.
    case initiators(NonEmpty<Domain>)
    /// The document that makes the request is of none of these sites.
    case otherInitiators(NonEmpty<Domain>)
    /// The page is of one of these sites.
    case pages(NonEmpty<Domain>)
    /// The page is of none of these sites.
    case otherPages(NonEmpty<Domain>)

    fileprivate var comparesInitiator: Bool {
      switch self {
      case .initiators, .otherInitiators: true
      case .pages, .otherPages: false
      }
    }
  }
}
