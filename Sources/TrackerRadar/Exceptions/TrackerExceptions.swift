/// What lets requests to trackers through although the trackers' rules block them: volatile lists from the
/// privacy configuration, and the user's own.
public struct TrackerExceptions: Hashable, Sendable {
  /// Sites without protection for a time, with all hosts below them.
  public var temporary: [[UInt8]] = []
  /// Sites on which no tracker is blocked, with all hosts below them.
  public var contentBlocking: [[UInt8]] = []
  /// Sites that the user has unprotected: exactly these hosts, with and without `www.`.
  public var userSites: [[UInt8]] = []
  /// Requests that are let through on some sites or on all.
  public var allowlist: [AllowlistEntry] = []

  /// No exceptions.
  public init() {}

  /// Whether there are none.
  public var isEmpty: Bool {
    temporary.isEmpty && contentBlocking.isEmpty && userSites.isEmpty && allowlist.isEmpty
  }

  /// These, and behind them others.
  public mutating func append(_ other: TrackerExceptions) {
    temporary += other.temporary
    contentBlocking += other.contentBlocking
    userSites += other.userSites
    for entry in other.allowlist {
      if let index = allowlist.firstIndex(where: { $0.tracker == entry.tracker }) {
        allowlist[index].rules += entry.rules
      } else {
        allowlist.append(entry)
      }
    }
  }

  /// The allowlist of a tracker.
  public struct AllowlistEntry: Hashable, Sendable {
    /// The tracker's domain.
    public var tracker: [UInt8]
    /// The rules; the first one that matches decides.
    public var rules: [AllowlistRule]

    /// The allowlist of a tracker.
    public init(tracker: [UInt8], rules: [AllowlistRule]) {
      self.tracker = tracker
      self.rules = rules
    }
  }

  /// Requests that are let through on some sites.
  public struct AllowlistRule: Hashable, Sendable {
    /// The host, with all hosts below it.
    public var host: [UInt8]
    /// What the path begins with, from its slash on; `.*` stands for any text. Empty for every path. The query
    /// does not count.
    public var path: [UInt8]
    /// The sites, with all hosts below them; nil for all (`<all>`).
    public var domains: [[UInt8]]?

    /// Requests that are let through on some sites.
    public init(host: [UInt8], path: [UInt8], domains: [[UInt8]]?) {
      self.host = host
      self.path = path
      self.domains = domains
    }
  }
}
