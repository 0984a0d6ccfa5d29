/// The classes into which bytes of ASCII are sorted, and their two cases.
extension UInt8 {
  /// `0` to `9`.
  @inlinable @inline(__always) package var isDigit: Bool { self &- 0x30 < 10 }

  /// A digit, or `a` to `f` in either case.
  @inlinable @inline(__always) package var isHexDigit: Bool { isDigit || (self | 0x20) &- 0x61 < 6 }

  /// `a` to `z` in either case.
  @inlinable @inline(__always) package var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }

  /// `A` to `Z`.
  @inlinable @inline(__always) package var isCapital: Bool { self &- 0x41 < 26 }

  /// A space or a tab.
  @inlinable @inline(__always) package var isBlank: Bool { self == 0x20 || self == 0x09 }

  /// What stands in the labels of host names in lower case: `a` to `z`, digits, `-` and `_`.
  @inlinable @inline(__always) package var isLabelByte: Bool {
    self &- 0x61 < 26 || isDigit || self == UInt8(ascii: "-") || self == UInt8(ascii: "_")
  }

  /// What can stand in the scheme of a URL.
  package var isSchemeByte: Bool {
    isLetter || isDigit || self == UInt8(ascii: "+") || self == UInt8(ascii: "-") || self == UInt8(ascii: ".")
  }

  /// The small letter of a capital, any other byte as it is.
  @inlinable @inline(__always) package var asciiLowercased: UInt8 { isCapital ? self | 0x20 : self }

  /// The number that a hexadecimal digit stands for; of another byte some number.
  @inlinable @inline(__always) package var hexDigitValue: UInt8 { self & 0x0F + (isDigit ? 0 : 9) }

  /// The hexadecimal digit for a number below 16, `a` to `f` small.
  @inlinable @inline(__always) package static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? 0x30 + value : 0x61 + value - 10
  }

  /// The hexadecimal digit for a number below 16, `A` to `F` capital.
  @inlinable @inline(__always) package static func capitalHexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? 0x30 + value : 0x41 + value - 10
  }

  /// The byte as URLs write those that must not stand in them: `%` and two digits.
  package var percentEncoded: [UInt8] {
    [UInt8(ascii: "%"), Self.capitalHexDigit(self >> 4), Self.capitalHexDigit(self & 15)]
  }
}
