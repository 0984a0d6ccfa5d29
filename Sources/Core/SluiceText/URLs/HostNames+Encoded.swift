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
