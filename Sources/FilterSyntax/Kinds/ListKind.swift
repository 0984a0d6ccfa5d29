/// What a list is by the form of its lines, which decides what a line means that is no more than a name.
public enum ListKind: String, CaseIterable, Hashable, Sendable {
  /// Filters in the syntax of Adblock Plus, uBlock Origin or AdGuard.
  case filters
  /// `0.0.0.0 h`
  case hosts
  /// A domain a line: `h`, `*.h` or `.h`.
  case domains
  /// `address=/h/`, `local=/h/`
  case dnsmasq
  /// `local-zone: "h" always_nxdomain`
  case unbound
  /// `h CNAME .`: a zone of BIND.
  case responsePolicyZone = "rpz"
  /// `DOMAIN-SUFFIX,h`: rules of Surge, Clash, Shadowrocket and Quantumult.
  case proxyRules = "proxy-rules"
  /// `["h", …]` or `{"domains": ["h", …]}`
  case json

  /// The kind in words, with its article.
  public var words: String {
    switch self {
    case .filters: "a filter list"
    case .hosts: "a hosts file"
    case .domains: "a list of domains"
    case .dnsmasq: "a dnsmasq configuration"
    case .unbound: "an unbound configuration"
    case .responsePolicyZone: "a response policy zone"
    case .proxyRules: "a list of proxy rules"
    case .json: "a JSON list of domains"
    }
  }

  /// Whether its lines name hosts and nothing else.
  public var namesHosts: Bool { self != .filters }

  /// The kind of a list that is known to be one in that dialect, whatever it looks like.
  func read(as dialect: Dialect?) -> ListKind {
    switch dialect {
    case .hosts where self == .filters: .domains
    case .adblockPlus where self == .hosts || self == .domains,
      .uBlockOrigin where self == .hosts || self == .domains,
      .adGuard where self == .hosts || self == .domains:
      .filters
    case .hosts, .adblockPlus, .uBlockOrigin, .adGuard, nil: self
    }
  }
}

extension ListKind {
  /// The kind of list that a file is read as. What is not a list is read as filters, line by line: ``ListJudgement`` tells
  /// that beforehand.
  public init(of bytes: [UInt8], dialect: Dialect? = nil) {
    self = ListJudgement(of: bytes, dialect: dialect).kind.read(as: dialect)
  }
}

/// What a list is read as.
public struct ListReading: Hashable, Sendable {
  /// The form of its lines.
  public var kind: ListKind
  /// What names mean in it.
  public var dialect: Dialect

  /// What a list is read as in a dialect; nil for its own.
  public init(_ list: FilterList, dialect: Dialect?) {
    self.dialect = dialect ?? Dialect.detect(list)
    kind = list.kind.read(as: self.dialect)
  }

  /// `a hosts file`, `a filter list in the dialect of uBlock Origin`
  public var words: String {
    kind == .filters ? "\(kind.words) in the dialect of \(dialect.name)" : kind.words
  }
}

/// What a file is that is not a filter list.
public enum ForeignContent: String, CaseIterable, Hashable, Sendable {
  /// Nothing, or white space.
  case empty
  /// Comments, and no filter.
  case comments
  /// An HTML page.
  case page
  /// XML of another kind: SVG, a feed.
  case xml
  /// JSON that is not a list of domains.
  case json
  /// WebKit's own JSON, as Sluice writes it.
  case ruleList = "rule-list"
  /// A userscript.
  case userscript
  /// Regexes of Pi-hole.
  case regexes
  /// Zones of a name server: `zone "h" { type master; file "null"; };`
  case nameServer = "name-server"
  /// Rules of the Squid proxy that are more than domains.
  case squid
  /// Actions of Privoxy other than to block.
  case privoxy
  /// Values with commas between them.
  case table
  /// Prose, a log, source code.
  case text
  /// An archive, or gzip that is damaged.
  case archive
  /// UTF-16 without a byte order mark.
  case utf16
  /// Other bytes that are not text.
  case binary

  /// The content in words, with its article.
  public var words: String {
    switch self {
    case .empty: "empty"
    case .comments: "a list without a filter"
    case .page: "an HTML page"
    case .xml: "an XML document"
    case .json: "JSON"
    case .ruleList: "a rule list in WebKit's JSON"
    case .userscript: "a userscript"
    case .regexes: "a list of Pi-hole regexes"
    case .nameServer: "a BIND configuration"
    case .squid: "a Squid configuration"
    case .privoxy: "a Privoxy actions file"
    case .table: "a table of comma-separated values"
    case .text: "plain text"
    case .archive: "a compressed file that cannot be unpacked"
    case .utf16: "UTF-16 text without a byte order mark"
    case .binary: "binary data"
    }
  }

  /// Whether nothing is wrong with the file but that it has no filter.
  public var isEmpty: Bool { self == .empty || self == .comments }
}
