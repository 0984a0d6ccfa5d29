/// The continuation of filters over several lines, as in uBlock Origin. A line that ends with a space and a
/// `\` continues in the next line if that one starts with four spaces. The parts are joined without anything
/// between them.
enum LineContinuation {
  /// Returns whether the line from `start` to `end` continues in the one that starts at `next`.
  static func continues(_ bytes: Span<UInt8>, from start: Int, to end: Int, next: Int) -> Bool {
    isLeft(open: bytes, from: start, to: end) && isIndented(bytes, at: next)
  }

  /// Returns whether the line at `index` continues the line before it. The list starts at `listStart`.
  static func isContinuation(_ bytes: Span<UInt8>, at index: Int, listStart: Int) -> Bool {
    guard index > listStart, isIndented(bytes, at: index) else { return false }
    var end = index - 1
    if bytes[end] == ASCII.lineFeed, end > listStart, bytes[end - 1] == ASCII.carriageReturn { end -= 1 }
    return isLeft(open: bytes, from: listStart, to: end)
  }

  /// Returns the part of the joined filter that a line contributes: without spaces at its ends and without
  /// the `\`.
  static func piece(_ bytes: Span<UInt8>, of line: ByteRange, continues: Bool) -> ByteRange {
    bytes.trimmed(ByteRange(line.lowerBound, line.upperBound - (continues ? 1 : 0)))
  }

  /// Returns whether a line continues in the next one. Both lines include their line ends.
  static func continues(_ line: [UInt8], in next: [UInt8]) -> Bool {
    var end = line.count
    while end > 0, line[end - 1] == ASCII.lineFeed || line[end - 1] == ASCII.carriageReturn { end -= 1 }
    return isLeft(open: line.span, from: 0, to: end) && isIndented(next.span, at: 0)
  }

  private static func isLeft(open bytes: Span<UInt8>, from start: Int, to end: Int) -> Bool {
    end - start >= 2 && bytes[end - 1] == ASCII.backslash && bytes[end - 2] == ASCII.space
  }

  private static func isIndented(_ bytes: Span<UInt8>, at index: Int) -> Bool {
    bytes.hasText("    ", at: index, in: ByteRange(0, bytes.count))
  }
}
