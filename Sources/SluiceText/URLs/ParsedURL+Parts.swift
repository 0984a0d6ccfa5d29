extension ParsedURL {
  /// Appends the user, host and port. Returns false if browsers reject them.
  mutating func appendAuthority(_ text: ArraySlice<UInt8>, kind: Kind) -> Bool {
    var rest = text
    // A file URL has neither a user nor a port.
    if kind != .file, let at = rest.lastIndex(of: ASCII.at) {
      appendUser(rest[..<at])
      rest = rest[(at + 1)...]
      if rest.isEmpty { return false }
    }
    var port: ArraySlice<UInt8>?
    let bracket = rest.lastIndex(of: ASCII.closeBracket) ?? rest.startIndex
    if kind != .file, let colon = rest[bracket...].firstIndex(of: ASCII.colon) {
      port = rest[(colon + 1)...]
      rest = rest[..<colon]
      if rest.isEmpty { return false }
    }
    guard let host = Self.host(rest, kind: kind) else { return false }
    self.host = host
    bytes += host
    guard let port, !port.isEmpty else { return true }
    guard Self.isPort(port) else { return false }
    let number = Self.number(port)
    if number != Self.defaultPort(of: scheme) {
      bytes.append(ASCII.colon)
      bytes += String(number).utf8
    }
    return true
  }

  private static func defaultPort(of scheme: [UInt8]) -> Int? {
    scheme.elementsEqual("ftp".utf8) ? 21 : WebScheme(scheme)?.port
  }

  private mutating func appendUser(_ text: ArraySlice<UInt8>) {
    let name = text.prefix { $0 != ASCII.colon }
    let password = text[name.endIndex...].dropFirst()
    for byte in name { append(byte, in: .user) }
    if !password.isEmpty { bytes.append(ASCII.colon) }
    for byte in password { append(byte, in: .user) }
    if !name.isEmpty || !password.isEmpty { bytes.append(ASCII.at) }
  }

  /// Returns whether the text is empty or a number from 0 to 65535.
  package static func isPort(_ text: ArraySlice<UInt8>) -> Bool {
    text.allSatisfy { $0.isDigit } && number(text) < 1 << 16
  }

  /// Returns the value of digits, at most 65536.
  private static func number(_ digits: ArraySlice<UInt8>) -> Int {
    digits.reduce(0) { min(10 * $0 + Int($1 & 0x0F), 1 << 16) }
  }

  /// Returns the host in its serialized form; nil if browsers reject it.
  private static func host(_ text: ArraySlice<UInt8>, kind: Kind) -> [UInt8]? {
    if text.isEmpty { return kind == .special ? nil : [] }
    if text.first == ASCII.openBracket { return HostAddress.ipv6(text) }
    if kind == .other {
      if text.contains(where: { $0.isForbiddenInHost }) { return nil }
      return text.flatMap { EncodedPart.opaquePath.encodes($0) ? $0.percentEncoded : [$0] }
    }
    guard let name = HostNames.encoded(Array(text).percentDecoded), !name.isEmpty,
      !name.contains(where: { $0.isForbiddenInDomain })
    else { return nil }
    if let address = HostAddress.ipv4(name[...]) { return address }
    let isRoot = name.last == ASCII.dot
    return HostAddress.isBroken(name.span.extracting(0..<name.count - (isRoot ? 1 : 0))) ? nil : name
  }
}

extension UInt8 {
  fileprivate var isForbiddenInHost: Bool {
    switch self {
    case 0x00, 0x09, 0x0A, 0x0D, 0x20, ASCII.hash, ASCII.slash, ASCII.colon, ASCII.less, ASCII.greater,
      ASCII.question, ASCII.at, ASCII.openBracket, ASCII.backslash, ASCII.closeBracket, ASCII.caret,
      ASCII.pipe:
      true
    default: false
    }
  }

  fileprivate var isForbiddenInDomain: Bool {
    isForbiddenInHost || self <= 0x20 || self >= 0x7F || self == ASCII.percent
  }
}

