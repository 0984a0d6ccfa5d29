/// A text that is an absolute URL for WebKit's parser, which implements the WHATWG URL Standard.
///
/// Non-ASCII hosts and Punycode hosts are checked only as far as ASCII allows.
struct AbsoluteURL {
  /// The scheme in lowercase.
  let scheme: [UInt8]

  /// Parses a text; returns nil if it is not an absolute URL.
  init?(_ text: [UInt8]) {
    var rest = text[...]
    while let first = rest.first, first <= 0x20 { rest.removeFirst() }
    while let last = rest.last, last <= 0x20 { rest.removeLast() }
    let bytes = rest.filter { !$0.isTabOrLineEnd }
    guard let colon = bytes.firstIndex(of: ASCII.colon), let scheme = Self.scheme(bytes[..<colon])
    else { return nil }
    self.scheme = scheme
    let after = bytes[(colon + 1)...]
    let isSpecial = Self.special.contains { scheme.span.equals(0..<scheme.count, $0) }
    let isFile = scheme == Array("file".utf8)
    let slashes = after.prefix { $0.isSlash(inSpecial: isSpecial || isFile) }.count
    if !isSpecial, slashes < 2 { return }
    // In file URLs and unknown schemes, a third slash starts the path.
    let start = after.startIndex + (isSpecial ? slashes : 2)
    let authority = after[start...].prefix { byte in
      !byte.isSlash(inSpecial: isSpecial || isFile) && byte != ASCII.question && byte != ASCII.hash
    }
    guard Self.isAuthority(authority, isSpecial: isSpecial, isFile: isFile) else { return nil }
  }

  private static let special: [StaticString] = ["http", "https", "ws", "wss", "ftp"]

  /// Returns a scheme in lowercase; nil if the text is not a scheme.
  static func scheme(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    let name = text.map { $0.asciiLowercased }
    guard let first = name.first, ASCIISet.letters.contains(first) else { return nil }
    return name.allSatisfy { $0.isSchemeByte } ? name : nil
  }

  private static func isAuthority(_ text: ArraySlice<UInt8>, isSpecial: Bool, isFile: Bool) -> Bool {
    var host = text
    if !isFile, let at = text.lastIndex(of: ASCII.at) {
      host = text[(at + 1)...]
      if host.isEmpty { return false }
    }
    let afterBracket = host.lastIndex(of: ASCII.closeBracket) ?? host.startIndex
    if !isFile, let colon = host[afterBracket...].firstIndex(of: ASCII.colon) {
      guard isPort(host[(colon + 1)...]) else { return false }
      host = host[..<colon]
      if host.isEmpty { return false }
    }
    if host.isEmpty { return !isSpecial }
    if host.first == ASCII.openBracket {
      return host.last == ASCII.closeBracket && isIPv6(host.dropFirst().dropLast())
    }
    guard isSpecial || isFile else { return !host.contains { $0.isForbiddenInHost } }
    return isDomain(host)
  }

  /// Returns whether the text is empty or a number from 0 to 65535.
  static func isPort(_ text: ArraySlice<UInt8>) -> Bool {
    var port = 0
    for byte in text {
      guard byte.isDigit else { return false }
      port = min(port * 10 + Int(byte & 0x0F), 65536)
    }
    return port < 65536
  }

  private static func isDomain(_ text: ArraySlice<UInt8>) -> Bool {
    let host = Array(text).percentDecoded
    if host.contains(where: { $0 <= 0x20 || $0 == 0x7F || $0 == ASCII.percent || $0.isForbiddenInHost }) {
      return false
    }
    // U+FFFD, which also replaces an unpaired surrogate, cannot be part of a host.
    if host.indices.contains(where: { host[$0...].starts(with: "\u{FFFD}".utf8) }) { return false }
    // Rejects an empty Punycode label. Other Punycode is checked only as far as ASCII allows.
    let labels = host.split(separator: ASCII.dot)
    if labels.contains(where: { $0.map({ $0.asciiLowercased }) == Array("xn--".utf8) }) { return false }
    return isIPv4OrName(host)
  }

