extension FilterList {
  /// Where bytes of a line are in the list as it was read.
  ///
  /// - Parameters:
  ///   - range: some of the bytes of the line, such as a ``SyntaxProblem/span``, or all of them.
  ///   - index: which of ``lines`` it is.
  ///   - file: what the list is called.
  public func location(
    of range: ByteRange, inLine index: Int, file: String? = nil
  ) -> TextLocation {
    let bytes = bytes.span
    let place = place(of: range)
    var start = min(place.lowerBound, bytes.count)
    while start > 0, !bytes[start - 1].isLineEnd { start -= 1 }
    if start == 0 { start = min(Self.content(of: self.bytes).lowerBound, place.lowerBound) }
    var lineEnd = place.lowerBound
    while lineEnd < bytes.count, !bytes[lineEnd].isLineEnd { lineEnd += 1 }
    // A filter that goes on has its parts in later lines.
    var line = index + 1
    while line < lines.count, lines[line].content == .continuation, lines[line].range.lowerBound <= lineEnd {
      line += 1
    }
    let column = 1 + bytes.scalarStarts(start..<place.lowerBound)
    let end = max(place.lowerBound, min(place.upperBound, lineEnd))
    return TextLocation(
      file: file, line: line, column: column, endColumn: column + bytes.scalarStarts(place.lowerBound..<end))
  }
}

extension UInt8 {
  fileprivate var isLineEnd: Bool { self == ASCII.lineFeed || self == ASCII.carriageReturn }
}
