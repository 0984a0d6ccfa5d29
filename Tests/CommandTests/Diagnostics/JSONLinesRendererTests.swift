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
}
