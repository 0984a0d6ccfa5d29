extension FilterList {
  /// Returns the location, in the original list, of a range within a line.
  ///
  /// - Parameters:
  ///   - range: all or some of the bytes of the line, such as a ``SyntaxProblem/span``.
  ///   - index: the index of the line in ``lines``.
  ///   - file: the name of the list.
  public func location(
    of range: ByteRange, inLine index: Int, file: String? = nil
  ) -> TextLocation {
    let bytes = bytes.span
    let place = place(of: range)
    let whole = self.place(of: lines[index].range)
    // The line start is searched for backward. For a filter on a single line, the search starts at its first
    // byte.
    let isInOneLine = whole == lines[index].range
    var start = isInOneLine ? whole.lowerBound : place.lowerBound
    while start > 0, !bytes[start - 1].isLineEnd { start -= 1 }
    if start == 0 { start = min(Self.content(of: self.bytes).lowerBound, place.lowerBound) }
    let end = bytes.endOfRun(from: place.lowerBound, to: place.upperBound) { !$0.isLineEnd }
    let column = 1 + bytes.scalarStarts(start..<max(start, place.lowerBound))
    return TextLocation(
      file: file, line: isInOneLine ? index + 1 : line(at: place.lowerBound, from: index), column: column,
      endColumn: column + bytes.scalarStarts(place.lowerBound..<end))
  }

  /// Returns the line number of a byte in a filter that spans several lines.
  private func line(at offset: Int, from index: Int) -> Int {
    let bytes = bytes.span
    let end = bytes.endOfRun(from: offset, to: bytes.count) { !$0.isLineEnd }
    var next = index + 1
    while next < lines.count, lines[next].content == .continuation, lines[next].range.lowerBound <= end {
      next += 1
    }
    return next
  }
}

extension UInt8 {
  fileprivate var isLineEnd: Bool { self == ASCII.lineFeed || self == ASCII.carriageReturn }
}
