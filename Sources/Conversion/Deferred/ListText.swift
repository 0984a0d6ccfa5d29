import FilterSyntax

/// Pieces of a list as text. Its filters are valid UTF-8, since the parser rejects all others.
extension Span<UInt8> {
  func text(_ range: ByteRange) -> String {
    extracting(range.indices).withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
  }

  /// The range without blanks at either end.
  func trimmed(_ lowerBound: Int, _ upperBound: Int) -> ByteRange {
    var start = lowerBound
    var end = Swift.max(lowerBound, upperBound)
    while start < end, self[start] == 0x20 || self[start] == 0x09 { start += 1 }
    while end > start, self[end - 1] == 0x20 || self[end - 1] == 0x09 { end -= 1 }
    return ByteRange(start, end)
  }

  func last(in range: ByteRange) -> UInt8? { range.isEmpty ? nil : self[range.upperBound - 1] }

  func firstOffset(of byte: UInt8, in range: ByteRange) -> Int? {
    range.indices.first { self[$0] == byte }
  }

  func lastOffset(of byte: UInt8, in range: ByteRange) -> Int? {
    range.indices.last { self[$0] == byte }
  }

  /// Whether the range begins with `text`.
  func hasPrefix(_ text: StaticString, _ range: ByteRange) -> Bool {
    guard range.count >= text.utf8CodeUnitCount else { return false }
    return (0..<text.utf8CodeUnitCount).allSatisfy { self[range.lowerBound + $0] == text.utf8Start[$0] }
  }
}
