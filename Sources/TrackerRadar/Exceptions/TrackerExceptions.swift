/// What a privacy configuration and the user say of requests, besides what the trackers' own rules say: what is
/// let through although these block it, what is blocked although they do not, and what waits for a click.
public struct TrackerExceptions: Hashable, Sendable {
  /// Sites without protection for a time, with all hosts below them.
  public var temporary: [[UInt8]] = []
  /// Sites on which nothing is blocked, with all hosts below them.
  public var contentBlocking: [[UInt8]] = []
  /// Whether nothing is blocked on any site.
  public var isContentBlockingOff = false
  /// Sites that the user has unprotected: exactly these hosts, with and without `www.`.
  public var userSites: [[UInt8]] = []
  /// Requests that are let through on some sites or on all.
  public var allowlist: [AllowlistEntry] = []
  /// Requests that are blocked on some sites or on all, whether they go to a tracker or not. What is excepted
  /// above goes before them.
  public var requestBlocklist: [BlocklistRule] = []
  /// What is blocked until the user clicks, where that is asked for; nil when nothing is said of it, which is
  /// to block whatever the trackers' rules mark so.
  public var clickToLoad: ClickToLoad?

  /// No exceptions.
  public init() {}

  /// Whether there are none, and nothing else is said.
  public var isEmpty: Bool { self == TrackerExceptions() }

  /// These, and behind them others.
  public mutating func append(_ other: TrackerExceptions) {
    temporary += other.temporary
    contentBlocking += other.contentBlocking
    isContentBlockingOff = isContentBlockingOff || other.isContentBlockingOff
    userSites += other.userSites
    for entry in other.allowlist {
      if let index = allowlist.firstIndex(where: { $0.tracker == entry.tracker }) {
        allowlist[index].rules += entry.rules
      } else {
        allowlist.append(entry)
      }
    }
    requestBlocklist += other.requestBlocklist
    if let others = other.clickToLoad {
      clickToLoad = clickToLoad.map { $0.appending(others) } ?? others
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
    /// Sites on which the allowlist as a whole is off, with all hosts below them.
    public var excludedDomains: [[UInt8]]
    /// Where it stands; nil where that is not known.
    public var place: TrackerDataPlace?

    /// Requests that are let through on some sites.
    public init(
      host: [UInt8], path: [UInt8], domains: [[UInt8]]?, excludedDomains: [[UInt8]] = [],
      place: TrackerDataPlace? = nil
    ) {
      self.host = host
      self.path = path
      self.domains = domains
      self.excludedDomains = excludedDomains
      self.place = place
    }
  }

  /// Requests that are blocked on some sites, those of the page's own site too.
  public struct BlocklistRule: Hashable, Sendable {
    /// The host, with all hosts below it.
    public var host: [UInt8]
    /// Whether only the hosts below it are meant.
    public var isBelowHost: Bool
    /// What port, path and query begin with, from the slash on or from the colon before a port; `*` stands for any text. Case
    /// counts. Empty for every path.
    public var path: [UInt8]
    /// The sites, with all hosts below them; nil for all (`<all>`).
    public var domains: [[UInt8]]?
    /// Sites on which the blocklist as a whole is off, with all hosts below them.
    public var excludedDomains: [[UInt8]]
    /// Where it stands; nil where that is not known.
    public var place: TrackerDataPlace?

    /// Requests that are blocked on some sites.
    public init(
      host: [UInt8], isBelowHost: Bool = false, path: [UInt8], domains: [[UInt8]]?,
      excludedDomains: [[UInt8]] = [], place: TrackerDataPlace? = nil
    ) {
      self.host = host
      self.isBelowHost = isBelowHost
      self.path = path
      self.domains = domains
      self.excludedDomains = excludedDomains
      self.place = place
    }
  }

  /// Which of the trackers' rules block until the user clicks, and where.
  public struct ClickToLoad: Hashable, Sendable {
    /// The entities whose content it is, with the actions of the rules for it. On the pages of an entity its
    /// own actions do nothing.
    public var entities: [Entity]
    /// Sites on which nothing waits for a click, with all hosts below them.
    public var exceptions: [[UInt8]]
    /// Where it stands; nil where that is not known.
    public var place: TrackerDataPlace?

    /// Some entities, but for some sites.
    public init(entities: [Entity] = [], exceptions: [[UInt8]] = [], place: TrackerDataPlace? = nil) {
      self.entities = entities
      self.exceptions = exceptions
      self.place = place
    }

    /// Whether rules with this action block anywhere.
    public func blocks(_ action: String) -> Bool {
      entities.contains { $0.isEnabled && $0.ruleActions.contains(action) }
    }

    fileprivate func appending(_ other: ClickToLoad) -> ClickToLoad {
      ClickToLoad(
        entities: entities + other.entities, exceptions: exceptions + other.exceptions,
        place: place ?? other.place)
    }

    /// The owner of some content.
    public struct Entity: Hashable, Sendable {
      /// Its name, as among the entities of the tds.json.
      public var name: String
      /// Whether its content waits for a click.
      public var isEnabled: Bool
      /// The actions of the rules that block its content, such as `block-ctl-fb`.
      public var ruleActions: [String]

      /// The owner of some content.
      public init(name: String, isEnabled: Bool = true, ruleActions: [String]) {
        self.name = name
        self.isEnabled = isEnabled
        self.ruleActions = ruleActions
      }
    }
  }
}
