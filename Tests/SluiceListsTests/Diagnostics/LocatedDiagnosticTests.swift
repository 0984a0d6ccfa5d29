import SluiceSyntax
import SluiceText
import Testing

@testable import SluiceConversion
@testable import SluiceListFiles
@testable import SluiceLists

@Suite struct LocatedDiagnosticTests {
  /// Returns a diagnostic for the span in a list, whose line is `line`.
  private func diagnostic(_ source: Int, _ bytes: [UInt8], line: Range<Int>, _ span: Range<Int>) -> Diagnostic
  {
    Diagnostic(
      place: FilterPlace(source: source, lineNumber: 1), line: ByteRange(line.lowerBound, line.upperBound),
      span: ByteRange(span.lowerBound, span.upperBound), location: TextLocation(of: span, in: bytes),
      outcome: .unsupported,
      reason: .conversion(ConversionReason.allCases[0]))
  }

  @Test func diagnosticLineAndColumnAreFound() {
    let first = Array("! é\r\n\r\u{E9}漢x\n  indented\n".utf8)
    let second = Array("\u{FEFF}a\nb".utf8)
    let sources = [Source(name: "1", bytes: first), Source(name: "2", bytes: second)]
    let diagnostics = [
      diagnostic(0, first, line: 7..<13, 12..<13),
      diagnostic(0, first, line: 16..<24, 18..<20),
      diagnostic(1, second, line: 3..<4, 3..<4),
      diagnostic(1, second, line: 5..<6, 6..<6),
    ]
    let found = diagnostics.map { $0.located(in: sources) }.map {
      "\($0.file):\($0.location)-\($0.location.endColumn) \(String(decoding: $0.subject, as: UTF8.self))"
    }
    #expect(
      found == ["1:3:3-4 éx漢x".replacing("éx", with: "é"), "1:4:5-7 indented", "2:1:1-2 a", "2:2:2-2 b"])
  }

  /// A filter on several lines: the location is that of the span, the excerpt is its line, and the filter is
  /// joined.
  @Test(arguments: ["\n", "\r\n"]) func excerptShowsLineWithSpan(end: String) {
    let text = "x\n  ||a^$é, \\\n     frob, \\\n    3p\ny".replacing("\n", with: end)
    let bytes = Array(text.utf8)
    func offset(_ part: String) -> Int {
      text.utf8.distance(from: text.startIndex, to: text.firstRange(of: part)?.lowerBound ?? text.endIndex)
    }
    let line = offset("||")..<offset("3p") + 2
    let diagnostics = [
      diagnostic(0, bytes, line: line, offset("é")..<offset("é") + 2),
      diagnostic(0, bytes, line: line, offset("frob")..<offset("frob") + 4),
      diagnostic(0, bytes, line: line, offset("rob")..<offset("3p") + 1),
      diagnostic(0, bytes, line: line, line.upperBound..<line.upperBound),
      diagnostic(0, bytes, line: bytes.count - 1..<bytes.count, bytes.count - 1..<bytes.count),
    ]
    let found = diagnostics.map { $0.located(in: [Source(name: "l", bytes: bytes)]) }
    #expect(
      found.map { "\($0.location)-\($0.location.endColumn) \(String(decoding: $0.excerpt, as: UTF8.self))" }
        == [
          "2:8-9 ||a^$é, \\", "3:6-10 frob, \\", "3:7-13 frob, \\", "4:7-7 3p", "5:1-2 y",
        ])
    #expect(found.dropLast().allSatisfy { String(decoding: $0.subject, as: UTF8.self) == "||a^$é,frob,3p" })
    #expect(
      found.allSatisfy {
        $0.excerpt.startIndex <= $0.span.lowerBound && $0.span.upperBound <= $0.excerpt.endIndex
      })
  }

  @Test func messageHasPlaceOutcomeTextAndID() throws {
    let sources = [
      Source(name: "a.txt", bytes: "||a.example^\n||a.example^$frob\n"),
      Source(name: "b.txt", bytes: "! b\nb.example##.x:has-text(y)\n"),
    ]
    let result = try Converter(options: ConversionOptions(target: .safari18)).convert(sources)
    #expect(
      result.report.diagnostics.map { $0.message(in: sources) } == [
        "a.txt:2:14: unsupported: unknown option 'frob': the filter is dropped [unknown-option]",
        "b.txt:2:14: needs a script: ':has-text' is not CSS: it needs a script [procedural-selector]",
      ])
  }

  @Test func invalidSequenceCountsAsOneColumn() {
    let bytes: [UInt8] = [0xFF, 0xE6, 0xBC, 0x61]
    let found = diagnostic(0, bytes, line: 0..<4, 3..<4).located(in: [Source(name: "x", bytes: bytes)])
    #expect(found.location.column == 3)
  }

  @Test func longSpansAreTruncatedInMessages() {
    let bytes = [UInt8](repeating: UInt8(ascii: "y"), count: 1_000_000)
    let all = diagnostic(0, bytes, line: 0..<bytes.count, 0..<bytes.count)
    let finding = all.located(in: [Source(name: "x", bytes: bytes)])
    #expect(finding.message.utf8.count < 500)
    #expect(finding.location.endColumn == 1_000_001)
  }
}
