/// An absolute URL as browsers parse and serialize it (URL Standard, "URL parsing").
///
/// All code that reads URLs of requests, pages and references uses this parser. Drive letters in `file:` URLs
/// have no special meaning here.
package struct ParsedURL: Hashable, Sendable {
  /// The URL in its serialized form, which is ASCII.
  package var bytes: [UInt8]
  /// The scheme in lowercase.
  package let scheme: [UInt8]
  /// The host as it is serialized: a name in Punycode, or an address; empty for URLs without a host.
  package var host: [UInt8] = []
  /// The position of the path, of the `?` and of the `#`. If a part is missing, its position is that of the next
  /// one.
  private var path = 0
  private var query = 0
  private var fragment = 0

  /// How URLs with a scheme are parsed.
  enum Kind {
    /// Always with a host, and with backslashes as slashes.
    case special
    /// With backslashes as slashes.
    case file
    case other

    init(_ scheme: [UInt8]) {
      if Self.specialSchemes.contains(where: { scheme.span.equals(0..<scheme.count, text: $0) }) {
        self = .special
      } else {
        self = scheme.elementsEqual("file".utf8) ? .file : .other
      }
    }

    private static let specialSchemes: [StaticString] = ["http", "https", "ws", "wss", "ftp"]
  }

  /// Parses a URL, or resolves a reference against a URL of the web. Returns nil for texts that browsers reject.
  package init?(_ text: [UInt8], relativeTo base: ParsedURL? = nil) {
    let text = Self.stripped(text)
    guard let colon = text.firstIndex(of: ASCII.colon), let scheme = Self.scheme(text[..<colon]) else {
      guard let base else { return nil }
      self.init(text[...], resolvedAgainst: base)
      return
    }
    let rest = text[(colon + 1)...]
    if let base, base.scheme == scheme, Kind(scheme) == .special, !rest.starts(with: "//".utf8) {
      // `https:x.js` is a relative reference in a page with the same scheme.
      self.init(rest, resolvedAgainst: base)
    } else {
      self.init(scheme, rest: rest)
    }
  }

  private init?(_ scheme: [UInt8], rest: ArraySlice<UInt8>) {
    self.scheme = scheme
    bytes = scheme + [ASCII.colon]
    bytes.reserveCapacity(scheme.count + rest.count + 8)
    let kind = Kind(scheme)
    let slashes = rest.prefix { $0.isSlash(in: kind) }.count
    var pathStart = rest.startIndex
    if kind == .special || slashes >= 2 {
      bytes += "//".utf8
      // After the slashes of a file URL, a third one begins the path.
      let authority = rest.dropFirst(kind == .special ? slashes : 2)
      pathStart = authority.firstIndex { $0.endsAuthority(in: kind) } ?? rest.endIndex
      guard appendAuthority(authority[..<pathStart], kind: kind) else { return nil }
    } else if kind == .file {
      bytes += "//".utf8
    }
    path = bytes.count
    let pathEnd = rest[pathStart...].firstIndex { $0 == ASCII.question || $0 == ASCII.hash } ?? rest.endIndex
    let isOpaque = kind == .other && slashes == 0
    if isOpaque {
      for byte in rest[pathStart..<pathEnd] { append(byte, in: .opaquePath) }
    } else {
      appendPath(rest[pathStart..<pathEnd], kind: kind)
    }
    query = bytes.count
    appendQueryAndFragment(rest[pathEnd...])
  }

  private init?(_ reference: ArraySlice<UInt8>, resolvedAgainst base: ParsedURL) {
    guard Kind(base.scheme) == .special else { return nil }
    let slashes = reference.prefix { $0.isSlash(in: .special) }.count
    if slashes >= 2 {
      self.init(base.scheme, rest: reference)
      return
    }
    self = base
    bytes.removeSubrange(path...)
    let end = reference.firstIndex { $0 == ASCII.question || $0 == ASCII.hash } ?? reference.endIndex
    let written = reference[..<end]
    if written.isEmpty {
      bytes += base.bytes[base.path..<base.query]
    } else if slashes == 1 {
      appendPath(written, kind: .special)
    } else {
      let folder = base.bytes[base.path..<base.query].lastIndex(of: ASCII.slash) ?? base.path
      appendPath(base.bytes[base.path...folder] + written, kind: .special)
    }
    query = bytes.count
    if written.isEmpty, reference.first != ASCII.question {
      bytes += base.bytes[base.query..<base.fragment]
      appendFragment(reference)
    } else {
      appendQueryAndFragment(reference[end...])
    }
  }

  /// The URL without its fragment.
  package var withoutFragment: [UInt8] { Array(bytes[..<fragment]) }

  /// Returns a scheme in lowercase; nil if the text is not a scheme.
  package static func scheme(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    guard let first = text.first, first.isLetter, text.allSatisfy({ $0.isSchemeByte }) else { return nil }
    return text.map { $0.asciiLowercased }
  }

  /// Returns the text without what URL parsers ignore: controls and spaces at the ends, tabs and line ends
  /// anywhere.
  package static func stripped(_ text: [UInt8]) -> [UInt8] {
    guard let start = text.firstIndex(where: { $0 > 0x20 }),
      let end = text.lastIndex(where: { $0 > 0x20 })
    else { return [] }
    return text[start...end].filter { !$0.isTabOrLineEnd }
  }

  private mutating func appendQueryAndFragment(_ rest: ArraySlice<UInt8>) {
    let text = rest.prefix { $0 != ASCII.hash }
    let part = Kind(scheme) == .other ? EncodedPart.query : .webQuery
    // The `?` itself is never encoded in a query.
    for byte in text { append(byte, in: part) }
    appendFragment(rest[text.endIndex...])
  }

  private mutating func appendFragment(_ text: ArraySlice<UInt8>) {
    fragment = bytes.count
    for byte in text { append(byte, in: .fragment) }
  }
}

extension UInt8 {
  /// Whether URL parsers remove this byte wherever it occurs in a text.
  package var isTabOrLineEnd: Bool { self == 0x09 || self == 0x0A || self == 0x0D }

  fileprivate func endsAuthority(in kind: ParsedURL.Kind) -> Bool {
    isSlash(in: kind) || self == ASCII.question || self == ASCII.hash
  }

  func isSlash(in kind: ParsedURL.Kind) -> Bool {
    self == ASCII.slash || self == ASCII.backslash && kind != .other
  }
}

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
    guard let (_, scheme) = schemes.first(where: { name.span.equals(0..<name.count, text: $0.0) }) else {
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
