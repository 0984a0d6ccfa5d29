/// An escape in a regex that stands for a single UTF-16 unit, as in JavaScript without the `u` flag
/// (ECMA-262, Annex B): `\n`, `\cA`, `\x41`, `\u0041` and octal numbers.
struct CharacterEscape {
  /// The UTF-16 unit.
  let unit: UInt16
  /// The offset after the escape.
  let end: Int

  /// Parses the escape whose backslash precedes `index`. Returns nil for all other escapes and for a
  /// character that stands for itself. In a class, more characters can follow `\c`.
  init?(_ bytes: [UInt8], at index: Int, inClass: Bool) {
    guard index < bytes.count else { return nil }
    let byte = bytes[index]
    switch byte {
    case ASCII.zero...ASCII.seven: self.init(octal: bytes[index...])
    case UInt8(ascii: "f"): self.init(0x0c, index + 1)
    case UInt8(ascii: "n"): self.init(0x0a, index + 1)
    case UInt8(ascii: "r"): self.init(0x0d, index + 1)
    case UInt8(ascii: "t"): self.init(0x09, index + 1)
    case UInt8(ascii: "v"): self.init(0x0b, index + 1)
    case UInt8(ascii: "c"):
      if index + 1 < bytes.count, Self.isControl(bytes[index + 1], inClass: inClass) {
        self.init(UInt16(bytes[index + 1] & 0x1f), index + 2)
      } else {
        // Not an escape: the backslash is literal, and the c is read again.
        self.init(UInt16(ASCII.backslash), index)
      }
    case UInt8(ascii: "x"), UInt8(ascii: "u"):
      let digits = byte == UInt8(ascii: "x") ? 2 : 4
      if let number = Self.number(bytes, at: index + 1, digits: digits) {
        self.init(number, index + 1 + digits)
      } else {
        self.init(UInt16(byte), index + 1)
      }
    default: return nil
    }
  }

  private init(_ unit: UInt16, _ end: Int) { (self.unit, self.end) = (unit, end) }

  /// Parses up to three octal digits of a number below 256.
  private init(octal bytes: ArraySlice<UInt8>) {
    var value: UInt16 = 0
    var index = bytes.startIndex
    while index < bytes.endIndex, index < bytes.startIndex + 3, value < 32, bytes[index] & 0xf8 == 0x30 {
      value = value * 8 + UInt16(bytes[index] & 7)
      index += 1
    }
    self.init(value, index)
  }

  private static func isControl(_ byte: UInt8, inClass: Bool) -> Bool {
    byte.isLetter || inClass && (byte.isDigit || byte == ASCII.underscore)
  }

  /// Parses this number of hexadecimal digits; returns nil if there are fewer.
  static func number(_ bytes: [UInt8], at index: Int, digits: Int) -> UInt16? {
    guard index + digits <= bytes.count else { return nil }
    let written = bytes[index..<index + digits]
    guard written.allSatisfy({ $0.isHexDigit }) else { return nil }
    return written.reduce(0) { $0 << 4 | UInt16($1.hexDigitValue) }
  }
}
