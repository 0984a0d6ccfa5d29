import ContentBlocker

/// A domain that tracks, and what is to be done with requests to it and to the hosts below it.
public struct Tracker: Hashable, Sendable {
  /// The domain, in lower case.
  public var domain: [UInt8]
  /// What happens to requests for which no rule decides.
  public var defaultAction: DefaultAction
  /// The name of the entity that owns it, or nil when the file names none. On the owner's sites the tracker is
  /// let through.
  public var owner: String?
  /// What it does, in the words of the file: `Advertising`, `Analytics` and the like.
  public var categories: [String]
  /// The rules; the first one that matches decides.
  public var rules: [TrackerRule]
  /// Where its domain stands in the file; empty where that is not known.
  public var span = 0..<0
  /// Where these bytes are: line and columns; nil where that is not known.
  public var location: TextLocation?

  /// A tracker of these parts.
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

  /// What happens to requests for which no rule decides.
  public enum DefaultAction: String, Hashable, Sendable {
    /// They are blocked.
    case block
    /// They are let through.
    case ignore
  }
}
