import Testing
import TestSupport

@testable import SluiceTrackers

/// The texts that can be surrogates in a page script.
@Suite struct SurrogateScriptTests {
  typealias Problem = SurrogateScript.Problem

  @Test(arguments: [
    "", "// nothing", "(() => { 'use strict'; window.ga = function () {}; })();", "\u{FEFF}var a = 1",
    "if (a) /[/}]\\/}/.test(b)", "while (f()) /{/g.exec(c)", "a = b / 2; c = '}' / d", "x = y++ / 2; '{'",
    "return /}/", "typeof /}/", "var s = \"a\\\"}\" + 'b\\'}'", "'a\\\n}'", "'a\\\r\n}'", "/* } */ a",
    "`}${ `{${ {a: '`'}.a }` }}`", "`\\`}`", "a.return / 2; b = '}'", "f(/[)]/, [/(/])", "import('x')",
    "export_ = 1; imports = 2", "a = {import: 1, export: 2}", "x.export = 1", "var é = '}'", "<!-- }",
    "({}) / 2",
    "function f() { export_() }", "a = b\n/* c\n*/ / '}'.length", "label: { }",
  ])
  func validSurrogateScriptsAreAccepted(text: String) throws {
    // A valid script by structure. Text in an HTML comment is checked nevertheless.
    guard !text.hasPrefix("<!--") else {
      #expect(Self.problem(of: text) == "strayBracket 1:6")
      return
    }
    _ = try SurrogateScript(parsing: text)
  }

  /// Returns the problem of a script and its location.
  private static func problem(of text: String) -> String? {
    do throws(Problem) {
      _ = try SurrogateScript(parsing: text)
      return nil
    } catch {
      let place = error.location.map { " \($0)" } ?? ""
      switch error {
      case .tooLarge: return "tooLarge"
      case .encoding: return "encoding"
      case .secret: return "secret"
      case .unfinished(let construct, _): return construct.rawValue + place
      case .strayBracket: return "strayBracket" + place
      case .module: return "module" + place
      }
    }
  }

  @Test(arguments: [
    ("}", "strayBracket 1:1"), ("\n}); alert(1); (() => {", "strayBracket 2:1"), ("(]", "strayBracket 1:2"),
    ("a\n(b\n{ }", "bracket 2:1"), ("/* a */ /* b\n", "comment 1:9"), ("/*/", "comment 1:1"),
    ("\n'a\nb'", "string 2:1"), ("'a", "string 1:1"), ("'a\\", "string 1:1"), ("\"a\\\"", "string 1:1"),
    ("`a\n", "template 1:1"), ("`a${b\n", "template 1:1"), ("`a${b`", "template 1:6"),
    ("`a\n${b}c\n${d", "template 1:1"), ("ä = /b\n/", "regex 1:5"), ("a = /[/]", "regex 1:5"),
    ("export default 1", "module 1:1"), ("\nimport a from 'b'", "module 2:1"), ("import 'b'", "module 1:1"),
    ("x = '__SLUICE_SECRET__'", "secret"),
  ])
  func brokenSurrogateScriptsAreLocated(text: String, problem: String) {
    #expect(Self.problem(of: text) == problem)
  }

  @Test func surrogateEncodingAndSizeAreChecked() {
    #expect(throws: Problem.encoding) { try SurrogateScript(parsing: [0x61, 0xFF]) }
    #expect(throws: Problem.encoding) { try SurrogateScript(parsing: [0xED, 0xA0, 0x80]) }
    #expect(throws: Problem.tooLarge) {
      try SurrogateScript(parsing: [UInt8](repeating: 0x20, count: SurrogateScript.maximumBytes + 1))
    }
  }

  /// Arbitrary bytes neither escape the wrapper nor crash the check.
  @Test func randomSurrogateScriptsAreChecked() {
    var random = SeededRandom(11)
    let pieces = [
      "`", "${", "}", "{", "(", ")", "/", "*", "'", "\"", "\\", "\n", "a", "return ", "[", "]", "++", "$",
    ]
    for _ in 0..<20_000 {
      let text = (0..<Int.random(in: 0...14, using: &random)).map { _ in
        pieces.randomElement(using: &random) ?? ""
      }
      _ = try? SurrogateScript(parsing: text.joined())
    }
  }
}
