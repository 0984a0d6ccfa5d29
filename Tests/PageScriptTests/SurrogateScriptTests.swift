import TestSupport
import Testing

@testable import PageScript

/// Which texts can be put into the script for pages as surrogates.
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
  func whole(text: String) throws {
    // A script by its own shape; what a comment of HTML hides is looked at all the same.
    guard !text.hasPrefix("<!--") else {
      #expect(throws: Problem.strayBracket(line: 1)) { try SurrogateScript(parsing: text) }
      return
    }
    _ = try SurrogateScript(parsing: text)
  }

  @Test(
    arguments: [
      ("}", .strayBracket(line: 1)), ("\n}); alert(1); (() => {", .strayBracket(line: 2)),
      ("(]", .strayBracket(line: 1)), ("a\n(b\n{ }", .unfinished(.bracket, line: 2)),
      ("/* a */ /* b\n", .unfinished(.comment, line: 1)), ("/*/", .unfinished(.comment, line: 1)),
      ("\n'a\nb'", .unfinished(.string, line: 2)), ("'a", .unfinished(.string, line: 1)),
      ("'a\\", .unfinished(.string, line: 1)), ("\"a\\\"", .unfinished(.string, line: 1)),
      ("`a\n", .unfinished(.template, line: 1)), ("`a${b\n", .unfinished(.template, line: 1)),
      ("`a${b`", .unfinished(.template, line: 1)), ("a = /b\n/", .unfinished(.regex, line: 1)),
      ("a = /[/]", .unfinished(.regex, line: 1)), ("export default 1", .module(line: 1)),
      ("\nimport a from 'b'", .module(line: 2)), ("import 'b'", .module(line: 1)),
      ("x = '__SLUICE_SECRET__'", .secret),
    ] as [(String, Problem)])
  func broken(text: String, problem: Problem) {
    #expect(throws: problem) { try SurrogateScript(parsing: text) }
  }

  @Test func otherBytes() {
    #expect(throws: Problem.encoding) { try SurrogateScript(parsing: [0x61, 0xFF]) }
    #expect(throws: Problem.encoding) { try SurrogateScript(parsing: [0xED, 0xA0, 0x80]) }
    #expect(throws: Problem.tooLarge) {
      try SurrogateScript(parsing: [UInt8](repeating: 0x20, count: SurrogateScript.maximumBytes + 1))
    }
  }

  /// Nothing of hostile bytes gets out, and nothing stops the look at them.
  @Test func anyBytesAreLookedAt() {
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
