import SluiceRules
import SluiceText
import Testing

@testable import SluiceConversion

@Suite struct DiagnosticJSONTests {
  @Test func diagnosticIsWrittenAsJSONObject() {
    let filter = Array("||b.example^$csp".utf8)[...]
    var json = JSONWriter(.hidden)
    json.append(
      LocatedDiagnostic(
        file: "a.txt", location: TextLocation(file: "a.txt", line: 3, column: 14, endColumn: 17),
        severity: .warning, outcome: .unsupported, reason: "unknown-option",
        message: "unknown option 'csp'", subject: filter, excerpt: filter, span: 13..<16))
    #expect(
      String(decoding: json.bytes, as: UTF8.self)
        == #"{"file":"a.txt","line":3,"column":14,"endColumn":17,"outcome":"unsupported","reason":"unknown-option","#
        + #""message":"unknown option 'csp'","filter":"||b.example^$csp"}"#)
  }
}
