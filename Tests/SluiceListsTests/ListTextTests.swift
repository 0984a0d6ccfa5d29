import SluiceListFiles
import SluiceLists
import SluiceSystem
import Testing

/// Text files in other encodings.
@Suite struct ListTextTests {
  private static func utf16(_ text: String, isBig: Bool) -> [UInt8] {
    ([0xfeff] + text.utf16).flatMap { unit in
      let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xff))
      return isBig ? [high, low] : [low, high]
    }
  }

  @Test(
    arguments: ["", "||a.example^\n", "||пример.рф^\r\n##.é", "! 😀\n||a.example^", "\u{FEFF}x", "\u{FFFE}"],
    [false, true])
  func utf16ListIsDecoded(text: String, isBig: Bool) {
    let read = ListText(of: Self.utf16(text, isBig: isBig))
    #expect(read.bytes == Array(text.utf8) && read.storage == .utf16)
  }

  @Test(
    arguments: [
      ([0xff, 0xfe, 0x61], "\u{FFFD}"), ([0xff, 0xfe, 0x61, 0, 0x62], "a\u{FFFD}"),
      ([0xff, 0xfe, 0x00, 0xd8, 0x61, 0], "\u{FFFD}a"), ([0xfe, 0xff, 0xdc, 0, 0, 0x61], "\u{FFFD}a"),
    ] as [([UInt8], String)])
  func brokenUTF16HasReplacementCharacters(bytes: [UInt8], text: String) {
    let read = ListText(of: bytes)
    #expect(String(decoding: read.bytes, as: UTF8.self) == text && read.storage == .utf16)
  }

  /// UTF-8, single-byte encodings, UTF-16 without a BOM, and UTF-32.
  @Test(
    arguments: [
      [], [0xff], [0xef, 0xbb, 0xbf, 0x61], [0x61, 0, 0x62, 0], [0xff, 0xfe, 0, 0, 0x61, 0, 0, 0],
      [0, 0, 0xfe, 0xff, 0, 0, 0, 0x61],
    ] as [[UInt8]])
  func otherEncodingsAreUnchanged(bytes: [UInt8]) {
    let read = ListText(of: bytes)
    #expect(read.bytes == bytes && read.storage == .plain)
  }

  @Test func gzipMayContainUTF16() {
    let read = ListText(of: Gzip.compress(Self.utf16("||a.example^\n", isBig: false)))
    #expect(read.bytes == Array("||a.example^\n".utf8) && read.storage == .gzip)
  }
}
