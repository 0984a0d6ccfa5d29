/// The filter syntax of one family of ad blockers. Dialects differ in the meaning of a line that contains
/// only a host name.
@nonexhaustive public enum Dialect: String, CaseIterable, Hashable, Sendable {
  /// Adblock Plus and EasyList. A host name is text that can match anywhere in a URL.
  case adblockPlus = "abp"
  /// uBlock Origin. A host name matches that host and all its subdomains.
  case uBlockOrigin = "ublock"
  /// AdGuard. A host name means the same as in Adblock Plus.
  case adGuard = "adguard"
  /// Hosts files and domain lists. A host name matches that host and all its subdomains.
  case hosts

  /// Whether a line that contains only a host name matches that host, instead of the text anywhere in a URL.
  package var readsHostNamesAsHosts: Bool { self == .uBlockOrigin || self == .hosts }

  /// The name of the ad blocker or of the kind of list.
  public var name: String {
    switch self {
    case .adblockPlus: "Adblock Plus"
    case .uBlockOrigin: "uBlock Origin"
    case .adGuard: "AdGuard"
    case .hosts: "hosts files"
    }
  }
}

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
  package var words: String {
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

  /// Whether comments can stay in a filter list: they are separate lines with a mark that filter lists know.
  package var keepsComments: Bool {
    switch self {
    case .filters, .hosts, .domains: true
    case .dnsmasq, .unbound, .responsePolicyZone, .proxyRules, .json: false
    }
  }

  /// Whether the lines only name hosts.
  package var namesHosts: Bool { self != .filters }

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
