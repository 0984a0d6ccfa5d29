/// Names for the bytes of ASCII that have a meaning in the languages that Sluice parses. Letters are written
/// `UInt8(ascii: "a")`.
@usableFromInline package enum ASCII {
  @inlinable @inline(__always) package static var tab: UInt8 { 0x09 }
  @inlinable @inline(__always) package static var lineFeed: UInt8 { 0x0A }
  @inlinable @inline(__always) package static var carriageReturn: UInt8 { 0x0D }
  @inlinable @inline(__always) package static var space: UInt8 { 0x20 }
  @inlinable @inline(__always) package static var bang: UInt8 { 0x21 }
  @inlinable @inline(__always) package static var quote: UInt8 { 0x22 }
  @inlinable @inline(__always) package static var hash: UInt8 { 0x23 }
  @inlinable @inline(__always) package static var dollar: UInt8 { 0x24 }
  @inlinable @inline(__always) package static var percent: UInt8 { 0x25 }
  @inlinable @inline(__always) package static var ampersand: UInt8 { 0x26 }
  @inlinable @inline(__always) package static var apostrophe: UInt8 { 0x27 }
  @inlinable @inline(__always) package static var openParenthesis: UInt8 { 0x28 }
  @inlinable @inline(__always) package static var closeParenthesis: UInt8 { 0x29 }
  @inlinable @inline(__always) package static var star: UInt8 { 0x2A }
  @inlinable @inline(__always) package static var plus: UInt8 { 0x2B }
  @inlinable @inline(__always) package static var comma: UInt8 { 0x2C }
  @inlinable @inline(__always) package static var dash: UInt8 { 0x2D }
  @inlinable @inline(__always) package static var dot: UInt8 { 0x2E }
  @inlinable @inline(__always) package static var slash: UInt8 { 0x2F }
  @inlinable @inline(__always) package static var zero: UInt8 { 0x30 }
  @inlinable @inline(__always) package static var one: UInt8 { 0x31 }
  @inlinable @inline(__always) package static var seven: UInt8 { 0x37 }
  @inlinable @inline(__always) package static var nine: UInt8 { 0x39 }
  @inlinable @inline(__always) package static var colon: UInt8 { 0x3A }
  @inlinable @inline(__always) package static var semicolon: UInt8 { 0x3B }
  @inlinable @inline(__always) package static var less: UInt8 { 0x3C }
  @inlinable @inline(__always) package static var equals: UInt8 { 0x3D }
  @inlinable @inline(__always) package static var greater: UInt8 { 0x3E }
  @inlinable @inline(__always) package static var question: UInt8 { 0x3F }
  @inlinable @inline(__always) package static var at: UInt8 { 0x40 }
  @inlinable @inline(__always) package static var openBracket: UInt8 { 0x5B }
  @inlinable @inline(__always) package static var backslash: UInt8 { 0x5C }
  @inlinable @inline(__always) package static var closeBracket: UInt8 { 0x5D }
  @inlinable @inline(__always) package static var caret: UInt8 { 0x5E }
  @inlinable @inline(__always) package static var underscore: UInt8 { 0x5F }
  @inlinable @inline(__always) package static var backtick: UInt8 { 0x60 }
  @inlinable @inline(__always) package static var openBrace: UInt8 { 0x7B }
  @inlinable @inline(__always) package static var pipe: UInt8 { 0x7C }
  @inlinable @inline(__always) package static var closeBrace: UInt8 { 0x7D }
  @inlinable @inline(__always) package static var tilde: UInt8 { 0x7E }
}

/// ASCII character classes and case conversion.
extension UInt8 {
  /// `0` to `9`.
  @inlinable @inline(__always) package var isDigit: Bool { self &- 0x30 < 10 }

  /// A digit, or `a` to `f` in any case.
  @inlinable @inline(__always) package var isHexDigit: Bool { isDigit || (self | 0x20) &- 0x61 < 6 }

  /// `a` to `z` in any case.
  @inlinable @inline(__always) package var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }

  /// `A` to `Z`.
  @inlinable @inline(__always) package var isCapital: Bool { self &- 0x41 < 26 }

  /// A space or a tab.
  @inlinable @inline(__always) package var isBlank: Bool { self == 0x20 || self == 0x09 }

  /// A byte that names of options, constants and the like consist of: a letter, a digit, `-` or `_`.
  @inlinable @inline(__always) package var isNameByte: Bool {
    isLetter || isDigit || self == ASCII.dash || self == ASCII.underscore
  }

  /// Whether the byte can occur in a host name in a filter list. Non-ASCII bytes can: lists also contain
  /// internationalized names before their IDNA conversion.
  @inlinable @inline(__always) package var isHostCharacter: Bool {
    isNameByte || self == ASCII.dot || self >= 0x80
  }

  /// A byte that labels of lowercase host names can contain: `a` to `z`, digits, `-` and `_`.
  @inlinable @inline(__always) package var isLabelByte: Bool {
    self &- 0x61 < 26 || isDigit || self == ASCII.dash || self == ASCII.underscore
  }

  /// A byte that the scheme of a URL can contain.
  package var isSchemeByte: Bool {
    isLetter || isDigit || self == ASCII.plus || self == ASCII.dash || self == ASCII.dot
  }

  /// The lowercase form of a letter; any other byte unchanged.
  @inlinable @inline(__always) package var asciiLowercased: UInt8 { isCapital ? self | 0x20 : self }

  /// The value of a hexadecimal digit; unspecified for other bytes.
  @inlinable @inline(__always) package var hexDigitValue: UInt8 { self & 0x0F + (isDigit ? 0 : 9) }

  /// Returns the lowercase hexadecimal digit for a number below 16.
  @inlinable @inline(__always) package static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? 0x30 + value : 0x61 + value - 10
  }

  /// Returns the uppercase hexadecimal digit for a number below 16.
  @inlinable @inline(__always) package static func capitalHexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? 0x30 + value : 0x41 + value - 10
  }

  /// The percent-encoded byte: `%` and two digits.
  package var percentEncoded: [UInt8] {
    [ASCII.percent, Self.capitalHexDigit(self >> 4), Self.capitalHexDigit(self & 15)]
  }
}

extension [UInt8] {
  /// The percent-decoded text. Invalid escapes stay.
  package var percentDecoded: [UInt8] {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(count)
    var index = 0
    while index < count {
      if self[index] == ASCII.percent, index + 2 < count, self[index + 1].isHexDigit,
        self[index + 2].isHexDigit
      {
        decoded.append(self[index + 1].hexDigitValue << 4 | self[index + 2].hexDigitValue)
        index += 3
      } else {
        decoded.append(self[index])
        index += 1
      }
    }
    return decoded
  }
}
