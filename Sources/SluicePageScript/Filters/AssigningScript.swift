import SluiceConversion
import SluiceText

/// A script of a list that only assigns constants to global variables, such as `window.ads = true;`.
///
/// Scripts of lists are never run. Page scripts make these assignments themselves, with a scriptlet.
struct AssigningScript {
  /// The arguments of the scriptlet for each assignment: the variable and its value as JSON. Without a value, it
  /// is `undefined`, and an empty value is a function that does nothing.
  private(set) var calls: [[String]] = []

  /// Reads a script. Returns nil if it does anything else.
  ///
  /// - Parameter isTrusted: Whether values can be any text and number, which other lists cannot store in a page.
  init?(_ script: String, isTrusted: Bool) {
    var reader = AssignmentReader(rest: Array(script.utf8)[...])
    repeat {
      while reader.skip(";") {}
      guard !reader.isAtEnd else { break }
      guard reader.skip("window"), reader.skip("."), let name = reader.word(), !Self.refused.contains(name),
        reader.skip("="), let value = reader.value(isTrusted: isTrusted)
      else { return nil }
      calls.append([name] + value)
    } while reader.skip(";")
    guard reader.isAtEnd, !calls.isEmpty else { return nil }
  }

  /// The variable whose assignment opens a page.
  private static let refused: Set<String> = ["location"]

  static let scriptlet = Scriptlet.named("assign-constant")
}

/// Reads the tokens of assignments. Spaces before tokens are ignored.
private struct AssignmentReader {
  var rest: ArraySlice<UInt8>

  private mutating func skipSpaces() { rest = rest.drop { $0 == ASCII.space || $0 == ASCII.tab } }

  var isAtEnd: Bool { rest.allSatisfy { $0 == ASCII.space || $0 == ASCII.tab } }

  mutating func skip(_ token: String) -> Bool {
    skipSpaces()
    guard rest.starts(with: token.utf8) else { return false }
    rest = rest.dropFirst(token.utf8.count)
    return true
  }

  /// Skips several tokens, or none.
  private mutating func skip(all tokens: [String]) -> Bool {
    let start = rest
    guard tokens.allSatisfy({ skip($0) }) else {
      rest = start
      return false
    }
    return true
  }

  /// Reads a variable, or a constant without signs. Returns nil if no such word is next.
  mutating func word() -> String? {
    skipSpaces()
    let word = rest.prefix { $0.isLetter || $0.isDigit || $0 == ASCII.underscore || $0 == ASCII.dollar }
    guard word.first?.isDigit == false else { return nil }
    rest = rest.dropFirst(word.count)
    return String(decoding: word, as: UTF8.self)
  }

  /// Reads a constant as an argument of the scriptlet; without an element if it is `undefined`.
  mutating func value(isTrusted: Bool) -> [String]? {
    if skip(all: ["{", "}"]) { return ["{}"] }
    if skip(all: ["[", "]"]) { return ["[]"] }
    if skip(all: ["function", "(", ")", "{", "}"]) || skip(all: ["(", ")", "=", ">", "{", "}"]) {
      return [""]
    }
    if let text = text() { return isTrusted || Self.harmless.contains(text) ? ["\"\(text)\""] : nil }
    let isNegative = skip("-")
    if let number = number(), isTrusted || number <= 32_767 { return [(isNegative ? "-" : "") + "\(number)"] }
    switch word() {
    case "undefined" where !isNegative: return []
    case let word? where !isNegative && ["true", "false", "null"].contains(word): return [word]
    default: return nil
    }
  }

  /// The texts that untrusted lists can use, as in `set-constant`.
  private static let harmless: Set<String> = ["", "yes", "no"]

  /// Reads a text in quotes. Returns nil for a text with escapes or with characters that JSON would escape.
  private mutating func text() -> String? {
    skipSpaces()
    guard let quote = rest.first, quote == ASCII.quote || quote == ASCII.apostrophe else { return nil }
    let text = rest.dropFirst().prefix { $0 != quote }
    guard text.endIndex < rest.endIndex,
      text.allSatisfy({ $0 >= 0x20 && $0 != ASCII.backslash && $0 != ASCII.quote })
    else { return nil }
    rest = rest[text.endIndex...].dropFirst()
    return String(decoding: text, as: UTF8.self)
  }

  /// Reads a number of at most nine digits, which does not begin with `0` before other digits.
  private mutating func number() -> Int? {
    skipSpaces()
    let digits = rest.prefix { $0.isDigit }
    guard 1...9 ~= digits.count, digits.count == 1 || digits.first != ASCII.zero else { return nil }
    let after = rest.dropFirst(digits.count)
    guard after.first.map({ $0 == ASCII.semicolon || $0 == ASCII.space || $0 == ASCII.tab }) ?? true else {
      return nil
    }
    rest = after
    return Int(String(decoding: digits, as: UTF8.self))
  }
}
