/// Names for the bytes that the syntax gives a meaning to, and the classes it sorts bytes into.
enum ASCII {
  static let tab = UInt8(ascii: "\t"), space = UInt8(ascii: " ")
  static let lineFeed = UInt8(ascii: "\n"), carriageReturn = UInt8(ascii: "\r")
  static let bang = UInt8(ascii: "!"), hash = UInt8(ascii: "#"), dollar = UInt8(ascii: "$")
  static let percent = UInt8(ascii: "%"), plus = UInt8(ascii: "+"), comma = UInt8(ascii: ",")
  static let dash = UInt8(ascii: "-"), dot = UInt8(ascii: "."), slash = UInt8(ascii: "/")
  static let colon = UInt8(ascii: ":"), equals = UInt8(ascii: "="), question = UInt8(ascii: "?")
  static let at = UInt8(ascii: "@"), backslash = UInt8(ascii: "\\"), caret = UInt8(ascii: "^")
  static let underscore = UInt8(ascii: "_"), pipe = UInt8(ascii: "|"), tilde = UInt8(ascii: "~")
  static let star = UInt8(ascii: "*"), quote = UInt8(ascii: "\""), apostrophe = UInt8(ascii: "'")
  static let backtick = UInt8(ascii: "`"), semicolon = UInt8(ascii: ";"), greater = UInt8(ascii: ">")
  static let openBrace = UInt8(ascii: "{"), closeBrace = UInt8(ascii: "}")
  static let openBracket = UInt8(ascii: "["), closeBracket = UInt8(ascii: "]")
}

extension UInt8 {
  var isBlank: Bool { self == ASCII.space || self == ASCII.tab }
  var isDigit: Bool { self &- 0x30 < 10 }
  var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }
  /// The lower-case letter of an upper-case one of ASCII, any other byte as it is.
  var lowercased: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }
  /// Whether the byte may stand in a host name as lists write them, also before IDNA.
  var isHostCharacter: Bool {
    isLetter || isDigit || self == ASCII.dash || self == ASCII.dot || self == ASCII.underscore || self >= 0x80
  }
  var isOptionNameCharacter: Bool {
    isLetter || isDigit || self == ASCII.dash || self == ASCII.underscore
  }
}

extension Span<UInt8> {
  /// The range without blanks at either end.
  @inline(__always) func trimmed(_ range: ByteRange) -> ByteRange {
    var start = range.lowerBound
    var end = range.upperBound
    while start < end, self[start].isBlank { start += 1 }
    while end > start, self[end - 1].isBlank { end -= 1 }
    return ByteRange(start, end)
  }

  /// The offset of the first `byte` in the range.
  func firstIndex(of byte: UInt8, in range: ByteRange) -> Int? {
    var index = range.lowerBound
    while index < range.upperBound {
      if self[index] == byte { return index }
      index += 1
    }
    return nil
  }

  /// Whether the bytes from `offset` on, within `range`, begin with `text`.
  @inline(__always) func hasText(_ text: StaticString, at offset: Int, in range: ByteRange) -> Bool {
    let length = text.utf8CodeUnitCount
    guard offset + length <= range.upperBound else { return false }
    var index = 0
    while index < length {
      if self[offset + index] != text.utf8Start[index] { return false }
      index += 1
    }
    return true
  }

  /// Whether the bytes of the range are exactly `text`.
  func isText(_ text: StaticString, _ range: ByteRange) -> Bool {
    range.count == text.utf8CodeUnitCount && hasText(text, at: range.lowerBound, in: range)
  }

  /// The first bytes of the range that are not UTF-8, or nil.
  func invalidUTF8(in range: ByteRange) -> ByteRange? {
    var index = range.lowerBound
    while index < range.upperBound {
      let length = wellFormedSequenceLength(at: index, before: range.upperBound)
      if length == 0 { return ByteRange(index, index + 1) }
      index += length
    }
    return nil
  }

  /// How many bytes the well-formed UTF-8 sequence at `index` has, 0 if there is none (Unicode 15, table 3-7).
  private func wellFormedSequenceLength(at index: Int, before end: Int) -> Int {
    let lead = self[index]
    if lead < 0x80 { return 1 }
    let second: ClosedRange<UInt8>
    let length: Int
    switch lead {
    case 0xc2...0xdf: (length, second) = (2, 0x80...0xbf)
    case 0xe0: (length, second) = (3, 0xa0...0xbf)
    case 0xed: (length, second) = (3, 0x80...0x9f)
    case 0xe1...0xef: (length, second) = (3, 0x80...0xbf)
    case 0xf0: (length, second) = (4, 0x90...0xbf)
    case 0xf1...0xf3: (length, second) = (4, 0x80...0xbf)
    case 0xf4: (length, second) = (4, 0x80...0x8f)
    default: return 0
    }
    guard index + length <= end, second.contains(self[index + 1]) else { return 0 }
    for offset in 2..<max(length, 2) where self[index + offset] & 0xc0 != 0x80 { return 0 }
    return length
  }
}
