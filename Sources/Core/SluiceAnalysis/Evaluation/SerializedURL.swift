/// A URL in the form in which WebKit serializes it, as far as patterns can tell the difference.
///
/// - The scheme and the host are lowercase. The host is in Punycode, and addresses are in their canonical
///   form.
/// - The default port of the scheme is removed.
/// - There is always a path, without `.` and `..`.
/// - Special characters are percent-encoded.
///
/// Unicode normalization is not applied to names, because browsers do that before they report URLs.
public struct SerializedURL: Hashable, Sendable {
  /// The URL.
  public private(set) var bytes: [UInt8]
  /// The host without a port; empty if the URL has no host.
  public private(set) var host: [UInt8]

  /// Converts a URL to WebKit's form.
  public init(_ url: some InputBytes & ~Escapable) {
    let url = url.inputArray()
    bytes = []
    host = []
    bytes.reserveCapacity(url.count + 8)
    guard let colon = url.firstIndex(of: ASCII.colon), colon > 0,
      url.dropFirst(colon + 1).starts(with: [ASCII.slash, ASCII.slash])
    else {
      Self.append(url[...], to: &bytes)
      return
    }
    let scheme = url[..<colon].map { $0.asciiLowercased }
    bytes += scheme
    bytes += Array("://".utf8)
    let start = colon + 3
    // In http, https, ws and wss URLs, a backslash counts as a slash.
    let isOfTheWeb = WebScheme(scheme) != nil
    let end =
      url[start...].firstIndex { Self.endsAuthority($0) || isOfTheWeb && $0 == ASCII.backslash }
      ?? url.endIndex
    appendAuthority(url[start..<end], scheme: scheme)
    let pathEnd =
      url[end...].firstIndex { $0 == ASCII.question || $0 == ASCII.hash } ?? url.endIndex
    if end == pathEnd { bytes.append(ASCII.slash) }
    appendPath(url[end..<pathEnd], isOfTheWeb: isOfTheWeb)
    appendQuery(url[pathEnd...], isOfTheWeb: isOfTheWeb)
  }

  /// ``host`` as text; empty if the URL has no host.
  public var hostString: String { String(decoding: host, as: UTF8.self) }

  /// The URL without its fragment.
  public var withoutFragment: [UInt8] { Array(bytes.prefix { $0 != ASCII.hash }) }

  var isSecure: Bool { bytes.starts(with: Array("https:".utf8)) }

  /// Changes `http` to `https`, as WebKit does for images and media on secure pages.
  mutating func upgrade() {
    if bytes.starts(with: Array("http:".utf8)) { bytes.insert(UInt8(ascii: "s"), at: 4) }
  }

  /// Whether the path has the file extension of an image.
  var looksLikeImage: Bool {
    let ending = Array(pathExtension.utf8)
    return Self.imageEndings.contains { ending.span.equals(0..<ending.count, $0) }
  }

  /// The text after the last dot of the path, in lowercase; empty if it is too long for a file extension.
  var pathExtension: String {
    let path = bytes.prefix { $0 != ASCII.question && $0 != ASCII.hash }
    guard let dot = path.lastIndex(of: ASCII.dot), path.count - dot <= 6 else { return "" }
    return String(decoding: path[(dot + 1)...].map { $0.asciiLowercased }, as: UTF8.self)
  }

  private static let imageEndings: [StaticString] = [
    "gif", "png", "jpg", "jpeg", "jpe", "jfif", "pjp", "pjpeg", "webp", "bmp", "dib", "ico", "avif", "jxl",
    "svg",
    "svgz", "tif", "tiff", "xbm",
  ]

  private mutating func appendAuthority(_ authority: ArraySlice<UInt8>, scheme: [UInt8]) {
    var rest = authority
    if let at = rest.lastIndex(of: ASCII.at) {
      Self.append(rest[...at], to: &bytes)
      rest = rest[(at + 1)...]
    }
    var port = rest[rest.endIndex...]
    if let colon = rest.lastIndex(of: ASCII.colon), rest[(colon + 1)...].allSatisfy({ $0.isDigit }) {
      port = rest[colon...]
      rest = rest[..<colon]
    }
    host = Punycode.host(rest)
    if WebScheme(scheme) != nil, let address = HostAddress.ipv6(host[...]) ?? HostAddress.ipv4(host[...]) {
      host = address
    }
    bytes += host
    if port.count > 1, !Self.isUsual(port: port.dropFirst(), scheme: scheme) { bytes += port }
  }

