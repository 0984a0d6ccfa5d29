import SluiceText
import Testing

@Suite struct SpanTextTests {
  // Results are computed outside of `#expect`, which does not accept spans.
  private let text = Array(" \ta,B a\t".utf8)

  @Test func spacesAreTrimmedWithinRange() {
    // An end before the start is an empty range.
    let ranges = [ByteRange(0, 8), ByteRange(0, 2), ByteRange(5, 3)]
    let trimmed = ranges.map { text.span.trimmed($0) }
    #expect(trimmed == [ByteRange(2, 7), ByteRange(2, 2), ByteRange(5, 5)])
  }

  @Test func textIsMatchedOnlyWithinRange() {
    let span = text.span
    let found = [
      span.hasText("a,B", at: 2, in: ByteRange(0, 5)), span.hasText("a,B", at: 2, in: ByteRange(0, 4)),
      span.hasPrefix("a,", in: ByteRange(2, 4)), span.hasPrefix("a,", in: ByteRange(2, 3)),
      span.isText("a,B", in: ByteRange(2, 5)), span.isText("a,", in: ByteRange(2, 5)),
      span.equals(2..<4, text: "a,"), span.equals(6..<12, text: "a\t"),
      span.equalsIgnoringCase(Array("a,b".utf8), range: 2..<5),
      span.equalsIgnoringCase(Array("a,B".utf8), range: 2..<5),
    ]
    #expect(found == [true, false, true, false, true, false, true, false, true, false])
  }

  @Test func firstAndLastIndexOfByteAreFound() {
    let span = text.span
    let first = span.firstIndex(of: 0x61, in: ByteRange(3, 8))
    let last = span.lastIndex(of: 0x61, in: ByteRange(0, 6))
    let none = span.firstIndex(of: 0x61, in: ByteRange(3, 6))
    #expect([first, last, none] == [6, 2, nil])
    let bytes = [span.byte(7), span.byte(8)]
    #expect(bytes == [0x09, 0])
  }
}
