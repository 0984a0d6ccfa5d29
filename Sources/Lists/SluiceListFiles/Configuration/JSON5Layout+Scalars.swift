/// Strings and numbers in JSON5.
extension JSON5Layout.Reader {
  typealias Mistake = JSON5Layout.Mistake

  /// Reads a string and resolves its escapes.
  mutating func string() throws(Mistake) -> String {
    let quote = bytes[index]
    let start = index
    index += 1
    var text: [UInt8] = []
    while index < bytes.count, bytes[index] != quote, bytes[index] != 0x0A, bytes[index] != 0x0D {
      if bytes[index] == ASCII.backslash {
        text += try escape().utf8
      } else {
        guard bytes[index] >= 0x20 else {
          throw mistake("there is a control character in the text, perhaps a tab: write it as an escape")
        }
        text.append(bytes[index])
        index += 1
      }
    }
    guard index < bytes.count, bytes[index] == quote else {
      throw mistake("the text is not closed with a quotation mark", at: start)
    }
    index += 1
    return String(decoding: text, as: UTF8.self)
  }

  /// Reads an escape and returns the text that it stands for; empty for a line continuation.
  private mutating func escape() throws(Mistake) -> String {
    let start = index
    index += 1
    guard index < bytes.count else {
      throw mistake("the text is not closed with a quotation mark", at: start)
    }
    let byte = bytes[index]
    index += 1
    switch byte {
    case 0x0A: return ""
    case 0x0D:
      if index < bytes.count, bytes[index] == 0x0A { index += 1 }
      return ""
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "v"): return "\u{B}"
    case ASCII.quote, ASCII.apostrophe, ASCII.slash, ASCII.backslash:
      return String(Unicode.Scalar(byte))
    case UInt8(ascii: "x"): return try scalar(of: hexadecimal(2, from: start), from: start)
    case UInt8(ascii: "u"):
      let first = try hexadecimal(4, from: start)
      guard first & 0xFC00 == 0xD800 else { return try scalar(of: first, from: start) }
      // Scalars above U+FFFF take two escapes.
      guard index + 1 < bytes.count, bytes[index] == ASCII.backslash, bytes[index + 1] == UInt8(ascii: "u")
      else { throw mistake("half of a surrogate pair in the text", at: start) }
      index += 2
      let second = try hexadecimal(4, from: start)
      guard second & 0xFC00 == 0xDC00 else {
        throw mistake("half of a surrogate pair in the text", at: start)
      }
      return try scalar(of: 0x10000 + (first & 0x3FF) << 10 + second & 0x3FF, from: start)
    default:
      throw mistake("unknown escape in text: write a backslash as '\\\\'", at: start)
    }
  }

  private func scalar(of value: UInt32, from start: Int) throws(Mistake) -> String {
    guard value != 0 else { throw mistake("there is a NUL in the text", at: start) }
    guard let scalar = Unicode.Scalar(value) else {
      throw mistake("half of a surrogate pair in the text", at: start)
    }
    return String(scalar)
  }

  private mutating func hexadecimal(_ digits: Int, from start: Int) throws(Mistake) -> UInt32 {
    let text = bytes[index...].prefix(digits)
    guard text.count == digits, text.allSatisfy(\.isHexDigit),
      let value = UInt32(String(decoding: text, as: UTF8.self), radix: 16)
    else { throw mistake("the escape in the text needs \(digits) hexadecimal digits", at: start) }
    index += digits
    return value
  }

  /// Returns whether a key needs no quotation marks.
  static func isIdentifier(_ key: String) -> Bool {
    key.wholeMatch(of: /[A-Za-z_$][A-Za-z_$0-9]*/) != nil
  }

  func number(_ word: String, at start: Int) throws(Mistake) -> String {
    guard word.contains(/^[+-]?(?:[.0-9]|Infinity$|NaN$)/) else {
      throw mistake("'\(word)' is not a value: text needs quotation marks", at: start)
    }
    if let match = word.wholeMatch(of: /([+-]?)0[xX]([0-9a-fA-F]{1,8})/),
      let value = Int(match.output.2, radix: 16)
    {
      return match.output.1 == "-" ? "-\(value)" : "\(value)"
    }
    let decimal = /[+-]?(?:(?:0|[1-9][0-9]*)(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?/
    guard word.wholeMatch(of: decimal) != nil, let value = Double(word) else {
      throw mistake("'\(word)' is not a number", at: start)
    }
    guard value.isFinite else { throw mistake("the number '\(word)' is too large", at: start) }
    return Int(exactly: value).map(String.init) ?? String(value)
  }
}
