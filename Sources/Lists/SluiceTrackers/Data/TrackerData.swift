import SluiceRules

/// The content of a `tds.json` file: tracking domains, their owners, and CNAME aliases.
public struct TrackerData: Hashable, Sendable {
  /// The trackers, in file order.
  public var trackers: [Tracker] = []
  /// The hosts that are CNAME aliases of trackers' hosts.
  public var cnames: [Cname] = []
  /// The entities with the domains they own. Each domain includes its subdomains.
  public var entities: [Entity] = []

  /// Whether the file states that it is from DuckDuckGo, whose blocklists are licensed under CC BY-NC-SA 4.0.
  public var isDuckDuckGos = false

  /// Creates data without trackers.
  public init() {}

  /// A host that is an alias of another host.
  public struct Cname: Hashable, Sendable {
    /// The host in requests.
    public var host: [UInt8]
    /// The host that the alias resolves to.
    public var target: [UInt8]
    /// The byte range of the entry in the file; empty if unknown.
    public var span = 0..<0
    /// The location of ``span``, with line and columns, or `nil` if unknown.
    public var location: TextLocation?

    /// Creates an alias.
    public init(host: [UInt8], target: [UInt8]) {
      self.host = host
      self.target = target
    }

    /// ``host`` as text.
    public var hostString: String { String(decoding: host, as: UTF8.self) }
    /// ``target`` as text.
    public var targetString: String { String(decoding: target, as: UTF8.self) }
  }

  /// An owner of domains.
  public struct Entity: Hashable, Sendable {
    /// The name that trackers refer to.
    public var name: String
    /// The domains of the owner.
    public var domains: [[UInt8]]

    /// Creates an owner of domains.
    public init(name: String, domains: [[UInt8]]) {
      self.name = name
      self.domains = domains
    }

    /// ``domains`` as texts.
    public var domainStrings: [String] { domains.map { String(decoding: $0, as: UTF8.self) } }
  }
}