  private static func isUsual(port: ArraySlice<UInt8>, scheme: [UInt8]) -> Bool {
    WebScheme(scheme).map { port.elementsEqual(String($0.port).utf8) } ?? false
  }

  private static func endsAuthority(_ byte: UInt8) -> Bool {
    byte == ASCII.slash || byte == ASCII.question || byte == ASCII.hash
  }

  private mutating func appendPath(_ path: ArraySlice<UInt8>, isOfTheWeb: Bool) {
    let start = bytes.count
    var hasDots = false
    var isStart = false
    for byte in path {
      // This path segment starts with a dot or with a percent-encoded character, which may be a dot.
      if isStart, byte == ASCII.dot || byte == ASCII.percent { hasDots = true }
      isStart = byte == ASCII.slash || byte == ASCII.backslash
      if byte == ASCII.backslash, isOfTheWeb {
        bytes.append(ASCII.slash)
      } else {
        Self.append(byte, isEncoded: Self.isEncoded(byte) || Self.isEncodedInPaths(byte), to: &bytes)
      }
    }
    if hasDots, isOfTheWeb { removeDots(from: start) }
  }

  /// Resolves `.` and `..` in the path that starts at `start`.
  private mutating func removeDots(from start: Int) {
    guard start < bytes.count, bytes[start] == ASCII.slash else { return }
    let all = bytes[(start + 1)...].split(separator: ASCII.slash, omittingEmptySubsequences: false)
    var steps: [ArraySlice<UInt8>] = []
    for (index, step) in all.enumerated() {
      switch Self.dots(step) {
      case 0: steps.append(step)
      case let dots:
        if dots == 2 { _ = steps.popLast() }
        // The path then still ends in a slash.
        if index == all.count - 1 { steps.append(step.prefix(0)) }
      }
    }
    let path = Array(steps.joined(separator: [ASCII.slash]))
    bytes.replaceSubrange((start + 1)..., with: path)
  }

  /// Returns 1 for `.`, 2 for `..`, and 0 for anything else.
  private static func dots(_ step: ArraySlice<UInt8>) -> Int {
    guard step.count <= 6 else { return 0 }
    var count = 0
    var rest = step
    while !rest.isEmpty {
      if rest.first == ASCII.dot {
        rest = rest.dropFirst()
      } else if rest.prefix(3).map({ $0.asciiLowercased }).elementsEqual("%2e".utf8) {
        rest = rest.dropFirst(3)
      } else {
        return 0
      }
      count += 1
    }
    return count <= 2 ? count : 0
  }

  /// Appends the query with its `?`, and the fragment.
  private mutating func appendQuery(_ rest: ArraySlice<UInt8>, isOfTheWeb: Bool) {
    let query = rest.prefix { $0 != ASCII.hash }
    for byte in query {
      let isQuote = byte == ASCII.apostrophe && isOfTheWeb
      Self.append(byte, isEncoded: Self.isEncoded(byte) || isQuote, to: &bytes)
    }
    Self.append(rest[query.endIndex...], to: &bytes)
  }

  private static func append(_ part: ArraySlice<UInt8>, to bytes: inout [UInt8]) {
    for byte in part { append(byte, isEncoded: isEncoded(byte), to: &bytes) }
  }

  private static func append(_ byte: UInt8, isEncoded: Bool, to bytes: inout [UInt8]) {
    if isEncoded { bytes += byte.percentEncoded } else { bytes.append(byte) }
  }

  /// Returns whether browsers leave this byte unencoded everywhere after the authority.
  package static func isPlain(_ byte: UInt8) -> Bool {
    !isEncoded(byte) && !isEncodedInPaths(byte) && byte != ASCII.backslash && byte != ASCII.apostrophe
  }

  /// Returns whether this byte is percent-encoded in all parts of a URL.
  private static func isEncoded(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte >= 0x7F || byte == ASCII.quote || byte == ASCII.less
      || byte == ASCII.greater
  }

  private static func isEncodedInPaths(_ byte: UInt8) -> Bool {
    byte == ASCII.caret || byte == ASCII.backtick || byte == ASCII.openBrace
      || byte == ASCII.closeBrace
  }
}

extension SerializedURL: CustomStringConvertible {
  /// The URL as text.
  public var description: String { String(decoding: bytes, as: UTF8.self) }
}
