import SluiceRules

/// A tracking domain, and the rules for requests to the domain and its subdomains.
public struct Tracker: Hashable, Sendable {
  /// The domain, in lowercase.
  public var domain: [UInt8]
  /// The action for requests that no rule decides.
  public var defaultAction: DefaultAction
  /// The name of the entity that owns the domain, or `nil` if the file names none. Requests from the owner's
  /// sites pass.
  public var owner: String?
  /// The categories, as named in the file, such as `Advertising` or `Analytics`.
  public var categories: [String]
  /// The rules. The first match decides.
  public var rules: [TrackerRule]
  /// The byte range of the domain in the file; empty if unknown.
  public var span = 0..<0
  /// The location of ``span``, with line and columns, or `nil` if unknown.
  public var location: TextLocation?

  /// Creates a tracker.
  public init(
    domain: [UInt8], defaultAction: DefaultAction, owner: String? = nil, categories: [String] = [],
    rules: [TrackerRule] = []
  ) {
    self.domain = domain
    self.defaultAction = defaultAction
    self.owner = owner
    self.categories = categories
    self.rules = rules
  }

  /// ``domain`` as text.
  public var domainString: String { String(decoding: domain, as: UTF8.self) }

  /// The action for requests that no rule decides.
  @frozen public enum DefaultAction: String, Hashable, Sendable {
    /// Block the request.
    case block
    /// Let the request pass.
    case ignore
  }
}
