/// A half-open range of byte offsets into a list.
///
/// Places in a list are kept as offsets; line and column are computed only when they are shown.
/// 32 bits each: a list is at most 4 GiB.
public struct ByteRange: Hashable, Sendable {
  /// Offset of the first byte.
  public var start: UInt32
  /// Offset after the last byte; never before ``start``.
  public var end: UInt32

  /// The bytes from `start` up to `end`. Offsets that do not fit are clamped, an end before the start
  /// gives an empty range.
  @inlinable public init(_ start: Int, _ end: Int) {
    self.start = UInt32(clamping: start)
    self.end = max(self.start, UInt32(clamping: end))
  }

  /// Offset of the first byte.
  @inlinable public var lowerBound: Int { Int(start) }
  /// Offset after the last byte.
  @inlinable public var upperBound: Int { Int(end) }
  /// How many bytes.
  @inlinable public var count: Int { Int(end) - Int(start) }
  /// Whether there are no bytes.
  @inlinable public var isEmpty: Bool { start == end }
  /// The offsets.
  @inlinable public var indices: Range<Int> { Int(start)..<Int(end) }
}
