import SluiceText

/// Numbers as text, with six bits per digit. The digits are "0" and the 63 characters after it.
///
/// "p" replaces the backslash and "q" replaces "_", so a JavaScript string needs no escapes and cannot
/// contain the token that host apps replace.
struct DigitText {
  private(set) var bytes: [UInt8] = []

  /// Returns the number of digits that numbers up to `largest` need.
  static func width(for largest: Int) -> Int { (1...10).first { largest >> (6 * $0) == 0 } ?? 11 }

  /// Returns the number that at most ten digits encode; nil for other characters.
  static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard 1...10 ~= digits.count else { return nil }
    var number = 0
    for byte in digits {
      switch byte {
      case UInt8(ascii: "p"): number = number << 6 | 44
      case UInt8(ascii: "q"): number = number << 6 | 47
      case ASCII.zero...UInt8(ascii: "o"): number = number << 6 | Int(byte - ASCII.zero)
      default: return nil
      }
    }
    return number
  }

  /// Returns the numbers that a text encodes with equally many digits each; nil for other texts.
  static func numbers(_ digits: ArraySlice<UInt8>, width: Int) -> [Int]? {
    guard digits.count.isMultiple(of: width) else { return nil }
    var numbers: [Int] = []
    for start in stride(from: digits.startIndex, to: digits.endIndex, by: width) {
      guard let number = number(digits[start..<start + width]) else { return nil }
      numbers.append(number)
    }
    return numbers
  }

  mutating func append(_ number: Int, digits: Int) {
    for place in (0..<digits).reversed() {
      let digit = UInt8(truncatingIfNeeded: number >> (6 * place) & 63)
      switch digit {
      case 44: bytes.append(UInt8(ascii: "p"))
      case 47: bytes.append(UInt8(ascii: "q"))
      default: bytes.append(ASCII.zero + digit)
      }
    }
  }
}
