/// The kind of list, according to the form of its lines. It determines the meaning of a line that contains
/// only a name.
@nonexhaustive public enum ListKind: String, CaseIterable, Hashable, Sendable {
  /// Filters in the syntax of Adblock Plus, uBlock Origin or AdGuard.
  case filters
  /// `0.0.0.0 h`
  case hosts
  /// One domain per line: `h`, `*.h` or `.h`.
  case domains
  /// `address=/h/`, `local=/h/`
  case dnsmasq
  /// `local-zone: "h" always_nxdomain`
  case unbound
  /// `h CNAME .`: a response policy zone of BIND.
  case responsePolicyZone = "rpz"
  /// `DOMAIN-SUFFIX,h`: rules of Surge, Clash, Shadowrocket and Quantumult.
  case proxyRules = "proxy-rules"
  /// `["h", …]` or `{"domains": ["h", …]}`
  case json

  /// The kind in words, with an article.
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

  /// Whether the lines only name hosts.
  public var namesHosts: Bool { self != .filters }

  /// Returns the kind to use if the user specifies a dialect, which overrides the form of the list.
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
  /// Determines the kind of a file that is read as a list. A file that is not a list counts as filters; use
  /// ``ListJudgement`` to detect these files.
  public init(of bytes: [UInt8], dialect: Dialect? = nil) {
    self = ListJudgement(of: bytes, dialect: dialect).kind.read(as: dialect)
  }
}

/// The kind and the dialect in which a list is read.
public struct ListReading: Hashable, Sendable {
  /// The kind of list.
  public var kind: ListKind
  /// The dialect, which determines the meaning of host names.
  public var dialect: Dialect

  /// Determines how to read a list. If `dialect` is nil, the dialect is detected.
  public init(_ list: FilterList, dialect: Dialect?) {
    self.dialect = dialect ?? Dialect.detect(list)
    kind = list.kind.read(as: self.dialect)
  }

  /// A description such as `a hosts file` or `a filter list in the dialect of uBlock Origin`.
  public var words: String {
    kind == .filters ? "\(kind.words) in the dialect of \(dialect.name)" : kind.words
  }
}

/// The content of a file that is not a filter list.
@nonexhaustive public enum ForeignContent: String, CaseIterable, Hashable, Sendable {
  /// An empty file, or only white space.
  case empty
  /// Comments without any filter.
  case comments
  /// An HTML page.
  case page
  /// Other XML, such as SVG or a feed.
  case xml
  /// JSON that is not a domain list.
  case json
  /// A rule list: JSON in WebKit's format, which Sluice itself writes.
  case ruleList = "rule-list"
  /// A userscript.
  case userscript
  /// Pi-hole regexes, which have no slashes around them.
  case regexes
  /// Zones of a name server: `zone "h" { type master; file "null"; };`
  case nameServer = "name-server"
  /// Squid rules other than plain domain lists.
  case squid
  /// Privoxy actions other than blocking.
  case privoxy
  /// Comma-separated values.
  case table
  /// Prose, a log or source code.
  case text
  /// An archive or damaged gzip data.
  case archive
  /// UTF-16 without a byte order mark.
  case utf16
  /// Other binary data.
  case binary

  /// A description of the content, with an article.
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

  /// Whether the only problem of the file is that it has no filters.
  public var isEmpty: Bool { self == .empty || self == .comments }
}
