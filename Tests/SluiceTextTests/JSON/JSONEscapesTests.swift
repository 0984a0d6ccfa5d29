import Foundation
import Testing
import TestSupport

@testable import SluiceText

@Suite struct JSONEscapesTests {
  private func written(_ bytes: [UInt8], _ escapes: JSONEscapes) -> String {
    var writer = JSONWriter(escapes)
    writer.append(bytes)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test(arguments: [
    ("plain é \u{1F600}\u{7F}", #""plain \u00e9 \ud83d\ude00"# + "\u{7F}\""),
    (#"a"b\c"#, #""a\"b\\c""#),
    ("\t\u{1}\u{2028}", #""\u0009\u0001\u2028""#),
  ])
  func nonASCIICharactersAreEscaped(text: String, expected: String) {
    #expect(written(Array(text.utf8), .outsideASCII) == expected)
  }

  @Test(arguments: [
    ("plain é\u{202E}\u{2027}\u{202A}", "\"plain é\u{202E}\u{2027}\u{202A}\""),
    ("1234567\u{2028}8\u{2029}\u{7F}\t", #""1234567\u20288\u2029\u007f\u0009""#),
  ])
  func javaScriptLineEndsAreEscaped(text: String, expected: String) {
    #expect(written(Array(text.utf8), .lineEnds) == expected)
  }

  /// An escape is found at each position of the eight bytes that are scanned at once.
  @Test(arguments: 0..<20) func escapesAreFoundAtEveryOffset(_ place: Int) {
    let (before, after) = (String(repeating: "a", count: place), String(repeating: "b", count: 19 - place))
    for (character, escape) in [
      ("\"", #"\""#), ("\\", #"\\"#), ("\u{1F}", #"\u001f"#), ("\u{7F}", #"\u007f"#),
    ] {
      #expect(written(Array((before + character + after).utf8), .hidden) == "\"\(before)\(escape)\(after)\"")
    }
  }

  /// The size is that of the output, and both follow the policy.
  @Test(arguments: 0..<40 as Range<UInt64>) func jsonOutputAndSizeAgreeWithWriter(seed: UInt64) {
    var random = SeededRandom(seed)
    let parts = ["a", "bcdefgh", "\"", "\\", "ä", "中", "🙂", "\u{1}", "\u{7F}", "\u{2028}"]
    func text() -> [UInt8] { (0..<random.below(20)).flatMap { _ in Array(random.pick(parts).utf8) } }
    let (start, rest) = (text(), text())
    let bytes = start + rest
    var output = JSONOutput(capacity: 6 * bytes.count + 16)
    output.append("\"")
    output.appendEscaped(bytes, from: start.count)
    output.append("\"")
    var size = JSONSize()
    size.appendEscaped(bytes, from: start.count)
    let json = [UInt8](output.bytes)
    #expect(json == Array(written(rest, .outsideASCII).utf8))
    #expect(size.count + 2 == json.count)
  }

  private static let hiddenCharacters: [(bytes: [UInt8], expected: String)] = [
    ([], #""""#),
    (Array("plain".utf8), #""plain""#),
    (Array(#"a"b\c/d"#.utf8), #""a\"b\\c/d""#),
    (Array("\t\n\r\u{0}\u{1B}\u{7F}".utf8), #""\t\u000a\u000d\u0000\u001b\u007f""#),
    (Array("é漢😀e\u{301}".utf8), "\"é漢😀e\u{301}\""),
    (Array("\u{9B}\u{2028}\u{202E}\u{FEFF}".utf8), #""\u009b\u2028\u202e\ufeff""#),
    (Array("\u{E0001}".utf8), #""\udb40\udc01""#),
    ([0x61, 0xFF, 0x62], "\"a\u{FFFD}b\""),
    ([0xE6, 0xBC], "\"\u{FFFD}\""),
    ([0xC0, 0x80], "\"\u{FFFD}\u{FFFD}\""),
  ]

  @Test(arguments: hiddenCharacters)
  func hiddenCharactersAreEscaped(bytes: [UInt8], expected: String) {
    #expect(written(bytes, .hidden) == expected)
  }

  @Test func writtenJSONStringsRoundTrip() throws {
    var generator = SeededRandom(7)
    for _ in 0..<500 {
      let bytes = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      let text = String(decoding: bytes, as: UTF8.self)
      let read = try JSONDecoder().decode(String.self, from: Data(written(bytes, .hidden).utf8))
      #expect(read.unicodeScalars.elementsEqual(text.unicodeScalars))
      // The other policies require valid UTF-8.
      for escapes in [JSONEscapes.outsideASCII, .lineEnds] {
        let json = Array(written(Array(text.utf8), escapes).utf8)
        let again = try JSONText(JSONValue(allOf: json.span), in: json.span).string
        #expect(again.unicodeScalars.elementsEqual(text.unicodeScalars))
      }
    }
  }
}
