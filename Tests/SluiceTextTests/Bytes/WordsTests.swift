import SluiceText
import Testing

@Suite struct WordsTests {
  private func words(_ text: String, rest: UInt64 = 0) -> [UInt64] {
    var words: [UInt64] = []
    let bytes = Array(text.utf8)
    bytes.span.forEachWord(rest: rest) { words.append($0) }
    return words
  }

  @Test func incompleteLastWordIsPacked() {
    #expect(words("") == [0])
    #expect(words("ab", rest: 3) == [0x03_6162])
    #expect(words("abcdefgh").map(\.littleEndian) == [0x6867_6665_6463_6261, 0])
    #expect(words("abcdefghi", rest: 9) == [words("abcdefgh")[0], 0x0969])
  }

  @Test(arguments: [
    ("abcdefghijk", 0, true), ("xabcdefghijk", 1, true), ("xabcdefghijk", 0, false), ("abcdefghij", 0, false),
    ("abcdefghijX", 0, false), ("Xbcdefghijk", 0, false), ("abcXefghijk", 0, false),
    ("abcdefghijk", -1, false),
    ("abcdefghijk", 1, false), ("abcdefghijk", 99, false), ("", 0, false),
  ])
  func longTextIsFoundAtOffset(text: String, offset: Int, isFound: Bool) {
    let bytes = Array(text.utf8)
    let found = bytes.span.hasLongText("abcdefghijk", at: offset)
    #expect(found == isFound)
    let short = bytes.span.hasLongText("abc", at: 0)
    #expect(!short)
  }

  @Test(arguments: [
    ("#safari_", true), ("x#safari_x", true), ("?safari_", false), ("#safari", false), ("##safari_", true),
    ("", false),
  ])
  func wordIsFoundAnywhereInBytes(text: String, isFound: Bool) {
    let bytes = Array(text.utf8)
    let found = bytes.span.contains(word: "#safari_") { $0 == UInt8(ascii: "#") }
    #expect(found == isFound)
  }

  /// Texts with each byte at some place among others, of lengths around one and two words.
  private static let texts: [[UInt8]] = (0...18).flatMap { length in
    (UInt8.min...UInt8.max).map { byte in
      var text = [UInt8](repeating: UInt8(ascii: "n"), count: length)
      if length > 0 { text[Int(byte) % length] = byte }
      if length > 4 { text[length - 2] = byte &+ 1 }
      return text
    }
  }

  @Test func aByteIsFoundAsByLookingAtEach() {
    for text in Self.texts {
      for byte in [0x00, 0x01, UInt8(ascii: "n"), 0x7F, 0x80, 0xFF] + text.prefix(1) {
        for start in [0, 1, 7] where start <= text.count {
          let found = text.span.firstIndex(of: byte, in: ByteRange(start, text.count))
          #expect(found == text[start...].firstIndex(of: byte))
        }
      }
    }
    let text = Array("abc".utf8)
    let behind = text.span.firstIndex(of: UInt8(ascii: "a"), in: ByteRange(9, 9))
    #expect(behind == nil)
  }

  @Test func aLowByteIsFoundWithTheBitsBeforeIt() {
    for text in Self.texts {
      for end in [text.count, text.count / 2] {
        var bits: UInt64 = 0
        let found = text.span.firstIndex(ofAtMost: 0x24, from: 0, to: end, addingTo: &bits)
        #expect(found == text[..<end].firstIndex { $0 <= 0x24 } ?? end)
        #expect((bits & 0x8080_8080_8080_8080 == 0) == text[..<found].allSatisfy { $0 < 0x80 })
      }
    }
  }

  @Test func lettersAtTheStartOfAWordAreCountedUpToTheEnd() {
    for text in Self.texts {
      for index in text.indices {
        let count = text.withUnsafeBytes { $0.paddedWord(at: index).lowercaseLettersAtStart }
        let isLetter = { (byte: UInt8) in (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
        #expect(count == text[index...].prefix(8).prefix(while: isLetter).count)
      }
    }
  }

  @Test func hostEndsBeforeTheFirstOtherByte() {
    for text in Self.texts {
      for start in text.indices {
        for end in start...min(start + 20, text.count) {
          let found = text.span.endOfHost(from: start, to: end)
          #expect(found == text.span.endOfRun(from: start, to: end) { $0.isHostCharacter })
        }
      }
    }
  }

  @Test func repetitionOperatorIsFoundFromStartIndex() {
    for length in 0...20 {
      // All other bytes, including the neighboring values and those with the high bit set.
      for other in UInt8.min...UInt8.max where !"*+?".utf8.contains(other) {
        let bytes = [UInt8](repeating: other, count: length)
        let found = bytes.span.hasRepetition(from: 0)
        #expect(!found)
      }
      for (place, byte) in zip(0..<length, Array("*+?*+?*+?*+?*+?*+?*+?".utf8)) {
        var bytes = [UInt8](repeating: UInt8(ascii: "a"), count: length)
        bytes[place] = byte
        for start in 0...length + 1 {
          let found = bytes.span.hasRepetition(from: start)
          #expect(found == (start <= place))
        }
      }
    }
  }
}
