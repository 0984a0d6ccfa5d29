import Foundation
import SluiceRules
import SluiceSyntax
import SluiceText
import TestSupport
import Testing

@testable import SluiceConversion
@testable import SluiceAnalysis

/// Random regexes and URLs: the url-filters must match exactly what the regex matches according to another
/// engine (NSRegularExpression).
@Suite struct RegexPropertyTests {
  @Test(.slow(50)) func urlFiltersAgreeWithRegex() throws {
    let seed = SeededRandom.seedOfRun
    var random = SeededRandom(seed)
    var grammar = RegexGrammar()
    var accepted = 0
    let count = size(2_000)
    for _ in 0..<count {
      let isCaseSensitive = random.next() % 2 == 0
      let regex = grammar.regex(using: &random)
      // JavaScript accepts some regexes that the other engine rejects.
      guard
        let reference = try? NSRegularExpression(
          pattern: regex, options: isCaseSensitive ? [] : .caseInsensitive)
      else { continue }
      let result: RegexFilters.Result?
      do throws(RegexFilterProblem) {
        result = try RegexFilters.urlFilters(for: Array(regex.utf8).span, isCaseSensitive: isCaseSensitive)
      } catch {
        // A regex that never matches is checked too. Other failures have no url-filters.
        guard error.reason == .neverMatches else { continue }
        result = nil
      }
      accepted += 1
      let filters = result?.urlFilters ?? []
      for filter in filters { _ = try URLFilter(parsing: filter.bytes) }
      for _ in 0..<12 {
        let url = grammar.url(using: &random)
        let range = NSRange(location: 0, length: url.utf16.count)
        let expected = reference.firstMatch(in: url, range: range) != nil
        let actual = filters.contains {
          PatternMatcher(url, isCaseSensitive: isCaseSensitive).matches($0.pattern)
        }
        #expect(actual == expected, "\(regex) \(isCaseSensitive) on \(url): \(filters), seed \(seed)")
      }
    }
    #expect(accepted > count / 2)
  }

  /// A regex in a list of domains matches the host of a page: `^` and `$` are the ends of the host.
  @Test(.slow(50)) func hostRegexAgreesWithPagePatterns() throws {
    try compare { regex in
      HostRegex(Array(regex.utf8).span)?.pages
    } texts: { grammar, random in
      let host = grammar.host(using: &random)
      return (host, "https://\(host)\(random.next() % 4 == 0 ? ":8080" : "")/\(grammar.text(using: &random))")
    }
  }

  /// A regex in `[$path=...]` matches the path and query of a page: `^` is the start of the path.
  @Test(.slow(50), arguments: [nil, "ab.a", "ab.*"]) func pathRegexAgreesWithPagePatterns(
    _ name: String?
  ) throws {
    let site =
      switch name {
      case nil: PagePathSite()
      case let name? where name.hasSuffix(".*"):
        PagePathSite(name: .entity(Array(name.dropLast(2).utf8)), .included)
      case let name?: PagePathSite(name: .host(Array(name.utf8)), .included)
      }
    try compare { regex in
      try site.filters(regex: ByteRange(0, regex.utf8.count), in: Array(regex.utf8).span)
    } texts: { grammar, random in
      let path = "/" + grammar.text(using: &random)
      let host = (name ?? "ab.a").replacing("*", with: "com")
      let start = random.next() % 4 == 0 ? "a." : ""
      return (path, "https://\(start)\(host)\(random.next() % 3 == 0 ? ":80" : "")\(path)")
    }
  }

  /// Compares random regexes as url-filters on pages with the other engine on a part of their URLs.
  private func compare(
    _ filters: (String) throws -> [URLFilter]?,
    texts: (inout RegexGrammar, inout SeededRandom) -> (part: String, url: String)
  ) throws {
    let seed = SeededRandom.seedOfRun
    var random = SeededRandom(seed)
    var grammar = RegexGrammar()
    var accepted = 0
    let count = size(2_000)
    for _ in 0..<count {
      let regex = grammar.regex(using: &random)
      guard let reference = try? NSRegularExpression(pattern: regex, options: .caseInsensitive),
        let filters = try? filters(regex) ?? nil
      else { continue }
      accepted += 1
      for filter in filters { _ = try URLFilter(parsing: filter.bytes) }
      for _ in 0..<12 {
        let (part, url) = texts(&grammar, &random)
        let range = NSRange(location: 0, length: part.utf16.count)
        let expected = reference.firstMatch(in: part, range: range) != nil
        let actual = filters.contains { PatternMatcher(url, isCaseSensitive: false).matches($0.pattern) }
        #expect(actual == expected, "\(regex) on \(url): \(filters), seed \(seed)")
      }
    }
    #expect(accepted > count / 3)
  }
}

/// Generates regexes and URLs from few distinct characters, so that they often match.
private struct RegexGrammar {
  private let letters = ["a", "b", "A", "0", "_", "/", "\\.", "-", "s", ":"]
  private let classes = [
    ".", "\\d", "\\w", "\\W", "\\D", "[ab]", "[^a]", "[A-Z]", "[^A-Z]", "[a0_-]", "[^/]", "[\\w-]", "[^\\W_]",
    "[X-b]",
  ]
  private let quantifiers = ["?", "*", "+", "{2}", "{1,2}", "{0,2}", "{2,}", "*?", "+?"]

