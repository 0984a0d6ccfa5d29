import FilterSyntax
import TestSupport
import Testing

@testable import Conversion
@testable import PageScript

/// The arguments of scriptlets as the reader of lists has them, against a plain reading of what the documents of uBlock Origin
/// ("Static filter syntax", scriptlet injection) and AdGuard ("Scriptlets", syntax) say.
@Suite struct ScriptletReadingTests {
  /// A call as it is written: the name and the arguments.
  private struct Call: Hashable, CustomStringConvertible {
    var parts: [String]
    var description: String { "\(parts)" }
  }

  /// Reads a line without the project's reader: nil where no call is written there.
  private static func plainReading(_ line: String) -> Call? {
    if let match = line.wholeMatch(of: /[^#]*?#@?#\+js\((.*)\)\s*/) { return uBlockOrigin(match.1) }
    if let match = line.wholeMatch(of: /.*?#@?%#\/\/scriptlet\((.*)\);?\s*/) { return adGuard(match.1) }
    return nil
  }

  /// Arguments are separated by commas; one may be in quotes; a backslash makes a comma, or the quote, a plain sign.
  private static func uBlockOrigin(_ text: Substring) -> Call? {
    var rest = text.drop { $0 == " " }
    if rest.isEmpty { return Call(parts: []) }
    var parts: [String] = []
    while true {
      let quoted = rest.prefixMatch(of: /[ \t]*(?:'((?:\\.|[^'\\])*)'|"((?:\\.|[^"\\])*)"|`((?:\\.|[^`\\])*)`)[ \t]*(,|$)/)
      if let quoted, let inner = quoted.1 ?? quoted.2 ?? quoted.3 {
        let quote = quoted.1 != nil ? "'" : quoted.2 != nil ? "\"" : "`"
        parts.append(String(inner).replacing("\\" + quote, with: quote))
        rest = rest[quoted.range.upperBound...]
        if quoted.4.isEmpty { return Call(parts: parts) }
      } else if let plain = rest.prefixMatch(of: /((?:\\.|[^,\\])*\\?)(,|$)/) {
        parts.append(String(plain.1.trimmed).replacing("\\,", with: ","))
        rest = rest[plain.range.upperBound...]
        if plain.2.isEmpty { return Call(parts: parts) }
      } else {
        return nil
      }
    }
  }

  /// Each argument is in quotes, single or double; a backslash makes the quote a plain sign.
  private static func adGuard(_ text: Substring) -> Call? {
    var rest = text
    var parts: [String] = []
    while let quoted = rest.prefixMatch(of: /\s*(?:'((?:\\.|[^'\\])*)'|"((?:\\.|[^"\\])*)")\s*(,|$)/) {
      let quote = quoted.1 != nil ? "'" : "\""
      parts.append(String(quoted.1 ?? quoted.2 ?? "").replacing("\\" + quote, with: quote))
      rest = rest[quoted.range.upperBound...]
      if quoted.3.isEmpty { return Call(parts: parts) }
    }
    return rest.allSatisfy(\.isWhitespace) && parts.isEmpty ? Call(parts: []) : nil
  }

  /// What the reader of lists has for a line.
  private static func reading(_ line: Int, of source: ParsedSource) -> Call? {
    let reader = DeferredFilterReader(source: 0, location: source.location(ofLine: line))
    for filter in reader.filters(source.list.lines[line].content, in: source.list.bytes.span) {
      if case .scriptlet(let name, let arguments, _) = filter.action {
        return Call(parts: (name.map { [$0] } ?? []) + arguments)
      }
    }
    return nil
  }

  private static func parsed(_ bytes: [UInt8], _ dialect: Dialect) -> ParsedSource {
    var options = ConversionOptions()
    options.dialect = dialect
    return Converter(options: options).parse([Source(name: "list.txt", bytes: bytes)])[0]
  }

  /// The lines of a list on which the two readings differ, and how many calls there are.
  private static func differences(_ bytes: [UInt8], _ dialect: Dialect) -> (calls: Int, differences: [String]) {
    let source = parsed(bytes, dialect)
    let texts = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    var calls = 0
    var differences: [String] = []
    for line in source.list.lines.indices {
      guard case .cosmetic = source.list.lines[line].content else { continue }
      let text = String(decoding: texts[source.location(ofLine: line).line - 1].filter { $0 != 0x0d }, as: UTF8.self)
      guard text.contains("+js(") || text.contains("//scriptlet(") else { continue }
      let (plain, read) = (plainReading(text), reading(line, of: source))
      calls += plain == nil ? 0 : 1
      if plain != read { differences.append("\(text.prefix(300)): \(plain?.description ?? "none"), \(read?.description ?? "none")") }
    }
    return (calls, differences)
  }

  @Test(
    .ends, Repository.needs("lists/ublock/default.txt"),
    arguments: [
      ("ublock/default.txt", .uBlockOrigin, 10_000), ("adguard/base-safari.txt", .adGuard, 4_000),
      ("adguard/tracking-safari.txt", .adGuard, 100),
    ] as [(String, Dialect, Int)])
  func realLists(file: String, dialect: Dialect, least: Int) throws {
    let (calls, differences) = Self.differences(try Repository.sharedBytes(of: "lists/\(file)"), dialect)
    #expect(calls >= least)
    #expect(differences.isEmpty, "\(differences.count): \(differences.prefix(5))")
  }

  /// Lines of odd quotes, commas and backslashes.
  @Test func generatedLines() {
    var random = SeededRandom(36)
    let pieces = ["a", "b c", ",", "\\,", "\\\\", "'", "\"", "`", "\\'", "\\\"", " ", "/x/", "(", ")", "\\", "{\"a\":1}", "é"]
    let names = ["set", "set-constant.js", "no-such"]
    var lines: [String] = []
    for _ in 0..<3000 {
      func text() -> String { (0...random.below(6)).map { _ in random.pick(pieces) }.joined() }
      let name = random.pick(names)
      if random.chance(50) {
        lines.append("a.com##+js(\(([name] + (0..<random.below(4)).map { _ in text() }).joined(separator: ", ")))")
      } else {
        let arguments = (0..<random.below(4)).map { _ -> String in
          let quote = random.pick(["'", "\""])
          return quote + text() + quote
        }
        lines.append("a.com#%#//scriptlet(\((["'\(name)'"] + arguments).joined(separator: ", ")))")
      }
    }
    for (dialect, mark) in [(Dialect.uBlockOrigin, "##+js"), (.adGuard, "#%#")] {
      let list = lines.filter { $0.contains(mark) }.joined(separator: "\n") + "\n"
      let (calls, differences) = Self.differences(Array(list.utf8), dialect)
      #expect(calls > 500)
      #expect(differences.isEmpty, "\(differences.count): \(differences.prefix(5))")
    }
  }
}
