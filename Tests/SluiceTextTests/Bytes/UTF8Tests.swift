import SluiceText
import Testing
import TestSupport

@Suite struct UTF8Tests {
  private static let texts: [[UInt8]] = [
    [], [0], Array("abc".utf8), Array("bücher/例え\u{1F600}".utf8), Array("\u{FFFD}".utf8),
    [0xEF, 0xBB, 0xBF, 0x61],
  ]

  private static let others: [[UInt8]] = [
    [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xE4, 0xBE], [0x61, 0x80], [0xF4, 0x90, 0x80, 0x80],
  ]

  @Test(arguments: texts) func validUTF8IsDecoded(_ bytes: [UInt8]) {
    #expect(String(utf8: bytes).map { Array($0.utf8) } == bytes)
    let invalid = bytes.span.invalidUTF8(in: ByteRange(0, bytes.count))
    #expect(invalid == nil)
  }

  @Test(arguments: others) func invalidUTF8IsRejected(_ bytes: [UInt8]) {
    #expect(String(utf8: bytes) == nil)
    let invalid = bytes.span.invalidUTF8(in: ByteRange(0, bytes.count))
    #expect(invalid != nil)
  }

  /// Compares with the standard library, with lead and continuation bytes of every sequence length.
  @Test(arguments: 0..<20 as Range<UInt64>) func invalidUTF8IsLocatedAtItsFirstByte(seed: UInt64) {
    var random = SeededRandom(seed)
    let parts: [UInt8] = [
      0x61, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC1, 0xC2, 0xE0, 0xE1, 0xED, 0xF0, 0xF1, 0xF4,
    ]
    for _ in 0..<500 {
      let bytes = (0..<random.below(7)).map { _ in random.pick(parts) }
      let range = bytes.span.invalidUTF8(in: ByteRange(0, bytes.count))
      #expect((range == nil) == (String(utf8: bytes) != nil), "\(bytes)")
      guard let range else { continue }
      #expect(String(utf8: Array(bytes[..<range.lowerBound])) != nil, "\(bytes)")
      #expect(bytes[...].scalar(at: range.lowerBound).scalar == nil, "\(bytes)")
    }
  }

  @Test func scalarsAreCountedAndTruncated() {
    let bytes = Array("aä中🙂".utf8) + [0xFF] + Array("b".utf8)
    #expect(bytes[...].scalarCount == 6)
    #expect(bytes[...].text(atMost: 3) == "aä中…")
    #expect(bytes[...].text(atMost: 6) == "aä中🙂\u{FFFD}b")
  }

  /// A span refers to the array's own memory and covers all of it.
  @Test(arguments: [[], [1], Array(0..<1000)] as [[Int]]) func arraySpanSharesItsMemory(_ array: [Int]) {
    let address = array.withUnsafeBufferPointer { $0.baseAddress }
    let span = array.span
    let (copy, count) = (span.indices.map { span[$0] }, span.count)
    let isSame = span.withUnsafeBufferPointer { $0.baseAddress } == address
    #expect(copy == array && count == array.count)
    #expect(array.isEmpty || isSame)
  }
}
