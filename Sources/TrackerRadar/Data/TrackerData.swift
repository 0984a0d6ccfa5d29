import ContentBlocker

/// What a tds.json says: which domains track, what they are owned by, and which hosts stand for others.
public struct TrackerData: Hashable, Sendable {
  /// The trackers, in the order of the file.
  public var trackers: [Tracker] = []
  /// Hosts of sites that are other names (CNAME records) of trackers' hosts.
  public var cnames: [Cname] = []
  /// For each entity the domains that it owns, each with all hosts below it.
  public var entities: [Entity] = []

  /// Whether the file says that it is from DuckDuckGo, whose blocklists are under CC BY-NC-SA 4.0.
  public var isDuckDuckGos = false

  /// No trackers.
  public init() {}

  /// A host that stands for another.
  public struct Cname: Hashable, Sendable {
    /// The host in requests.
    public var host: [UInt8]
    /// The host that answers.
    public var target: [UInt8]
    /// Where it stands in the file; empty where that is not known.
    public var span = 0..<0
    /// Where these bytes are: line and columns; nil where that is not known.
    public var location: TextLocation?

    /// A host that stands for another.
    public init(host: [UInt8], target: [UInt8]) {
      self.host = host
      self.target = target
    }
  }

  /// An owner of domains.
  public struct Entity: Hashable, Sendable {
    /// Its name, by which trackers name their owner.
    public var name: String
    /// Its domains.
    public var domains: [[UInt8]]

    /// An owner of domains.
    public init(name: String, domains: [[UInt8]]) {
      self.name = name
      self.domains = domains
    }
  }
}
