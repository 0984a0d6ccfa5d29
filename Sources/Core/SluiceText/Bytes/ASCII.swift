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

  /// A byte that labels of lowercase host names can contain: `a` to `z`, digits, `-` and `_`.
  @inlinable @inline(__always) package var isLabelByte: Bool {
    self &- 0x61 < 26 || isDigit || self == UInt8(ascii: "-") || self == UInt8(ascii: "_")
  }

  /// A byte that the scheme of a URL can contain.
  package var isSchemeByte: Bool {
    isLetter || isDigit || self == UInt8(ascii: "+") || self == UInt8(ascii: "-") || self == UInt8(ascii: ".")
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
    [UInt8(ascii: "%"), Self.capitalHexDigit(self >> 4), Self.capitalHexDigit(self & 15)]
  }
}