extension ParsedURL {
  enum EncodedPart {
    case user, path, opaquePath, query, fragment
    /// The query of a URL with a host.
    case webQuery

    func encodes(_ byte: UInt8) -> Bool {
      if byte < 0x20 || byte > 0x7E { return true }
      switch self {
      case .opaquePath: return false
      case .fragment: return byte.isEncodedInText || byte == ASCII.backtick
      case .query: return byte.isEncodedInText
      case .webQuery: return byte.isEncodedInText || byte == ASCII.apostrophe
      case .path: return byte.isEncodedInText || byte.isEncodedInPath
      case .user: return byte.isEncodedInText || byte.isEncodedInPath || byte.isEncodedInUser
      }
    }
  }

  /// Returns whether browsers leave this byte unencoded everywhere after the authority.
  package static func isPlain(_ byte: UInt8) -> Bool {
    !EncodedPart.path.encodes(byte) && byte != ASCII.backslash && byte != ASCII.apostrophe
  }

  mutating func append(_ byte: UInt8, in part: EncodedPart) {
    if part.encodes(byte) { bytes += byte.percentEncoded } else { bytes.append(byte) }
  }

  /// Appends the path. URLs with a host have one, unless their scheme is unknown.
  mutating func appendPath(_ text: ArraySlice<UInt8>, kind: Kind) {
    let start = bytes.count
    if kind != .other, text.first.map({ !$0.isSlash(in: kind) }) ?? true { bytes.append(ASCII.slash) }
    var hasDots = bytes.count > start && text.first.map { $0.mayBeDot } ?? false
    var isStart = false
    for byte in text {
      if isStart, byte.mayBeDot { hasDots = true }
      isStart = byte.isSlash(in: kind)
      if isStart { bytes.append(ASCII.slash) } else { append(byte, in: .path) }
    }
    if hasDots { removeDots(from: start) }
  }

  private mutating func removeDots(from start: Int) {
    let all = bytes[(start + 1)...].split(separator: ASCII.slash, omittingEmptySubsequences: false)
    var steps: [ArraySlice<UInt8>] = []
    for (index, step) in all.enumerated() {
      let dots = Self.dots(step)
      if dots == 0 { steps.append(step) }
      if dots == 2 { _ = steps.popLast() }
      // The path then still ends in a slash.
      if dots > 0, index == all.count - 1 { steps.append(step.prefix(0)) }
    }
    let path = Array(steps.joined(separator: [ASCII.slash]))
    bytes.replaceSubrange((start + 1)..., with: path)
  }

  /// Returns 1 for `.`, 2 for `..`, and 0 for anything else. The dots can be percent-encoded.
  private static func dots(_ step: ArraySlice<UInt8>) -> Int {
    var count = 0
    var rest = step
    while let first = rest.first, count < 3 {
      if first == ASCII.dot {
        rest = rest.dropFirst()
      } else if rest.count >= 3, first == ASCII.percent, rest.dropFirst().first == UInt8(ascii: "2"),
        rest.dropFirst(2).first.map({ $0 | 0x20 }) == UInt8(ascii: "e")
      {
        rest = rest.dropFirst(3)
      } else {
        return 0
      }
      count += 1
    }
    return count <= 2 ? count : 0
  }
}

extension UInt8 {
  fileprivate var mayBeDot: Bool { self == ASCII.dot || self == ASCII.percent }

  fileprivate var isEncodedInText: Bool {
    self == ASCII.space || self == ASCII.quote || self == ASCII.less || self == ASCII.greater
  }

  fileprivate var isEncodedInPath: Bool {
    self == ASCII.caret || self == ASCII.backtick || self == ASCII.openBrace || self == ASCII.closeBrace
  }

  fileprivate var isEncodedInUser: Bool {
    switch self {
    case ASCII.slash, ASCII.colon, ASCII.semicolon, ASCII.equals, ASCII.at, ASCII.openBracket,
      ASCII.backslash, ASCII.closeBracket, ASCII.pipe, ASCII.question, ASCII.hash:
      true
    default: false
    }
  }
}
