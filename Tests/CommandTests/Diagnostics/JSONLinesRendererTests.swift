import Foundation
import TestSupport
import Testing

@testable import ListBuilding
@testable import sluice

@Suite struct JSONLinesRendererTests {
  @Test func writesOneObjectALine() {
    var output: [UInt8] = []
    JSONLinesRenderer.append(.example(), to: &output)
    JSONLinesRenderer.append(.example(), to: &output)
    let line =
      #"{"file":"a.txt","line":3,"column":14,"endColumn":17,"outcome":"dropped","reason":"unknown-option","#
      + #""message":"unknown option 'csp'","filter":"||b.example^$csp"}"# + "\n"
    #expect(String(decoding: output, as: UTF8.self) == line + line)
  }

  @Test(arguments: [
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
  ])
  func escapes(bytes: [UInt8], expected: String) {
    var output: [UInt8] = []
    JSONText.append(bytes[...], to: &output)
    #expect(String(decoding: output, as: UTF8.self) == expected)
  }

  @Test func anyBytesGiveWhatAReaderReadsAsTheirText() throws {
    var generator = SeededRandom(7)
    for _ in 0..<500 {
      let bytes = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      var output: [UInt8] = []
      JSONText.append(bytes[...], to: &output)
      let text = try JSONDecoder().decode(String.self, from: Data(output))
      #expect(text.unicodeScalars.elementsEqual(String(decoding: bytes, as: UTF8.self).unicodeScalars))
    }
  }
}