  mutating func regex(using random: inout SeededRandom) -> String {
    var text = alternatives(depth: 2, using: &random)
    if random.next() % 4 == 0 { text = "^" + text }
    if random.next() % 4 == 0 { text += "$" }
    if random.next() % 8 == 0 { text = "^https?:\\/\\/" + text }
    return text
  }

  mutating func url(using random: inout SeededRandom) -> String {
    let characters = Array("abA0_/.-s:aab0")
    let length = Int(random.next() % 9)
    return (random.next() % 4 == 0 ? "http://" : "https://")
      + String((0..<length).map { _ in characters.randomElement(using: &random) ?? "a" })
  }

  /// Returns text that can follow the first `/` of a URL.
  mutating func text(using random: inout SeededRandom) -> String {
    let characters = Array("abA0_/.-s:aab08")
    return String((0..<(random.next() % 7)).map { _ in characters.randomElement(using: &random) ?? "a" })
  }

  mutating func host(using random: inout SeededRandom) -> String {
    let characters = Array("abab0_.-s")
    return String((0...(random.next() % 7)).map { _ in characters.randomElement(using: &random) ?? "a" })
  }

  private mutating func alternatives(depth: Int, using random: inout SeededRandom) -> String {
    let count = random.next() % 3 == 0 ? 2 : 1
    return (0..<count).map { _ in sequence(depth: depth, using: &random) }.joined(separator: "|")
  }

  private mutating func sequence(depth: Int, using random: inout SeededRandom) -> String {
    (0..<(1 + random.next() % 4)).map { _ in term(depth: depth, using: &random) }.joined()
  }

  private mutating func term(depth: Int, using random: inout SeededRandom) -> String {
    var text: String
    switch random.next() % 16 {
    case 0...5: text = letters.randomElement(using: &random) ?? "a"
    case 6...9: text = classes.randomElement(using: &random) ?? "."
    case 10...11 where depth > 0:
      // The other engine rejects loops over possibly empty expressions; tables cover these.
      let count = ["", "", "?", "{2}", "{1,2}"].randomElement(using: &random) ?? ""
      return "(?:" + alternatives(depth: depth - 1, using: &random) + ")" + count
    case 12:
      let words = ["ab", "a|b0", "[ab]_|-", "aa|0\\d"]
      return "(?:" + (words.randomElement(using: &random) ?? "") + ")"
        + (["*", "+", "{2,}", "{0,2}"].randomElement(using: &random) ?? "")
    case 13: return random.next() % 2 == 0 ? "\\b" : "\\B"
    case 14 where depth > 0:
      let kind = ["(?=", "(?!", "(?<=", "(?<!"].randomElement(using: &random) ?? "(?="
      // The other engine does not support lookbehind of arbitrary length.
      let inner = kind.contains("<") ? letters.randomElement(using: &random) : nil
      return kind + (inner ?? alternatives(depth: depth - 1, using: &random)) + ")"
    case 15 where random.next() % 4 == 0: return random.next() % 2 == 0 ? "^" : "$"
    default: text = letters.randomElement(using: &random) ?? "b"
    }
    if random.next() % 3 == 0 { text += quantifiers.randomElement(using: &random) ?? "" }
    return text
  }
}

/// Matches the tree of a url-filter against a URL, using the set of positions reached after each term.
struct PatternMatcher {
  private let bytes: [UInt8]
  private let isCaseSensitive: Bool

  init(_ url: String, isCaseSensitive: Bool) {
    bytes = Array(url.utf8)
    self.isCaseSensitive = isCaseSensitive
  }

  func matches(_ pattern: URLFilterPattern) -> Bool {
    let starts = pattern.isAnchoredAtStart ? [0] : Set(0...bytes.count)
    let ends = advance(starts, over: pattern.terms)
    return pattern.isAnchoredAtEnd ? ends.contains(bytes.count) : !ends.isEmpty
  }

  private func advance(_ places: Set<Int>, over terms: [URLFilterPattern.Term]) -> Set<Int> {
    terms.reduce(places) { places, term in
      var reached = advance(places, over: term.atom)
      if term.repetition == .zeroOrMore || term.repetition == .oneOrMore {
        var new = reached
        while !new.isEmpty {
          new = advance(new, over: term.atom).subtracting(reached)
          reached.formUnion(new)
        }
      }
      return term.repetition == .optional || term.repetition == .zeroOrMore ? reached.union(places) : reached
    }
  }

  private func advance(_ places: Set<Int>, over atom: URLFilterPattern.Atom) -> Set<Int> {
    if case .group(let terms) = atom { return advance(places, over: terms) }
    return Set(places.filter { $0 < bytes.count && self.matches(atom, bytes[$0]) }.map { $0 + 1 })
  }

  private func matches(_ atom: URLFilterPattern.Atom, _ byte: UInt8) -> Bool {
    switch atom {
    case .any: true
    case .literal(let literal):
      isCaseSensitive ? literal == byte : ASCIISet(literal).caseFolded.contains(byte)
    case .characters(let characters): characters.matched(isCaseSensitive: isCaseSensitive).contains(byte)
    case .group: false
    }
  }
}
