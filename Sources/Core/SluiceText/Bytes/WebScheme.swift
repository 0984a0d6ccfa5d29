/// A scheme of the requests that pages make over the network.
package enum WebScheme: CaseIterable, Sendable {
  case http, https, ws, wss

  /// The schemes of pages.
  package static let ofPages: [WebScheme] = [.http, .https]

  /// Creates a scheme from its name in lowercase; nil for other names.
  package init?(_ name: some Sequence<UInt8>) {
    // Compared as a number, because this is done for each URL.
    var word: UInt64 = 0
    for byte in name {
      guard byte > 0, word < 1 << 32 else { return nil }
      word = word << 8 | UInt64(byte)
    }
    switch word {
    case 0x6874_7470: self = .http
    case 0x68_7474_7073: self = .https
    case 0x7773: self = .ws
    case 0x77_7373: self = .wss
    default: return nil
    }
  }

  package var name: String {
    switch self {
    case .http: "http"
    case .https: "https"
    case .ws: "ws"
    case .wss: "wss"
    }
  }

  /// The start of URLs with this scheme.
  package var prefix: String { name + "://" }

  /// The port of URLs that name none.
  package var port: Int {
    switch self {
    case .http, .ws: 80
    case .https, .wss: 443
    }
  }

  package var isWebSocket: Bool {
    switch self {
    case .http, .https: false
    case .ws, .wss: true
    }
  }
}

/// A scheme of URLs that load nothing from a server. WebKit judges only some of these loads (measured in 2.50).
package enum LocalScheme: CaseIterable, Sendable {
  case about, blob, data, javascript

  /// Creates a scheme from its name in lowercase; nil for other names.
  package init?(_ name: [UInt8]) {
    let schemes: [(StaticString, LocalScheme)] = [
      ("about", .about), ("blob", .blob), ("data", .data), ("javascript", .javascript),
    ]
    guard let (_, scheme) = schemes.first(where: { name.span.equals(0..<name.count, $0.0) }) else {
      return nil
    }
    self = scheme
  }

  /// Whether rules can block windows that pages open with URLs of this scheme.
  package var blocksWindows: Bool {
    switch self {
    case .about, .blob, .javascript: true
    case .data: false
    }
  }

  /// Whether rules can block other loads of these URLs.
  package var blocksLoads: Bool {
    switch self {
    case .blob: true
    case .about, .data, .javascript: false
    }
  }
}

/// The schemes of the URLs that a filter or a rule applies to.
package struct RequestSchemes: Sendable {
  package var web: [WebScheme]
  package var local: [LocalScheme]

  package init(web: [WebScheme], local: [LocalScheme]) { (self.web, self.local) = (web, local) }

  /// All schemes.
  package static let all = RequestSchemes(web: WebScheme.allCases, local: LocalScheme.allCases)
}
