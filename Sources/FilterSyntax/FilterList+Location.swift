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
    let whole = self.place(of: lines[index].range)
    // What is in one piece begins in its line, behind blanks.
    let isInOneLine = whole == lines[index].range
    var start = isInOneLine ? whole.lowerBound : place.lowerBound
    while start > 0, !bytes[start - 1].isLineEnd { start -= 1 }
    if start == 0 { start = min(Self.content(of: self.bytes).lowerBound, place.lowerBound) }
    var end = place.lowerBound
    while end < place.upperBound, !bytes[end].isLineEnd { end += 1 }
    let column = 1 + bytes.scalarStarts(start..<max(start, place.lowerBound))
    return TextLocation(
      file: file, line: isInOneLine ? index + 1 : line(at: place.lowerBound, from: index), column: column,
      endColumn: column + bytes.scalarStarts(place.lowerBound..<end))
  }

  /// The number of the line in which a byte of a filter is that goes on in further lines.
  private func line(at offset: Int, from index: Int) -> Int {
    let bytes = bytes.span
    var end = offset
    while end < bytes.count, !bytes[end].isLineEnd { end += 1 }
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
