/// Numbers as text, in digits of six bits each: "0" and the characters behind it, with "p" for the backslash, so that
/// nothing of it is escaped in a string of JavaScript.
struct DigitText {
  private(set) var bytes: [UInt8] = []

  /// What a number of digits can say.
  static func limit(digits: Int) -> Int { 1 << (6 * digits) }

  mutating func append(_ number: Int, digits: Int) {
    for place in (0..<digits).reversed() {
      let digit = UInt8(truncatingIfNeeded: number >> (6 * place) & 63)
      bytes.append(digit == 44 ? UInt8(ascii: "p") : UInt8(ascii: "0") + digit)
    }
  }
}
