import SluiceText
import SluiceSyntax
import Testing
import TestSupport

@testable import SluiceConversion

/// Compares the parsed arguments of scriptlets with a plain implementation of the documentation of uBlock
/// Origin ("Static filter syntax", scriptlet injection) and AdGuard ("Scriptlets", syntax).
@Suite struct ScriptletCallTests {
  /// A call as written, with its name and arguments.
  private struct Call: Hashable, CustomStringConvertible {
    var parts: [String]
    var description: String { "\(parts)" }
  }

  /// Parses a line without the project's parser.
  ///
  /// Returns nil if it contains no call.
  private static func plainReading(_ line: ArraySlice<UInt8>) -> Call? {
    let text = trimmed(line)
    for mark in ["##+js(", "#@#+js("] {
      // A domain contains no `#`.
      if let hash = text.firstIndex(of: UInt8(ascii: "#")), text[hash...].starts(with: mark.utf8),
        text.last == UInt8(ascii: ")")
      {
        return uBlockOrigin(text[(hash + mark.utf8.count)...].dropLast())
      }
    }
    for mark in ["#%#//scriptlet(", "#@%#//scriptlet("] {
      guard let start = text.indices.first(where: { text[$0...].starts(with: mark.utf8) }) else { continue }
      let call = text.last == UInt8(ascii: ";") ? trimmed(text.dropLast()) : text
      return call.last == UInt8(ascii: ")") ? adGuard(call[(start + mark.utf8.count)...].dropLast()) : nil
    }
    return nil
  }

  private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var text = text.drop { $0 == 0x20 || $0 == 0x09 }
    while text.last == 0x20 || text.last == 0x09 { text.removeLast() }
    return text
  }

  /// Returns the indices of a character that no backslash escapes.
  ///
  /// A backslash escapes a following backslash.
  private static func places(of sign: UInt8, in text: ArraySlice<UInt8>) -> [Int] {
    var isEscaped = false
    return text.indices.filter { index in
      let isPlain = !isEscaped
      isEscaped = isPlain && text[index] == UInt8(ascii: "\\")
      return isPlain && text[index] == sign
    }
  }

  /// Returns the text without the backslashes that escape a character.
  private static func unescaped(_ text: ArraySlice<UInt8>, _ sign: UInt8) -> String {
    let escapes = places(of: UInt8(ascii: "\\"), in: text).filter {
      $0 + 1 < text.endIndex && text[$0 + 1] == sign
    }
    let bytes = text.indices.filter { !escapes.contains($0) }.map { text[$0] }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the quoted argument at the start of a text with the text after its comma, which is nil at the
  /// end.
  ///
  /// Returns nil if the closing quote does not end an argument.
  private static func quoted(
    _ text: ArraySlice<UInt8>, _ quotes: String
  ) -> (argument: String, rest: ArraySlice<UInt8>?)? {
    guard let quote = text.first, quotes.utf8.contains(quote),
      let end = places(of: quote, in: text.dropFirst()).first
    else { return nil }
    let behind = trimmed(text[(end + 1)...])
    guard behind.isEmpty || behind.first == UInt8(ascii: ",") else { return nil }
    return (unescaped(text[(text.startIndex + 1)..<end], quote), behind.isEmpty ? nil : behind.dropFirst())
  }

  /// Parses arguments separated by commas, which may be in quotes.
  ///
  /// A backslash escapes a comma or the quote.
  private static func uBlockOrigin(_ text: ArraySlice<UInt8>) -> Call? {
    var parts: [String] = []
    var rest: ArraySlice<UInt8>? = trimmed(text).isEmpty ? nil : text
    while let now = rest {
      let start = now.drop { $0 == 0x20 || $0 == 0x09 }
      if let (argument, behind) = quoted(start, "'\"`") {
        parts.append(argument)
        rest = behind
      } else {
        let comma = places(of: UInt8(ascii: ","), in: start).first
        parts.append(unescaped(trimmed(start[..<(comma ?? start.endIndex)]), UInt8(ascii: ",")))
        rest = comma.map { start[($0 + 1)...] }
      }
    }
    return Call(parts: parts)
  }

  /// Parses arguments in single or double quotes.
  ///
  /// A backslash escapes the quote.
  private static func adGuard(_ text: ArraySlice<UInt8>) -> Call? {
    var parts: [String] = []
    var rest: ArraySlice<UInt8>? = trimmed(text).isEmpty ? nil : text
    while let now = rest {
      guard let (argument, behind) = quoted(trimmed(now), "'\"") else { return nil }
      parts.append(argument)
      rest = behind
    }
    return Call(parts: parts)
  }

  /// Returns the call that the project's parser finds in a line.
  private static func reading(_ line: Int, of source: ParsedSource) -> Call? {
    let place = FilterPlace(source: 0, lineIndex: line)
    let reader = AdvancedFilterReader(
      place: place, location: source.location(ofLine: line),
      dialect: ListDialect(of: source, ConversionOptions()))
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
    return Converter(options: options).parse([
      Source(name: "list.txt", bytes: bytes, accepts: .anything)
    ])[0]
  }

  /// Returns the lines of a list for which the two parsers differ, with the number of calls.
  private static func differences(_ bytes: [UInt8], _ dialect: Dialect) -> (calls: Int, differences: [String])
  {
    let source = parsed(bytes, dialect)
    let texts = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    var calls = 0
    var differences: [String] = []
    for line in source.list.lines.indices {
      guard case .cosmetic = source.list.lines[line].content else { continue }
      var text = texts[source.location(ofLine: line).line - 1]
      if text.last == 0x0d { text.removeLast() }
      guard text.contains(UInt8(ascii: "#")), text.contains(UInt8(ascii: "(")) else { continue }
      let (plain, read) = (plainReading(text), reading(line, of: source))
      calls += plain == nil ? 0 : 1
      if plain != read {
        differences.append(
          "\(String(decoding: text.prefix(300), as: UTF8.self)): \(plain?.description ?? "none"), \(read?.description ?? "none")"
        )
      }
    }
    return (calls, differences)
  }

  @Test(
    .ends, Repository.needs("lists/ublock/default.txt"),
    arguments: [
      ("ublock/default.txt", .uBlockOrigin, 10_000), ("adguard/base-safari.txt", .adGuard, 4_000),
      ("adguard/tracking-safari.txt", .adGuard, 100),
    ] as [(String, Dialect, Int)])
  func scriptletCallsOfRealListsAreParsed(file: String, dialect: Dialect, least: Int) throws {
    let (calls, differences) = Self.differences(try Repository.sharedBytes(of: "lists/\(file)"), dialect)
    #expect(calls >= least)
    #expect(differences.isEmpty, "\(differences.count): \(differences.prefix(5))")
  }

  /// Lines with unusual quotes, commas and backslashes.
  @Test func generatedScriptletCallsAreParsed() {
    var random = SeededRandom(36)
    let pieces = [
      "a", "b c", ",", "\\,", "\\\\", "'", "\"", "`", "\\'", "\\\"", " ", "/x/", "(", ")", "\\", "{\"a\":1}",
      "é",
    ]
    let names = ["set", "set-constant.js", "no-such"]
    var lines: [String] = []
    for _ in 0..<3000 {
      func text() -> String { (0...random.below(6)).map { _ in random.pick(pieces) }.joined() }
      let name = random.pick(names)
      if random.chance(50) {
        lines.append(
          "a.com##+js(\(([name] + (0..<random.below(4)).map { _ in text() }).joined(separator: ", ")))")
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