  /// Returns whether the host is a name or a valid IPv4 address. If its last label is a number, it must be an
  /// address.
  private static func isIPv4OrName(_ host: [UInt8]) -> Bool {
    var labels = host.split(separator: ASCII.dot, omittingEmptySubsequences: false)
    if labels.count > 1, labels.last?.isEmpty == true { labels.removeLast() }
    guard let last = labels.last, !last.isEmpty, last.allSatisfy({ $0.isDigit }) || number(last) != nil else {
      return true
    }
    let numbers = labels.map(number)
    guard labels.count <= 4, !numbers.contains(nil), let value = numbers.last ?? nil else { return false }
    return numbers.dropLast().allSatisfy { $0 ?? 256 < 256 } && value >> UInt64(8 * (5 - labels.count)) == 0
  }

  /// Parses a number as in C: decimal, octal after `0`, hexadecimal after `0x`.
  private static func number(_ text: ArraySlice<UInt8>) -> UInt64? {
    var digits = text
    var radix: UInt64 = 10
    if text.first == ASCII.zero, text.count > 1 {
      let isHex = text[text.startIndex + 1] | 0x20 == UInt8(ascii: "x")
      radix = isHex ? 16 : 8
      digits = text.dropFirst(isHex ? 2 : 1)
    } else if text.isEmpty {
      return nil
    }
    var value: UInt64 = 0
    for digit in digits {
      guard digit.isHexDigit, digit.hexDigitValue < radix else { return nil }
      value = min(value * radix + UInt64(digit.hexDigitValue), 1 << 33)
    }
    return value
  }

  private static func isIPv6(_ text: ArraySlice<UInt8>) -> Bool {
    let parts = text.split(separator: ASCII.colon, omittingEmptySubsequences: false)
    var count = 0
    var elisions = 0
    for (index, part) in parts.enumerated() {
      if part.isEmpty {
        let isEdge = index == 0 || index == parts.count - 1
        if isEdge { continue }
        elisions += 1
      } else if index == parts.count - 1, part.contains(ASCII.dot) {
        let bytes = part.split(separator: ASCII.dot, omittingEmptySubsequences: false)
        let isAddress =
          bytes.count == 4
          && bytes.allSatisfy { byte in
            let isShort = (1...3).contains(byte.count) && byte.allSatisfy({ $0.isDigit })
            return isShort && (byte.count == 1 || byte.first != ASCII.zero)
              && number(byte) ?? 256 < 256
          }
        guard isAddress else { return false }
        count += 2
      } else {
        guard part.count <= 4, part.allSatisfy({ $0.isHexDigit }) else { return false }
        count += 1
      }
    }
    // If the text starts or ends with a colon, there must be two colons.
    if parts.count > 1, parts[0].isEmpty, !parts[1].isEmpty { return false }
    if parts.count > 1, parts[parts.count - 1].isEmpty, !parts[parts.count - 2].isEmpty { return false }
    return elisions == 0 ? count == 8 : elisions == 1 && count < 8
  }
}

extension UInt8 {
  /// Whether URL parsers remove this byte wherever it occurs in a text.
  var isTabOrLineEnd: Bool { self == 0x09 || self == 0x0A || self == 0x0D }

  fileprivate func isSlash(inSpecial isSpecial: Bool) -> Bool {
    self == ASCII.slash || isSpecial && self == ASCII.backslash
  }

  fileprivate var isForbiddenInHost: Bool {
    switch self {
    case 0x00, 0x09, 0x0A, 0x0D, 0x20, ASCII.hash, ASCII.slash, ASCII.colon,
      ASCII.less, ASCII.greater, ASCII.question, ASCII.at, ASCII.openBracket,
      ASCII.backslash, ASCII.closeBracket, ASCII.caret, ASCII.pipe:
      true
    default: false
    }
  }
}
