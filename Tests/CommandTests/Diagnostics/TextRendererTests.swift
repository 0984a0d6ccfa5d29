import SluiceText
import Testing

@testable import sluice
@testable import SluiceConversion
@testable import SluiceListFiles
@testable import SluiceLists

@Suite struct TextRendererTests {
  @Test func diagnosticShowsLocationCaretAndHelp() {
    #expect(
      render(.example(advice: "remove the option")) == """
        a.txt:3:14: warning: unknown option 'csp' [unknown-option]
          ||b.example^$csp
                       ^^^
          = help: remove the option

        """)
  }

  @Test func helpLineNeedsAdvice() {
    #expect(!render(.example()).contains("help"))
  }

  @Test(arguments: [(Outcome.unsupported, "warning"), (.approximated, "warning"), (.needsScript, "note")])
  func diagnosticSeverityFollowsOutcome(outcome: Outcome, severity: String) {
    #expect(render(.example(outcome: outcome)).contains(":14: \(severity): unknown"))
  }

  @Test func diagnosticsEscapeControlCharacters() {
    let finding = LocatedDiagnostic.example(
      file: "\u{1B}]0;x\u{7}.txt", message: "unknown option '\u{9B}2J\u{202E}'",
      filter: "||b.example^$\u{1B}[2J\u{0}\r", advice: "\u{1B}c")
    for scalar in render(finding).unicodeScalars where scalar != "\n" {
      #expect(!scalar.isHidden)
    }
  }

  @Test func diagnosticsAreColoredOnRequest() {
    let text = TextRenderer(style: TextStyle(isColored: true), width: 80).render(.example())
    #expect(text.hasPrefix("\u{1B}[1ma.txt:3:14:\u{1B}[0m \u{1B}[1;33mwarning:\u{1B}[0m "))
  }

  private func render(_ finding: LocatedDiagnostic) -> String {
    TextRenderer(style: .plain, width: 80).render(finding)
  }
}

extension LocatedDiagnostic {
  /// Returns a finding on the option of `||b.example^$csp`.
  static func example(
    file: String = "a.txt", outcome: Outcome = .unsupported, message: String = "unknown option 'csp'",
    filter: String = "||b.example^$csp", advice: String? = nil
  ) -> LocatedDiagnostic {
    let bytes = Array(filter.utf8)
    return LocatedDiagnostic(
      file: file,
      location: TextLocation(file: file, line: 3, column: 14, endColumn: 14 + bytes.count - 13),
      severity: .init(of: outcome), outcome: outcome, reason: "unknown-option", message: message,
      advice: advice, subject: bytes[...], excerpt: bytes[...], span: 13..<bytes.count)
  }
}
