import SluiceConversion
import SluiceSyntax
import Testing
import TestSupport

/// Mismatched directives and their effects.
struct DirectiveTests {
  @Test(
    arguments: [
      ("!#if nothing\n||a.com^\n!#endif", [], []),
      ("!#if env_safari\n||a.com^", ["a.com"], ["1 unclosed-if: !#if env_safari"]),
      ("||b.com^\n!#if nothing\n||a.com^", ["b.com"], ["2 unclosed-if: !#if nothing"]),
      ("||a.com^\n!#endif\n||b.com^", ["a.com", "b.com"], ["2 stray-endif: !#endif"]),
      ("||a.com^\n!#else\n||b.com^", ["a.com", "b.com"], ["2 stray-else: !#else"]),
      // The second `!#else` of an `!#if` does not invert the condition again.
      (
        "!#if nothing\n||a.com^\n!#else\n||b.com^\n!#else\n||c.com^\n!#endif", ["b.com", "c.com"],
        ["5 stray-else: !#else"]
      ),
      (
        "!#if env_safari\n!#if nothing\n||a.com^\n!#endif\n||b.com^", ["b.com"],
        ["1 unclosed-if: !#if env_safari"]
      ),
      (
        "!#if nothing\n!#if env_safari\n", [],
        ["1 unclosed-if: !#if nothing", "2 unclosed-if: !#if env_safari"]
      ),
      // The same inside an inactive block.
      (
        "!#if nothing\n!#else\n!#else\n!#endif\n!#endif", [],
        ["3 stray-else: !#else", "5 stray-endif: !#endif"]
      ),
      ("!#if\n||a.com^\n!#endif", [], ["1 malformed-condition: !#if"]),
      ("!#if a b\n||a.com^\n!#else\n||b.com^\n!#endif", ["b.com"], ["1 malformed-condition: a b"]),
      ("!#if (a\n||a.com^\n", [], ["1 unclosed-if: !#if (a"]),
      ("  !#endif  ", [], ["1 stray-endif: !#endif"]),
    ] as [(String, [String], [String])])
  func mismatchedDirectivesAreReported(list: String, hosts: [String], problems: [String]) throws {
    let converted = try convert(list)
    #expect(
      converted.rules.map { $0.contains(#"a\.com"#) ? "a.com" : $0.contains(#"b\.com"#) ? "b.com" : "c.com" }
        == hosts)
    let bytes = Array(list.utf8)
    let found = converted.report.diagnostics.map { diagnostic in
      let line = bytes[..<diagnostic.line.lowerBound].count { $0 == 0x0A } + 1
      return
        "\(line) \(diagnostic.reason.id): \(String(decoding: bytes[diagnostic.span.indices], as: UTF8.self))"
    }
    #expect(found == problems)
    #expect(
      converted.report.diagnostics.allSatisfy {
        $0.outcome == .unsupported && $0.reason.definition().advice != nil
      })
    #expect(Outcome.allCases.reduce(0) { $0 + converted.report.count($1) } == converted.report.filters)
  }

  /// A hint is about the next line, whatever that is.
  @Test(
    arguments: [
      ("!+ PLATFORM(windows)\n||a.com^\n||b.com^", ["b.com"]),
      ("!+ NOT_PLATFORM(ios)\n||a.com^\n||b.com^", ["b.com"]),
      ("!+ PLATFORM(windows)\n\n||a.com^", ["a.com"]), ("!+ PLATFORM(windows)\n! c\n||a.com^", ["a.com"]),
      ("!+ PLATFORM(windows)\n!#if env_safari\n||a.com^\n!#endif", ["a.com"]),
      ("!#if env_safari\n!+ PLATFORM(windows)\n||a.com^\n||b.com^\n!#endif", ["b.com"]),
      ("!+ PLATFORM(windows)\n!+ NOT_OPTIMIZED\n||a.com^", ["a.com"]),
      ("!+ NOT_OPTIMIZED\n!+ PLATFORM(windows)\n||a.com^", []),
      ("!+ PLATFORM(windows)\n!#include x\n||a.com^", ["a.com"]),
      ("!+ PLATFORM(windows)\n! Title: x\n||a.com^", ["a.com"]),
      ("!+ PLATFORM(windows)\n@@||a.com^\n||a.com^", ["a.com"]),
      ("!+ PLATFORM(windows)\n||a.com^$scirpt\n||b.com^", ["b.com"]),
      ("||a.com^\n!+ PLATFORM(windows)", ["a.com"]),
    ] as [(String, [String])])
  func hintReachesOnlyNextLine(list: String, hosts: [String]) throws {
    let converted = try convert(list)
    #expect(converted.rules == hosts.map { "block ||\($0.prefix(1))\\.com[:/] case" })
    #expect(converted.diagnostics.allSatisfy { $0.contains("include") })
  }

  /// Scanning all open conditions for each filter would take hours.
  @Test(.slow(4)) func hundredThousandOpenConditionsAreConverted() throws {
    let text =
      String(repeating: "!#if env_safari\n", count: size(100_000))
      + String(repeating: "||a.com^\n", count: size(100_000))
    let report = try convert(text).report
    #expect(report.count(.converted) == size(100_000) && report.count(.unsupported) == size(100_000))
  }
}
