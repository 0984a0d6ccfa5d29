/// A host name as a dictionary key. All its bytes are hashed at once, unlike the elements of an array.
package struct HostKey: Hashable, Sendable {
  package let bytes: [UInt8]

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package func hash(into hasher: inout Hasher) { hasher.combineBytes(bytes) }
}

/// Relations between host names.
package enum HostNames {
  /// Returns whether `host` is `domain` or one of its subdomains.
  package static func isHost(_ host: [UInt8], within domain: [UInt8]) -> Bool {
    guard host.count > domain.count else { return host == domain }
    let start = host.count - domain.count
    return host[start - 1] == ASCII.dot && host[start...].elementsEqual(domain)
  }

  /// Returns whether `host` is one of the domains or a subdomain of one.
  package static func isHost(_ host: [UInt8], withinAny domains: Set<[UInt8]>) -> Bool {
    domains.contains(host) || parents(of: host).contains { domains.contains($0) }
  }

  /// Returns the parent hosts of `host`, nearest first.
  package static func parents(of host: [UInt8]) -> [[UInt8]] {
    host.indices.filter { host[$0] == ASCII.dot }.map { Array(host[($0 + 1)...]) }
  }

  /// Returns the result of `find` for the host, or for its nearest parent with a result.
  package static func nearest<Value>(_ host: [UInt8], find: (HostKey) -> Value?) -> Value? {
    if let value = find(HostKey(host)) { return value }
    for index in host.indices where host[index] == ASCII.dot {
      if let value = find(HostKey(Array(host[(index + 1)...]))) { return value }
    }
    return nil
  }
}

extension HostNames {
  /// Returns a host as browsers write it in URLs: in lowercase, and in Punycode for other scripts (URL Standard,
  /// "domain to ASCII"). Returns nil for names that IDNA does not allow.
  package static func encoded(_ name: [UInt8]) -> [UInt8]? {
    let name = name.map { $0.asciiLowercased }
    let isASCII = name.allSatisfy { $0 < 0x80 }
    if isASCII, !name.span.containsPunycode { return name }
    let labels =
      isASCII ? name.split(separator: ASCII.dot, omittingEmptySubsequences: false) : labels(of: name)
    var encoded: [UInt8] = []
    for (index, label) in labels.enumerated() {
      if index > 0 { encoded.append(ASCII.dot) }
      guard let label = self.encoded(label: label) else { return nil }
      encoded += label
    }
    return encoded
  }

  /// Returns whether a host of lowercase letters, digits, `-` and `.` is as browsers write it.
  package static func isSerialized(_ host: [UInt8]) -> Bool {
    !host.span.containsPunycode && !HostAddress.isBroken(host.span) && host.last != ASCII.dot
  }

  /// Returns whether all labels of a name that look like Punycode are the codes of texts. Other names, also those
  /// of other scripts, are not looked at.
  package static func hasOnlyCodes(_ name: Span<UInt8>) -> Bool {
    !name.containsPunycode || encoded([UInt8](name)) != nil
  }

  private static func encoded(label: ArraySlice<UInt8>) -> [UInt8]? {
    guard label.count <= maximumEncodedLabel else { return nil }
    if label.contains(where: { $0 >= 0x80 }) {
      return IDNA.ascii(Array(label))
    }
    let prefix = "xn--".utf8
    guard label.starts(with: prefix) else { return Array(label) }
    // A label in Punycode must be the one that its text is encoded to.
    guard let text = Punycode.decoded(label.dropFirst(prefix.count)), text.contains(where: { $0 >= 0x80 }),
      let again = IDNA.ascii(text), again.elementsEqual(label)
    else { return nil }
    return again
  }

  /// The maximum length of a label that is encoded. Encoding takes quadratic time, and no browser has longer labels.
  private static let maximumEncodedLabel = 1024

  /// Returns the labels of a name in UTF-8. The full stops of some scripts separate labels too.
  private static func labels(of name: [UInt8]) -> [ArraySlice<UInt8>] {
    var labels: [ArraySlice<UInt8>] = []
    var start = 0
    var index = 0
    while index < name.count {
      let length = dotLength(at: index, in: name)
      if length > 0 {
        labels.append(name[start..<index])
        start = index + length
      }
      index += max(length, 1)
    }
    return labels + [name[start...]]
  }

