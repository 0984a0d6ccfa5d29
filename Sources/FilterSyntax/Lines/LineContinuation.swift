/// Filters that go on over several lines, as uBlock Origin has them: a line that ends with a blank and a `\` goes
/// on in the next one if that begins with four blanks. The pieces are joined without anything between them.
enum LineContinuation {
  /// Whether the line from `start` to `end` goes on in the one that begins at `next`.
  static func goesOn(_ bytes: Span<UInt8>, from start: Int, to end: Int, next: Int) -> Bool {
    isLeft(open: bytes, from: start, to: end) && isIndented(bytes, at: next)
  }

  /// Whether the line that begins at `index` is one in which the line before it goes on. The list begins at
  /// `listStart`.
  static func isContinuation(_ bytes: Span<UInt8>, at index: Int, listStart: Int) -> Bool {
    guard index > listStart, isIndented(bytes, at: index) else { return false }
    var end = index - 1
    if bytes[end] == ASCII.lineFeed, end > listStart, bytes[end - 1] == ASCII.carriageReturn { end -= 1 }
    return isLeft(open: bytes, from: listStart, to: end)
  }

  /// What a line gives to the whole: without blanks at either end, and without the sign that it goes on.
  static func piece(_ bytes: Span<UInt8>, of line: ByteRange, goesOn: Bool) -> ByteRange {
    bytes.trimmed(ByteRange(line.lowerBound, line.upperBound - (goesOn ? 1 : 0)))
  }

  /// Whether a line goes on in the next one; both with their ends.
  static func goesOn(_ line: [UInt8], in next: [UInt8]) -> Bool {
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
