/// Character references such as `&amp;` and `&#38;`, as defined by the HTML standard.
enum CharacterReference {
  /// Appends the characters that the reference at `start` stands for, and returns the offset after it. An `&`
  /// without a valid reference is literal.
  static func append(
    _ input: Span<UInt8>, at start: Int, isInAttribute: Bool, to text: inout [UInt8]
  ) -> Int {
    if input.byte(start + 1) == ASCII.hash {
      if let end = appendNumeric(input, start, &text) { return end }
    } else if input.byte(start + 1).isLetter, let found = named(input, start + 1) {
      let next = input.byte(found.end)
      let isOther = isInAttribute && !found.hasSemicolon && (next == ASCII.equals || next.isAlphanumeric)
      if !isOther {
        text += found.characters
        return found.end
      }
    }
    text.append(ASCII.ampersand)
    return start + 1
  }

  private static func appendNumeric(_ input: Span<UInt8>, _ start: Int, _ text: inout [UInt8]) -> Int? {
    var offset = start + 2
    let isHexadecimal = input.byte(offset) | 0x20 == UInt8(ascii: "x")
    if isHexadecimal { offset += 1 }
    let digits = offset
    var value: UInt32 = 0
    while isHexadecimal ? input.byte(offset).isHexDigit : input.byte(offset).isDigit {
      // Clamp values that are too large.
      value = min(value * (isHexadecimal ? 16 : 10) + UInt32(input[offset].hexDigitValue), 0x11_0000)
      offset += 1
    }
    if offset == digits { return nil }
    if input.byte(offset) == ASCII.semicolon { offset += 1 }
    text.append(contentsOf: String(character(value)).utf8)
    return offset
  }

  private static func character(_ value: UInt32) -> Character {
    let index = Int(value) - 0x80
    let meant = windows1252.indices.contains(index) && windows1252[index] != 0 ? windows1252[index] : value
    return Character(meant == 0 ? "\u{FFFD}" : Unicode.Scalar(meant) ?? "\u{FFFD}")
  }

  /// The characters for the numbers from 0x80 on. A 0 marks numbers that stand for themselves.
  private static let windows1252: [UInt32] = [
    0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0,
    0x017D, 0, 0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
    0x0153, 0, 0x017E, 0x0178,
  ]

  private struct Named {
    var characters: [UInt8]
    var end: Int
    var hasSemicolon: Bool
  }

  /// Returns the longest named reference at the offset, or `nil` if no name matches.
  private static func named(_ input: Span<UInt8>, _ start: Int) -> Named? {
    var end = start
    while end < start + maximumLength, input.byte(end).isAlphanumeric { end += 1 }
    while end > start + 1 {
      if let entry = table[[UInt8](input.extracting(start..<end))] {
        if input.byte(end) == ASCII.semicolon {
          return Named(characters: entry.characters, end: end + 1, hasSemicolon: true)
        }
        if entry.needsNoSemicolon {
          return Named(characters: entry.characters, end: end, hasSemicolon: false)
        }
      }
      end -= 1
    }
    return nil
  }

  private static let maximumLength = 31

  private static let table: [[UInt8]: (characters: [UInt8], needsNoSemicolon: Bool)] = {
    var table: [[UInt8]: (characters: [UInt8], needsNoSemicolon: Bool)] = [:]
    for entry in NamedCharacters.text.utf8.split(whereSeparator: { $0 == 0x20 || $0 == 0x0A }) {
      let needsNone = entry.first == ASCII.bang
      let parts = entry.dropFirst(needsNone ? 1 : 0).split(separator: ASCII.equals)
      var characters: [UInt8] = []
      for number in parts[1].split(separator: ASCII.plus) {
        let value = number.reduce(0) { $0 << 4 | UInt32($1.hexDigitValue) }
        characters += Array(String(character(value)).utf8)
      }
      table[Array(parts[0])] = (characters, needsNone)
    }
    return table
  }()
}

extension UInt8 {
  var isAlphanumeric: Bool { isLetter || isDigit }

  /// Whether the byte is HTML whitespace.
  var isHTMLSpace: Bool { self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0C || self == 0x0D }
}
