import SluiceAnalysis
import SluiceRules
import SluiceText

/// Resolves references in documents and style sheets as browsers do.
enum ReferencedURL {
  /// Returns the URL without its fragment, or `nil` if it is invalid. A URL outside the web is returned
  /// unchanged.
  ///
  /// - Parameters:
  ///   - reference: The reference as written.
  ///   - base: A web URL.
  static func resolve(_ reference: [UInt8], against base: [UInt8]) -> [UInt8]? {
    let text = ParsedURL.stripped(reference)
    guard !text.isEmpty else { return nil }
    if let colon = text.firstIndex(of: ASCII.colon), let scheme = ParsedURL.scheme(text[..<colon]),
      WebScheme(scheme) == nil
    {
      return text
    }
    return ParsedURL(base).flatMap { ParsedURL(text, relativeTo: $0)?.withoutFragment }
  }

  struct Parts {
    var scheme: [UInt8] = []
    /// The authority, including user and port.
    var authority: ArraySlice<UInt8>
    var path: ArraySlice<UInt8>
    /// The query, including `?`.
    var query: ArraySlice<UInt8>

    init(_ url: [UInt8]) {
      let end = url.firstIndex(of: ASCII.hash) ?? url.endIndex
      let colon = url.firstIndex(of: ASCII.colon) ?? url.startIndex
      scheme = Array(url[..<colon])
      let start = min(colon + 3, end)
      let slash = url[start..<end].firstIndex { $0 == ASCII.slash || $0 == ASCII.question } ?? end
      authority = url[start..<slash]
      let mark = url[slash..<end].firstIndex(of: ASCII.question) ?? end
      path = url[slash..<mark]
      query = url[mark..<end]
    }

    /// The host, including the port.
    var host: ArraySlice<UInt8> {
      authority.lastIndex(of: ASCII.at).map { authority[($0 + 1)...] } ?? authority
    }

    /// The path up to its last slash.
    var folder: ArraySlice<UInt8> {
      path.lastIndex(of: ASCII.slash).map { path[...$0] } ?? path.prefix(0)
    }

    var origin: [UInt8] { scheme + [0x2F] + host }
  }
}

/// Normalizes the URLs in HAR files, which recorders write in several forms.
enum ArchiveURL {
  /// The relevance of a URL to content blockers.
  enum Standing {
    /// A web URL (HTTP or WebSocket), to which content blockers apply.
    case web
    /// A URL outside the web, which is neither HTTP nor WebSocket: `data:`, `blob:`, `about:blank` or an
    /// extension.
    case elsewhere
    /// An invalid URL, or a web URL without a host.
    case invalid
  }

  /// Returns the relevance of a URL and its key for comparison: the form that browsers use, without the
  /// fragment.
  static func read(_ url: [UInt8]) -> (standing: Standing, key: [UInt8]) {
    guard RequestDescription.isURL(url) else { return (.invalid, []) }
    guard scheme(url) != nil else { return (.elsewhere, []) }
    if isSerialized(url) {
      return (.web, url.firstIndex(of: ASCII.hash).map { Array(url[..<$0]) } ?? url)
    }
    return ParsedURL(url).map { (.web, $0.withoutFragment) } ?? (.invalid, [])
  }

  static func key(_ url: [UInt8]) -> [UInt8]? {
    let (standing, key) = read(url)
    return standing == .web ? key : nil
  }

  static func isOfTheWeb(_ url: [UInt8]) -> Bool { key(url) != nil }

  static func key(of reference: [UInt8], against base: [UInt8]) -> [UInt8]? {
    ReferencedURL.resolve(reference, against: base).flatMap(key)
  }

  /// Returns whether a web URL is already in the form that browsers use. This fast check covers nearly all
  /// URLs in a HAR file.
  private static func isSerialized(_ url: [UInt8]) -> Bool {
    guard let colon = url.firstIndex(of: ASCII.colon),
      url[..<colon].allSatisfy({ $0.isLetter && !$0.isCapital }),
      url[(colon + 1)...].starts(with: [ASCII.slash, ASCII.slash])
    else { return false }
    let host = url[(colon + 3)...].prefix {
      $0.isLetter && !$0.isCapital || $0.isDigit || $0 == ASCII.dot || $0 == ASCII.dash
    }
    guard !host.isEmpty, host.endIndex < url.endIndex, url[host.endIndex] == ASCII.slash,
      HostNames.isSerialized(Array(host))
    else { return false }
    // A dot at the start of a step may need to be resolved. It can be percent-encoded.
    var last: UInt8 = 0
    return url[host.endIndex...].allSatisfy { byte in
      defer { last = byte }
      let mayBeDots = last == ASCII.slash && (byte == ASCII.dot || byte == ASCII.percent)
      return !mayBeDots && ParsedURL.isPlain(byte)
    }
  }

  static func isOrigin(_ key: [UInt8]) -> Bool {
    guard let colon = key.firstIndex(of: ASCII.colon) else { return false }
    return key[colon...].dropFirst(3).firstIndex(of: ASCII.slash) == key.endIndex - 1
  }

  /// Returns the origin of a key, with a trailing `/`. This is the referrer if the referrer policy strips the
  /// rest.
  static func origin(_ key: [UInt8]) -> [UInt8] {
    guard let colon = key.firstIndex(of: ASCII.colon) else { return key }
    let rest = key[colon...].dropFirst(3)
    return key[..<(rest.firstIndex(of: ASCII.slash) ?? key.endIndex)] + [ASCII.slash]
  }

  static func isOfWebSockets(_ url: [UInt8]) -> Bool { scheme(url)?.isWebSocket == true }

  private static func scheme(_ url: [UInt8]) -> WebScheme? {
    let text = url.drop { $0 <= 0x20 }
    return text.prefix(6).firstIndex(of: ASCII.colon).flatMap {
      WebScheme(text[..<$0].lazy.map(\.asciiLowercased))
    }
  }
}
