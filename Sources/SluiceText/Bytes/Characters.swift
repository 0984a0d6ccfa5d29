/// Names for the bytes of ASCII that have a meaning in the languages that Sluice parses. Letters are written
/// `UInt8(ascii: "a")`.
@usableFromInline package enum ASCII {
  @inlinable @inline(__always) package static var tab: UInt8 { 0x09 }
  @inlinable @inline(__always) package static var lineFeed: UInt8 { 0x0A }
  @inlinable @inline(__always) package static var carriageReturn: UInt8 { 0x0D }
  @inlinable @inline(__always) package static var space: UInt8 { 0x20 }
  @inlinable @inline(__always) package static var bang: UInt8 { 0x21 }
  @inlinable @inline(__always) package static var quote: UInt8 { 0x22 }
  @inlinable @inline(__always) package static var hash: UInt8 { 0x23 }
  @inlinable @inline(__always) package static var dollar: UInt8 { 0x24 }
  @inlinable @inline(__always) package static var percent: UInt8 { 0x25 }
  @inlinable @inline(__always) package static var ampersand: UInt8 { 0x26 }
  @inlinable @inline(__always) package static var apostrophe: UInt8 { 0x27 }
  @inlinable @inline(__always) package static var openParenthesis: UInt8 { 0x28 }
  @inlinable @inline(__always) package static var closeParenthesis: UInt8 { 0x29 }
  @inlinable @inline(__always) package static var star: UInt8 { 0x2A }
  @inlinable @inline(__always) package static var plus: UInt8 { 0x2B }
  @inlinable @inline(__always) package static var comma: UInt8 { 0x2C }
  @inlinable @inline(__always) package static var dash: UInt8 { 0x2D }
  @inlinable @inline(__always) package static var dot: UInt8 { 0x2E }
  @inlinable @inline(__always) package static var slash: UInt8 { 0x2F }
  @inlinable @inline(__always) package static var zero: UInt8 { 0x30 }
  @inlinable @inline(__always) package static var one: UInt8 { 0x31 }
  @inlinable @inline(__always) package static var seven: UInt8 { 0x37 }
  @inlinable @inline(__always) package static var nine: UInt8 { 0x39 }
  @inlinable @inline(__always) package static var colon: UInt8 { 0x3A }
  @inlinable @inline(__always) package static var semicolon: UInt8 { 0x3B }
  @inlinable @inline(__always) package static var less: UInt8 { 0x3C }
  @inlinable @inline(__always) package static var equals: UInt8 { 0x3D }
  @inlinable @inline(__always) package static var greater: UInt8 { 0x3E }
  @inlinable @inline(__always) package static var question: UInt8 { 0x3F }
  @inlinable @inline(__always) package static var at: UInt8 { 0x40 }
  @inlinable @inline(__always) package static var openBracket: UInt8 { 0x5B }
  @inlinable @inline(__always) package static var backslash: UInt8 { 0x5C }
  @inlinable @inline(__always) package static var closeBracket: UInt8 { 0x5D }
  @inlinable @inline(__always) package static var caret: UInt8 { 0x5E }
  @inlinable @inline(__always) package static var underscore: UInt8 { 0x5F }
  @inlinable @inline(__always) package static var backtick: UInt8 { 0x60 }
  @inlinable @inline(__always) package static var openBrace: UInt8 { 0x7B }
  @inlinable @inline(__always) package static var pipe: UInt8 { 0x7C }
  @inlinable @inline(__always) package static var closeBrace: UInt8 { 0x7D }
  @inlinable @inline(__always) package static var tilde: UInt8 { 0x7E }
}

/// ASCII character classes and case conversion.
extension UInt8 {
  /// `0` to `9`.
  @inlinable @inline(__always) package var isDigit: Bool { self &- 0x30 < 10 }

  /// A digit, or `a` to `f` in any case.
  @inlinable @inline(__always) package var isHexDigit: Bool { isDigit || (self | 0x20) &- 0x61 < 6 }

  /// `a` to `z` in any case.
  @inlinable @inline(__always) package var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }

  /// `A` to `Z`.
  @inlinable @inline(__always) package var isCapital: Bool { self &- 0x41 < 26 }

  /// A space or a tab.
  @inlinable @inline(__always) package var isBlank: Bool { self == 0x20 || self == 0x09 }

  /// A byte that names of options, constants and the like consist of: a letter, a digit, `-` or `_`.
  @inlinable @inline(__always) package var isNameByte: Bool {
    isLetter || isDigit || self == ASCII.dash || self == ASCII.underscore
  }

  /// Whether the byte can occur in a host name in a filter list. Non-ASCII bytes can: lists also contain
  /// internationalized names before their IDNA conversion.
  @inlinable @inline(__always) package var isHostCharacter: Bool {
    isNameByte || self == ASCII.dot || self >= 0x80
  }

  /// A byte that labels of lowercase host names can contain: `a` to `z`, digits, `-` and `_`.
  @inlinable @inline(__always) package var isLabelByte: Bool {
    self &- 0x61 < 26 || isDigit || self == ASCII.dash || self == ASCII.underscore
  }

  /// A byte that the scheme of a URL can contain.
  package var isSchemeByte: Bool {
    isLetter || isDigit || self == ASCII.plus || self == ASCII.dash || self == ASCII.dot
  }

  /// The lowercase form of a letter; any other byte unchanged.
  @inlinable @inline(__always) package var asciiLowercased: UInt8 { isCapital ? self | 0x20 : self }

  /// The value of a hexadecimal digit; unspecified for other bytes.
  @inlinable @inline(__always) package var hexDigitValue: UInt8 { self & 0x0F + (isDigit ? 0 : 9) }

  /// Returns the lowercase hexadecimal digit for a number below 16.
  @inlinable @inline(__always) package static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? 0x30 + value : 0x61 + value - 10
  }

  /// Returns the uppercase hexadecimal digit for a number below 16.
  @inlinable @inline(__always) package static func capitalHexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? 0x30 + value : 0x41 + value - 10
  }

  /// The percent-encoded byte: `%` and two digits.
  package var percentEncoded: [UInt8] {
    [ASCII.percent, Self.capitalHexDigit(self >> 4), Self.capitalHexDigit(self & 15)]
  }
}

