import Testing

@testable import SluiceText

/// The detected formats of files, by their first bytes.
@Suite struct InputShapeTests {
  @Test(arguments: [
    ("[{", InputShape.rules), ("\u{FEFF} [\n {}]", .rules), ("[", .rules), ("[]", .rules),
    (" [ ]\r\n", .rules),
    ("[]\n||a.example^", .filters), ("[ ] x", .filters), ("[Adblock Plus 2.0]", .filters),
    ("[$path=/x]##.a", .filters),
    ("", .filters), ("||a^", .filters), ("[\"a.example\"]", .names), ("{}", .object),
  ])
  func inputShapeIsDetected(text: String, shape: InputShape) {
    #expect(InputShape(of: Array(text.utf8)) == shape)
  }
}
