extension ParsedURL {
  /// Appends the user, host and port. Returns false if browsers reject them.
  mutating func appendAuthority(_ text: ArraySlice<UInt8>, _ kind: Kind) -> Bool {
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
    guard let host = Self.host(rest, kind) else { return false }
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
  private static func host(_ text: ArraySlice<UInt8>, _ kind: Kind) -> [UInt8]? {
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
