import Conversion
import TestSupport
import Testing
import TrackerRadar

@testable import PageScript

/// The requests that no rule can block, as `sluice merge` composes them.
///
/// `Cases/Gaps` covers their effect in pages.
@Suite struct PageGapTests {
  private func gaps(_ rules: String, default action: String = "ignore") throws -> PageGaps? {
    let tds = #"{"trackers": {"t.example": {"default": "\#(action)", "rules": [\#(rules)]}}}"#
    return PageGaps(TrackerRadar(try TrackerData.decodingJSON(tds).data))
  }

  private func page(_ gaps: PageGaps?, surrogates: PageSurrogates? = nil) -> String? {
    var problems: [PageFilterProblem] = []
    let converter = Converter()
    guard let converted = try? converter.convert([] as [ParsedSource]) else { return nil }
    let script = PageScript(
      DeferredFilters([], converted.report), of: [], surrogates: surrogates, gaps: gaps, problems: &problems)
    #expect(script?.isolated == nil)
    return script?.page.map { String(decoding: $0, as: UTF8.self) }
  }

  private static let reference = #"{"rule": "t\\.example\\/(.)\\1"}"#

  @Test func gapsExistOnlyForInexpressibleRules() throws {
    #expect(try gaps("") == nil)
    #expect(try gaps(#"{"rule": "t\\.example\\/x"}"#) == nil)
    #expect(try gaps(Self.reference, default: "block") == nil)
    #expect(try gaps(Self.reference)?.count == 1)
    #expect(
      try gaps(Self.reference + #", {"rule": "t\\.example\\/b", "options": {"types": ["beacon"]}}"#)?.count
        == 2)
    #expect(page(nil) == nil)
  }

  @Test func gapScriptContainsRegex() throws {
    let text = try #require(page(try gaps(Self.reference)))
    #expect(text.contains("fillGaps(data.gaps)") && text.contains(#""path":"t\\.example\\/(.)\\1","as":"""#))
    #expect(!text.contains("startSurrogates") && !text.contains("tellFailedRequests"))
    #expect(text == page(try gaps(Self.reference)))
  }

  @Test func gapScriptRunsNextToSurrogates() throws {
    let tds = #"""
      {"trackers": {"t.example": {"default": "ignore", "rules": [
        {"rule": "t\\.example\\/(.)\\1"}, {"rule": "t\\.example\\/lib", "surrogate": "lib.js"}]}}}
      """#
    let radar = TrackerRadar(try TrackerData.decodingJSON(tds).data)
    let surrogates = PageSurrogates(
      radar.surrogateRules(), scripts: ["lib.js": try SurrogateScript(parsing: "lib = 1")])
    let text = try #require(page(PageGaps(radar), surrogates: surrogates))
    #expect(text.contains("startSurrogates(data.surrogates); fillGaps(data.gaps);"))
  }
}
