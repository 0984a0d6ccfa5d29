import ContentBlocker

/// What happens to requests to a tracker whose URL matches a regex.
public struct TrackerRule: Hashable, Sendable {
  /// Which of the tracker's rules it is in the file, from 0.
  public var index = 0
  /// Where it stands in the file; empty where that is not known.
  public var span = 0..<0
  /// Where these bytes are: line and columns; nil where that is not known.
  public var location: TextLocation?
  /// The regex, which is looked for anywhere in the URL, without regard to case.
  public var regex: [UInt8]
  /// What is done with requests that match.
  public var action: Action
  /// The name of the script that takes the place of the one asked for; nil for none. A content blocker blocks.
  public var surrogate: String?
  /// Where the rule holds; nil for everywhere.
  public var options: Scope?
  /// Where a request that the rule matches is let through; nil for nowhere.
  public var exceptions: Scope?

  /// A rule of these parts.
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

  /// What is done with requests that match.
  public enum Action: Hashable, Sendable {
    /// They are blocked, or answered by a surrogate.
    case block
    /// They are let through.
    case ignore
    /// They are blocked until the user clicks: `block-ctl-fb`, `block-ctl-yt` and the like. The text is the
    /// action's name.
    case clickToLoad(String)
  }

  /// Some pages and some kinds of requests: both must hold, and what is not given holds.
  public struct Scope: Hashable, Sendable {
    /// The sites, hosts below them included; nil for all.
    public var domains: [[UInt8]]?
    /// The kinds of requests, by the names of WebExtensions; nil for all.
    public var types: [String]?

    /// A scope of these parts.
    public init(domains: [[UInt8]]? = nil, types: [String]? = nil) {
      self.domains = domains
      self.types = types
    }
  }
}
