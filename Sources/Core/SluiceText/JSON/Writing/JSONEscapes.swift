/// The characters to escape in a JSON string. Quotes, backslashes and characters below U+0020 are always
/// escaped.
package enum JSONEscapes: Sendable {
  /// Escapes all non-ASCII characters. WebKit keeps a copy of the JSON in the compiled list, and a single
  /// non-ASCII character makes it use two bytes per character. Measured with AdGuard's lists: 17 MB more, and
  /// a fifth more time.
  case outsideASCII
  /// Escapes DEL, and U+2028 and U+2029, which were line ends in JavaScript before 2019.
  case lineEnds
  /// Escapes all invisible characters, beyond the requirements of JSON, because the text can end up on a
  /// terminal. U+FFFD replaces ill-formed UTF-8.
  case hidden

  /// Appends the content of a string.
  func append(_ text: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
    var copied = 0
    var index = 0
    while true {
      index = Self.endOfPlain(text, from: index)
      if index == text.count { break }
      let (length, escape) = escape(text, index)
      if let escape {
        output.append(contentsOf: UnsafeBufferPointer(rebasing: text[copied..<index]))
        append(escape, to: &output)
        copied = index + length
      }
      index += length
    }
    output.append(contentsOf: UnsafeBufferPointer(rebasing: text[copied...]))
  }

  /// Returns the length of the character or ill-formed sequence at the index, and the scalar to escape. The
  /// scalar is nil if the character needs no escape.
  private func escape(_ text: UnsafeBufferPointer<UInt8>, _ index: Int) -> (Int, Unicode.Scalar?) {
    let byte = text[index]
    guard byte >= 0x80 else { return (1, byte == 0x7F && self == .outsideASCII ? nil : Unicode.Scalar(byte)) }
    switch self {
    case .outsideASCII:
      let (scalar, length) = text.scalar(at: index)
      return (length, scalar ?? "\u{FFFD}")
    case .lineEnds:
      guard byte == 0xE2, index + 2 < text.count, text[index + 1] == 0x80, text[index + 2] & 0xFE == 0xA8
      else { return (1, nil) }
      return (3, text[index + 2] == 0xA8 ? "\u{2028}" : "\u{2029}")
    case .hidden:
      let (scalar, length) = text.scalar(at: index)
      return (length, scalar.map { $0.isHidden ? $0 : nil } ?? "\u{FFFD}")
    }
  }

  private func append(_ scalar: Unicode.Scalar, to output: inout [UInt8]) {
    switch scalar {
    case "\"": output.append(#"\""#)
    case "\\": output.append(#"\\"#)
    case "\t" where self == .hidden: output.append(#"\t"#)
    case "\u{FFFD}" where self == .hidden: output.append("\u{FFFD}")
    default:
      for unit in scalar.utf16 {
        withUnsafeBytes(of: Self.escape(of: unit).littleEndian) {
          output.append(contentsOf: $0.prefix(Self.escapeLength))
        }
      }
    }
  }

  // MARK: Words

  /// Returns the index of the next byte that may need an escape, or the end. No load reads beyond the end.
  private static func endOfPlain(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var index = start
    let bytes = UnsafeRawBufferPointer(text)
    while index + 8 <= bytes.count {
      let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      let special = special(word) | isDelete(word)
      if special != 0 { return index + special.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < bytes.count, isPlain(bytes[index]) { index += 1 }
    return index
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte < 0x7F && byte != ASCII.quote && byte != ASCII.backslash
  }

  @usableFromInline static let ones: UInt64 = 0x0101_0101_0101_0101

  /// Returns a word whose lowest set bit is the top bit of the first byte that needs an escape or is not
  /// ASCII; 0 if all bytes are plain. Higher bits can be wrong.
  @inline(__always)
  static func special(_ word: UInt64) -> UInt64 {
    let quotes = word ^ ones &* UInt64(ASCII.quote)
    let backslashes = word ^ ones &* UInt64(ASCII.backslash)
    let isQuote = (quotes &- ones) & ~quotes
    let isBackslash = (backslashes &- ones) & ~backslashes
    let isControl = (word &- ones &* 0x20) & ~word
    return (isQuote | isBackslash | isControl | word) & (ones &* 0x80)
  }

  private static func isDelete(_ word: UInt64) -> UInt64 {
    let deletes = word ^ ones &* 0x7F
    return (deletes &- ones) & ~deletes & (ones &* 0x80)
  }

  /// The number of bytes of ``escape(of:)`` to write.
  static let escapeLength = 6

  /// Returns `\u` and four hexadecimal digits as a word, with the first character in the lowest byte.
  static func escape(of unit: UInt16) -> UInt64 {
    var word = UInt64(ASCII.backslash) | UInt64(UInt8(ascii: "u")) << 8
    for place in 0..<4 {
      let digit = UInt8.hexDigit(UInt8(truncatingIfNeeded: unit >> UInt16(12 - 4 * place) & 15))
      word |= UInt64(digit) << UInt64(16 + 8 * place)
    }
    return word
  }
}
