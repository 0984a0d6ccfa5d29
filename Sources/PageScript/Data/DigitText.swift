/// Numbers as text, with six bits per digit. The digits are "0" and the 63 characters after it.
///
/// "p" replaces the backslash and "q" replaces "_", so a JavaScript string needs no escapes and cannot
/// contain the token that host apps replace.
struct DigitText {
  private(set) var bytes: [UInt8] = []

  /// Returns the number of digits that numbers up to `largest` need.
  static func width(for largest: Int) -> Int { (1...10).first { largest >> (6 * $0) == 0 } ?? 11 }

  mutating func append(_ number: Int, digits: Int) {
    for place in (0..<digits).reversed() {
      let digit = UInt8(truncatingIfNeeded: number >> (6 * place) & 63)
      switch digit {
      case 44: bytes.append(UInt8(ascii: "p"))
      case 47: bytes.append(UInt8(ascii: "q"))
      default: bytes.append(UInt8(ascii: "0") + digit)
      }
    }
  }
}
