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

  private static func encoded(label: ArraySlice<UInt8>) -> [UInt8]? {
    if label.contains(where: { $0 >= 0x80 }) {
      return IDNA.isAvailable ? IDNA.ascii(Array(label)) : Punycode.host(label)
    }
    let prefix = "xn--".utf8
    guard IDNA.isAvailable, label.starts(with: prefix) else { return Array(label) }
    // A label in Punycode must be the one that its text is encoded to.
    guard let text = Punycode.decoded(label.dropFirst(prefix.count)), text.contains(where: { $0 >= 0x80 }),
      let again = IDNA.ascii(text), again.elementsEqual(label)
    else { return nil }
    return again
  }

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
  /// Whether a label of a lowercase name may be in Punycode.
  package var containsPunycode: Bool {
    var index = 0
    while index + 4 <= count {
      if self[index + 3] != ASCII.dash {
        index += self[index + 3] == UInt8(ascii: "x") || self[index + 3] == UInt8(ascii: "n") ? 1 : 4
      } else if equals(index..<index + 4, "xn--") {
        return true
      } else {
        index += 1
      }
    }
    return false
  }
}
