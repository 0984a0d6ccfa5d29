import SluiceRules

/// A rule for requests to a tracker whose URL matches a regex.
public struct TrackerRule: Hashable, Sendable {
  /// The index of the rule among the tracker's rules in the file, from 0.
  public var index = 0
  /// The byte range of the rule in the file; empty if unknown.
  public var span = 0..<0
  /// The location of ``span``, with line and columns, or `nil` if unknown.
  public var location: TextLocation?
  /// The regex. It can match anywhere in the URL, ignoring case.
  public var regex: [UInt8]
  /// The action for requests that match.
  public var action: Action
  /// The name of the script that replaces the requested one, or `nil` for none. Content blockers, which
  /// cannot replace scripts, block the request.
  public var surrogate: String?
  /// The scope of the rule, or `nil` if it applies everywhere.
  public var options: Scope?
  /// The scope in which matching requests pass, or `nil` if there are no exceptions.
  public var exceptions: Scope?

  /// Creates a rule.
  public init(
    regex: [UInt8], action: Action = .block, surrogate: String? = nil, options: Scope? = nil,
    exceptions: Scope? = nil
  ) {
    self.regex = regex
    self.action = action
    self.surrogate = surrogate
    self.options = options
    self.exceptions = exceptions
  }

  /// The action for requests that match.
  @nonexhaustive public enum Action: Hashable, Sendable {
    /// Block the request, or answer it with a surrogate.
    case block
    /// Let the request pass.
    case ignore
    /// Block the request until the user clicks. The text is the name of the action, such as `block-ctl-fb` or
    /// `block-ctl-yt`.
    case clickToLoad(String)
  }

  /// A set of pages and request types. Both must match; a missing part matches everything.
  public struct Scope: Hashable, Sendable {
    /// The sites, including subdomains, or `nil` for all sites.
    public var domains: [[UInt8]]?
    /// The request types by their WebExtensions names, or `nil` for all types.
    public var types: [String]?

    /// Creates a scope.
    public init(domains: [[UInt8]]? = nil, types: [String]? = nil) {
      self.domains = domains
      self.types = types
    }
  }
}
