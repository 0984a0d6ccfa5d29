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
