import SluiceRules
import Testing
import TestSupport
import TrackerTestSupport

@testable import SluiceTrackers

/// The fast reader of regexes agrees with the parser or defers to it.
@Suite struct PlainRegexTests {
  /// Returns the parser's pattern for a regex, without repetitions at its ends, or nil if it rejects the
  /// regex.
  private func parsed(_ regex: [UInt8]) -> URLFilterPattern? {
    guard var pattern = (try? URLFilter(parsing: regex))?.pattern else { return nil }
    let run = URLFilterPattern.Term(.any, repetition: .zeroOrMore)
    while pattern.terms.first == run { pattern.terms.removeFirst() }
    while pattern.terms.last == run { pattern.terms.removeLast() }
    return pattern
  }

  @Test(
    Repository.needs("lists/duckduckgo"), arguments: ["macos-tds.v6.json", "ios-tds.v5.json"])
  func realTrackerRulesArePlainRegexes(file: String) throws {
    let data = try TrackerData.decodingJSON([UInt8](TrackerFiles.real(file))).data
    let regexes = data.trackers.flatMap(\.rules).map(\.regex)
    let plain = regexes.filter { PlainRegex.pattern(of: $0) != nil }
    #expect(plain.count > 1000 && plain.count > regexes.count * 9 / 10)
    for regex in plain {
      #expect(PlainRegex.pattern(of: regex) == parsed(regex), "\(String(decoding: regex, as: UTF8.self))")
    }
  }

  @Test(arguments: [
    #"a\.example\/x"#, "a.b", "a.*b", "a.*?b", ".*a.*", #"\?a=\&\%\$\^\|\*\+\(\)\[\]\{\}\-"#,
    "a-b_c,d;e:f@g!h'i~j",
  ])
  func plainRegexAgreesWithParser(regex: String) {
    #expect(PlainRegex.pattern(of: Array(regex.utf8)) == parsed(Array(regex.utf8)))
    #expect(PlainRegex.pattern(of: Array(regex.utf8)) != nil)
  }

  @Test(arguments: [
    "", ".*", "^a", "a$", "a|b", "a?", "a+", "(a)", "[a]", "a{2}", #"\d"#, #"\_"#, "a b", "é", #"a\"#,
  ])
  func otherRegexesAreLeftToParser(regex: String) {
    #expect(PlainRegex.pattern(of: Array(regex.utf8)) == nil)
  }
}
