/// A list of filters: its bytes and what each of its lines says.
public struct FilterList: Sendable {
  /// The list as it was read.
  public let bytes: [UInt8]
  /// Every line in order, blank ones and comments too.
  public let lines: [Line]

  /// Parses a list. Any bytes are a list: what is wrong with a line is in its place among ``lines``.
  ///
  /// Lines end with LF, CR LF or CR; a byte order mark at the start is skipped.
  public init(bytes: [UInt8]) {
    self.init(bytes: bytes, lines: Self.parseLines(of: bytes, in: Self.content(of: bytes)))
  }

  /// A list from lines that were parsed piece by piece.
  public init(bytes: [UInt8], lines: [Line]) {
    self.bytes = bytes
    self.lines = lines
  }

  /// The bytes of the list without its byte order mark.
  public static func content(of bytes: [UInt8]) -> Range<Int> {
    (bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0)..<bytes.count
  }

  /// Cuts the list into at most `count` pieces of about equal size, each of whole lines.
  public static func pieces(of bytes: [UInt8], count: Int) -> [Range<Int>] {
    let content = content(of: bytes)
    var pieces: [Range<Int>] = []
    var start = content.lowerBound
    for number in 1..<max(count, 2) {
      var end = content.lowerBound + content.count / max(count, 1) * number
      guard end > start else { continue }
      // A piece ends after an LF, never between CR and LF. Lists with CR alone stay in one piece.
      while end < content.upperBound, bytes[end - 1] != ASCII.lineFeed { end += 1 }
      if end >= content.upperBound { break }
      pieces.append(start..<end)
      start = end
    }
    pieces.append(start..<content.upperBound)
    return pieces
  }

  /// Parses the lines in a part of a list. `range` must begin and end where lines do.
  public static func parseLines(of bytes: [UInt8], in range: Range<Int>) -> [Line] {
    var lines: [Line] = []
    // Lines of real lists have 26 bytes on average or more. Room that is not written to costs nothing, to move
    // the lines does.
    lines.reserveCapacity(range.count / 16 + 8)
    let span = bytes.span
    let parser = LineParser()
    let metadataEnd = metadataEnd(of: bytes, before: range.upperBound)
    var start = range.lowerBound
    while start < range.upperBound {
      var traits = LineTraits(mayBeMetadata: start < metadataEnd)
      var end = traits.scan(span, from: start, to: range.upperBound)
      let line = span.trimmed(ByteRange(start, end))
      lines.append(Line(range: line, content: parser.parse(span, line, traits)))
      if end + 1 < range.upperBound, span[end] == ASCII.carriageReturn, span[end + 1] == ASCII.lineFeed {
        end += 1
      }
      start = end + 1
    }
    return lines
  }

  /// The offset after the first 50 lines of the list, where metadata may stand, if that is before `end`.
  private static func metadataEnd(of bytes: [UInt8], before end: Int) -> Int {
    let span = bytes.span
    var lines = 0
    var index = content(of: bytes).lowerBound
    while index < end, lines < 50 {
      let isCRLF =
        span[index] == ASCII.carriageReturn && index + 1 < end && span[index + 1] == ASCII.lineFeed
      if span[index] == ASCII.lineFeed || (span[index] == ASCII.carriageReturn && !isCRLF) { lines += 1 }
      index += 1
    }
    return index
  }
}
