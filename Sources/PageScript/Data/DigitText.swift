/// Numbers as text, in digits of six bits each: "0" and the characters behind it, with "p" for the backslash and "q" for "_", so
/// that nothing of it is escaped in a string of JavaScript, and the word that a host looks for never stands in it.
struct DigitText {
  private(set) var bytes: [UInt8] = []

  /// How many digits say each number up to this one.
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
