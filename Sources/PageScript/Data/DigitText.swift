/// Numbers as text, with six bits per digit: "0" and the characters after it.
///
/// "p" replaces the backslash and "q" replaces "_". So nothing must be escaped in a JavaScript string, and
/// the token that the host app searches for cannot occur.
struct DigitText {
  private(set) var bytes: [UInt8] = []

  /// Returns the number of digits for numbers up to this one.
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