extension [UInt8] {
  /// The percent-decoded text. Invalid escapes stay.
  package var percentDecoded: [UInt8] {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(count)
    var index = 0
    while index < count {
      if self[index] == ASCII.percent, index + 2 < count, self[index + 1].isHexDigit,
        self[index + 2].isHexDigit
      {
        decoded.append(self[index + 1].hexDigitValue << 4 | self[index + 2].hexDigitValue)
        index += 3
      } else {
        decoded.append(self[index])
        index += 1
      }
    }
    return decoded
  }
}

/// Reading UTF-8 that may be ill-formed.
extension Span<UInt8> {
  /// Returns the first bytes of the range that are not valid UTF-8; nil if all bytes are valid.
  package func invalidUTF8(in range: ByteRange) -> ByteRange? {
    let text = extracting(range.indices)
    var index = 0
    while index < text.count {
      let length = text[index] < 0x80 ? 1 : text.lengthOfUTF8Character(at: index)
      if length == 0 { return ByteRange(range.lowerBound + index, range.lowerBound + index + 1) }
      index += length
    }
    return nil
  }

  /// Returns the length of the non-ASCII character at the offset; 0 if it is not valid UTF-8 (Unicode 15,
  /// table 3-7).
  package func lengthOfUTF8Character(at offset: Int) -> Int {
    let first = self[offset]
    let second = byte(offset + 1)
    let length: Int
    // The range of the second byte excludes overlong forms, surrogates and values beyond U+10FFFF.
    switch first {
    case 0xC2...0xDF: length = second & 0xC0 == 0x80 ? 2 : 0
    case 0xE0: length = 0xA0...0xBF ~= second ? 3 : 0
    case 0xED: length = 0x80...0x9F ~= second ? 3 : 0
    case 0xE1...0xEF: length = 0x80...0xBF ~= second ? 3 : 0
    case 0xF0: length = 0x90...0xBF ~= second ? 4 : 0
    case 0xF4: length = 0x80...0x8F ~= second ? 4 : 0
    case 0xF1...0xF3: length = 0x80...0xBF ~= second ? 4 : 0
    default: length = 0
    }
    if length >= 3, byte(offset + 2) & 0xC0 != 0x80 { return 0 }
    if length == 4, byte(offset + 3) & 0xC0 != 0x80 { return 0 }
    return length
  }
}

extension RandomAccessCollection<UInt8> where Index == Int {
  /// Returns the scalar at an index and its length in bytes. For ill-formed bytes, the scalar is nil.
  @inlinable
  package func scalar(at index: Int) -> (scalar: Unicode.Scalar?, length: Int) {
    var rest = self[index...].makeIterator()
    var parser = Unicode.UTF8.ForwardParser()
    switch parser.parseScalar(from: &rest) {
    case .valid(let encoded): return (Unicode.UTF8.decode(encoded), encoded.count)
    case .error(let length): return (nil, length)
    case .emptyInput: return (nil, 1)
    }
  }
}

extension ArraySlice<UInt8> {
  /// The number of scalars. An ill-formed sequence counts as its replacement (U+FFFD).
  package var scalarCount: Int {
    var count = 0
    var index = startIndex
    while index < endIndex {
      index += self[index] < 0x80 ? 1 : scalar(at: index).length
      count += 1
    }
    return count
  }

  /// Returns the first scalars as text, followed by `…` if there are more.
  package func text(atMost limit: Int) -> String {
    var index = startIndex
    var count = 0
    while index < endIndex, count < limit {
      index += self[index] < 0x80 ? 1 : scalar(at: index).length
      count += 1
    }
    return String(decoding: self[..<index], as: UTF8.self) + (index < endIndex ? "…" : "")
  }
}

extension String {
  /// Creates a string from bytes; returns nil if they are not valid UTF-8.
  ///
  /// The standard library's `init(validating:as:)` is equivalent, but requires macOS 15 or iOS 18.
  package init?(utf8 bytes: [UInt8]) {
    self.init(decoding: bytes, as: UTF8.self)
    // Invalid UTF-8 is decoded as U+FFFD, which has other bytes.
    guard utf8.elementsEqual(bytes) else { return nil }
  }

  /// Creates a string from bytes. U+FFFD replaces invalid UTF-8.
  package init(_ utf8: Span<UInt8>) {
    self = utf8.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
  }
}

extension String {
  /// The text with ASCII letters in lowercase.
  package var asciiLowercased: String { String(decoding: utf8.map { $0.asciiLowercased }, as: UTF8.self) }
}

extension Unicode.Scalar {
  /// Groups of Unicode's general categories.
  package enum Category: Int {
    case other
    /// A scalar without visible form: a control character, a mark that changes the direction of text, or an
    /// unassigned or private-use character.
    case hidden
    /// A letter of any script.
    case letter
    /// A mark, a decimal digit, or punctuation that connects words.
    case partOfWord
  }

  /// Whether the scalar has no visible form.
  package var isHidden: Bool { category == .hidden }
}
