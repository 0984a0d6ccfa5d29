import Bytes
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
