/// Pieces of a text, compared and cut where they stand.
extension Span<UInt8> {
  /// The byte at the offset; 0 past the end, where that is distinct because the text holds no NUL.
  @inlinable @inline(__always)
  package func byte(_ offset: Int) -> UInt8 { offset < count ? self[offset] : 0 }

  /// The range without blanks at either end.
  @inlinable @inline(__always)
  package func trimmed(_ range: ByteRange) -> ByteRange {
    var start = range.lowerBound
    var end = range.upperBound
    while start < end, self[start].isBlank { start += 1 }
    while end > start, self[end - 1].isBlank { end -= 1 }
    return ByteRange(start, end)
  }

  /// The offset of the first `byte` in the range.
  @inlinable
  package func firstIndex(of byte: UInt8, in range: ByteRange) -> Int? {
    var index = range.lowerBound
    while index < range.upperBound {
      if self[index] == byte { return index }
      index += 1
    }
    return nil
  }

  /// The offset of the last `byte` in the range.
  package func lastIndex(of byte: UInt8, in range: ByteRange) -> Int? {
    range.indices.last { self[$0] == byte }
  }

  /// The last byte of the range.
  package func last(in range: ByteRange) -> UInt8? { range.isEmpty ? nil : self[range.upperBound - 1] }

  /// Whether the bytes from `offset` on, within `range`, begin with `text`.
  @inlinable @inline(__always)
  package func hasText(_ text: StaticString, at offset: Int, in range: ByteRange) -> Bool {
    let length = text.utf8CodeUnitCount
    guard offset + length <= range.upperBound else { return false }
    var index = 0
    // Below `length`, which is that of the text.
    while index < length {
      if self[offset + index] != text.utf8Start[index] { return false }
      index += 1
    }
    return true
  }

  /// Whether the range begins with `text`.
  package func hasPrefix(_ text: StaticString, _ range: ByteRange) -> Bool {
    hasText(text, at: range.lowerBound, in: range)
  }

  /// Whether the bytes of the range are exactly `text`.
  @inlinable
  package func isText(_ text: StaticString, _ range: ByteRange) -> Bool {
    range.count == text.utf8CodeUnitCount && hasText(text, at: range.lowerBound, in: range)
  }

  /// Whether the bytes in the range, which may be one that the span has not, are those of the text.
  @inlinable
  package func equals(_ range: Range<Int>, _ text: StaticString) -> Bool {
    range.lowerBound >= 0 && range.upperBound <= count
      && isText(text, ByteRange(range.lowerBound, range.upperBound))
  }

  /// Whether the bytes in the range are `lowercased`, capitals taken for small letters.
  @inlinable
  package func equalsIgnoringCase(_ lowercased: [UInt8], _ range: Range<Int>) -> Bool {
    guard range.count == lowercased.count else { return false }
    var index = 0
    while index < lowercased.count {
      if self[range.lowerBound + index].asciiLowercased != lowercased[index] { return false }
      index += 1
    }
    return true
  }

  /// Whether both have the same bytes.
  @inlinable
  package func equals(_ other: Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    for index in 0..<count where self[index] != other[index] { return false }
    return true
  }

  /// The bytes of the range.
  package func array(_ range: ByteRange) -> [UInt8] { [UInt8](extracting(range.indices)) }

  /// The bytes of the range with ASCII's capitals as small letters.
  package func lowercased(_ range: ByteRange) -> [UInt8] { range.indices.map { self[$0].asciiLowercased } }

  /// The range as text, what is not UTF-8 as U+FFFD.
  package func text(_ range: ByteRange) -> String { String(extracting(range.indices)) }

  /// The number that hexadecimal digits stand for, as many of them as there are.
  package func hexValue(_ offset: Int, digits: Int) -> UInt32 {
    var value: UInt32 = 0
    for index in offset..<offset + digits where byte(index).isHexDigit {
      value = value << 4 | UInt32(byte(index).hexDigitValue)
    }
    return value
  }
}

extension [UInt8] {
  /// A copy of a span.
  @inlinable
  package init(_ span: Span<UInt8>) { self = span.withUnsafeBufferPointer { Array($0) } }

  /// Appends all of a span.
  @inlinable
  package mutating func append(_ span: Span<UInt8>) {
    span.withUnsafeBufferPointer { append(contentsOf: $0) }
  }

  /// Appends a text of the program's.
  @inlinable @inline(__always)
  package mutating func append(_ text: StaticString) {
    // The pointer is to all of the text, which is there as long as the program.
    append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }
}