  private static func dotLength(at index: Int, in name: [UInt8]) -> Int {
    if name[index] == ASCII.dot { return 1 }
    guard name[index] >= 0xE0 else { return 0 }
    return ["\u{3002}", "\u{FF0E}", "\u{FF61}"].contains { name[index...].starts(with: $0.utf8) } ? 3 : 0
  }
}

extension Span<UInt8> {
  /// Whether a label of a name may be in Punycode.
  package var containsPunycode: Bool {
    withUnsafeBytes { bytes in
      var index = 0
      while index < bytes.count {
        // Most names have no hyphen.
        let dashes = bytes.paddedWord(at: index) ^ 0x2D2D_2D2D_2D2D_2D2D
        let found = (dashes &- 0x0101_0101_0101_0101) & ~dashes & 0x8080_8080_8080_8080
        guard found != 0 else {
          index += 8
          continue
        }
        index += found.trailingZeroBitCount / 8
        if index >= 2, index + 1 < bytes.count, bytes[index + 1] == ASCII.dash,
          bytes[index - 1] | 0x20 == UInt8(ascii: "n"), bytes[index - 2] | 0x20 == UInt8(ascii: "x")
        {
          return true
        }
        index += 1
      }
      return false
    }
  }
}

/// IP addresses as hosts of URLs (URL Standard, "host parsing").
package enum HostAddress {
  /// Returns the dotted decimal form of an IPv4 address in any notation (`127.1`, `0x7f.1`, `2130706433`).
  /// Returns nil for names and for invalid hosts.
  package static func ipv4(_ host: ArraySlice<UInt8>) -> [UInt8]? {
    var parts = host.split(separator: ASCII.dot, omittingEmptySubsequences: false)
    if parts.count > 1, parts.last?.isEmpty ?? false { parts.removeLast() }
    guard let last = parts.last, parts.count <= 4, number(last) != nil else { return nil }
    let numbers = parts.compactMap(number)
    guard numbers.count == parts.count, numbers.dropLast().allSatisfy({ $0 < 256 }),
      let rest = numbers.last, rest < 1 << (8 * UInt64(5 - numbers.count))
    else { return nil }
    var address = rest
    for (index, number) in numbers.dropLast().enumerated() { address += number << (8 * UInt64(3 - index)) }
    let shifts: [UInt64] = [24, 16, 8, 0]
    let words = shifts.map { String(address >> $0 & 255) }
    return Array(words.joined(separator: ".").utf8)
  }

  /// Returns whether the name ends in a number, so that it cannot be a host or the end of one. A host that
  /// ends in a number is an IPv4 address, and URLs contain IPv4 addresses as four decimal numbers.
  package static func isBroken(_ name: Span<UInt8>) -> Bool {
    // Most names end in a letter that cannot be part of a number.
    guard let last = name.indices.last, name[last].isHexDigit || name[last] | 0x20 == UInt8(ascii: "x") else {
      return false
    }
    var start = last
    while start > 0, name[start - 1] != ASCII.dot { start -= 1 }
    guard isNumber(name, label: start..<name.count) else { return false }
    var labels = 0
    start = 0
    while start <= name.count {
      let end = name.endOfRun(from: start, to: name.count) { $0 != ASCII.dot }
      labels += 1
      guard labels <= 4, isWrittenByte(name, label: start..<end) else { return true }
      start = end + 1
    }
    return false
  }

  /// Returns whether a label is a number: decimal, or hexadecimal after `0x`.
  private static func isNumber(_ name: Span<UInt8>, label: Range<Int>) -> Bool {
    guard name.byte(label.lowerBound).isDigit else { return false }
    if label.count > 1, name[label.lowerBound] == ASCII.zero,
      name[label.lowerBound + 1] | 0x20 == UInt8(ascii: "x")
    {
      return label.dropFirst(2).allSatisfy { name[$0].isHexDigit }
    }
    return label.allSatisfy { name[$0].isDigit }
  }

  /// Returns whether a label is a number up to 255 in the form that addresses have in URLs.
  private static func isWrittenByte(_ name: Span<UInt8>, label: Range<Int>) -> Bool {
    guard (1...3).contains(label.count), label.allSatisfy({ name[$0].isDigit }) else { return false }
    if label.count > 1, name[label.lowerBound] == ASCII.zero { return false }
    return label.reduce(0) { 10 * $0 + Int(name[$1] - ASCII.zero) } < 256
  }

  /// Parses one part of an IPv4 address: hexadecimal after `0x`, octal after `0`, otherwise decimal.
  private static func number(_ text: ArraySlice<UInt8>) -> UInt64? {
    guard let first = text.first, first.isDigit else { return nil }
    var digits = text
    var radix: UInt64 = 10
    if first == ASCII.zero, text.count > 1 {
      let isHexadecimal = text[text.startIndex + 1] | 0x20 == UInt8(ascii: "x")
      (digits, radix) = (text.dropFirst(isHexadecimal ? 2 : 1), isHexadecimal ? 16 : 8)
    }
    var value: UInt64 = 0
    for digit in digits {
      guard digit.isHexDigit, UInt64(digit.hexDigitValue) < radix, value < 1 << 33 else { return nil }
      value = value * radix + UInt64(digit.hexDigitValue)
    }
    return value
  }

  /// Returns the form in which URLs contain an IPv6 address: in brackets, lowercase, without leading zeros,
  /// and with `::` for the longest run of zeros. Returns nil for invalid addresses.
  package static func ipv6(_ host: ArraySlice<UInt8>) -> [UInt8]? {
    guard host.first == ASCII.openBracket, host.last == ASCII.closeBracket, host.count > 3,
      let pieces = pieces(host.dropFirst().dropLast())
    else { return nil }
    let run = longestZeros(pieces)
    var text = "["
    var index = 0
    while index < 8 {
      if let run, index == run.lowerBound {
        text += index == 0 ? "::" : ":"
        index = run.upperBound
        continue
      }
      text += String(pieces[index], radix: 16)
      if index < 7 { text += ":" }
      index += 1
    }
    return Array((text + "]").utf8)
  }

  private static func pieces(_ text: ArraySlice<UInt8>) -> [UInt16]? {
    var words = text.split(separator: ASCII.colon, omittingEmptySubsequences: false)
    guard words.count >= 3, words.count <= 9 else { return nil }
    // A `::` at either end results in two empty parts there.
    if words[0].isEmpty { if words[1].isEmpty { words.removeFirst() } else { return nil } }
    if words[words.count - 1].isEmpty {
      if words[words.count - 2].isEmpty { words.removeLast() } else { return nil }
    }
    var pieces: [UInt16] = []
    var gap: Int?
    for (index, word) in words.enumerated() {
      if word.isEmpty {
        guard gap == nil else { return nil }
        gap = pieces.count
      } else if index == words.count - 1, word.contains(ASCII.dot) {
        let parts = word.split(separator: ASCII.dot, omittingEmptySubsequences: false).map { part in
          // Neither a sign nor leading zeros.
          let isNumber = part.allSatisfy { $0.isDigit } && (part.count == 1 || part.first != ASCII.zero)
          return isNumber ? UInt8(String(decoding: part, as: UTF8.self)) : nil
        }
        guard parts.count == 4, let a = parts[0], let b = parts[1], let c = parts[2], let d = parts[3] else {
          return nil
        }
        pieces += [UInt16(a) << 8 | UInt16(b), UInt16(c) << 8 | UInt16(d)]
      } else {
        guard word.count <= 4, word.allSatisfy({ $0.isHexDigit }),
          let piece = UInt16(String(decoding: word, as: UTF8.self), radix: 16)
        else { return nil }
        pieces.append(piece)
      }
    }
    guard let gap else { return pieces.count == 8 ? pieces : nil }
    guard pieces.count < 8 else { return nil }
    pieces.insert(contentsOf: [UInt16](repeating: 0, count: 8 - pieces.count), at: gap)
    return pieces
  }

  /// Returns the first of the longest runs of at least two zeros.
  private static func longestZeros(_ pieces: [UInt16]) -> Range<Int>? {
    var longest: Range<Int>?
    var index = 0
    while index < pieces.count {
      var end = index
      while end < pieces.count, pieces[end] == 0 { end += 1 }
      if end - index > max(longest?.count ?? 1, 1) { longest = index..<end }
      index = max(end, index + 1)
    }
    return longest
  }
}
