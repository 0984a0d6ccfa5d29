/// A half-open range of byte offsets in a list.
///
/// Places in a list are stored as offsets; lines and columns are computed only for display. Offsets have 32
/// bits, so a list can have at most 4 GiB.
public struct ByteRange: Hashable, Sendable {
  /// The offset of the first byte.
  public var start: UInt32
  /// The offset after the last byte; never before ``start``.
  public var end: UInt32

  /// Creates the range from `start` up to `end`. Offsets that are too large are clamped, and an end before
  /// the start results in an empty range.
  @inlinable @inline(__always) public init(_ start: Int, _ end: Int) {
    self.start = UInt32(clamping: start)
    self.end = max(self.start, UInt32(clamping: end))
  }

  /// The offset of the first byte.
  @inlinable public var lowerBound: Int { Int(start) }
  /// The offset after the last byte.
  @inlinable public var upperBound: Int { Int(end) }
  /// The number of bytes.
  @inlinable public var count: Int { Int(end) - Int(start) }
  /// Whether the range is empty.
  @inlinable public var isEmpty: Bool { start == end }
  /// The offsets in the range.
  @inlinable public var indices: Range<Int> { Int(start)..<Int(end) }
}
