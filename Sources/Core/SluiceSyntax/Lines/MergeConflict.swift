/// The lines that version control writes around the sides of a merge conflict: `<<<<<<< ours`, `||||||| base`,
/// `=======` and `>>>>>>> theirs`.
enum MergeConflict {
  /// Returns whether a line is one of these lines.
  static func isMarker(_ bytes: Span<UInt8>, _ line: ByteRange) -> Bool {
    guard line.count >= 7, bytes[line.lowerBound + 6] == bytes[line.lowerBound] else { return false }
    let first = bytes[line.lowerBound]
    let end = bytes.endOfRun(from: line.lowerBound, to: line.upperBound) { $0 == first }
    switch first {
    case ASCII.less, ASCII.greater, ASCII.pipe:
      return end - line.lowerBound >= 7 && (end == line.upperBound || bytes[end].isBlank)
    // A longer row is often a decoration.
    case ASCII.equals: return line.count == 7 && end == line.upperBound
    default: return false
    }
  }

  /// Returns whether a line begins or ends a conflict. The lines between its sides can also be decorations.
  static func isEdge(_ bytes: Span<UInt8>, _ line: ByteRange) -> Bool {
    guard !line.isEmpty, bytes[line.lowerBound] == ASCII.less || bytes[line.lowerBound] == ASCII.greater
    else {
      return false
    }
    return isMarker(bytes, line)
  }

  /// Returns the offset of the first line in the range that begins or ends a conflict.
  static func firstEdge(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int? {
    var start = range.lowerBound
    while start < range.upperBound {
      let end = bytes.endOfRun(from: start, to: range.upperBound) {
        $0 != ASCII.lineFeed && $0 != ASCII.carriageReturn
      }
      if isEdge(bytes, bytes.trimmed(ByteRange(start, end))) { return start }
      start = end + 1
    }
    return nil
  }
}
