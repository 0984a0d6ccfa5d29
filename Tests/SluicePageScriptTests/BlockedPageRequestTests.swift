import SluiceConversion
import SluiceTrackers
import TestSupport
import Testing

@testable import SluicePageScript

/// The requests that no rule can block, as `sluice merge` composes them.
///
/// `Cases/BlockedRequests` covers their effect in pages.
@Suite struct BlockedPageRequestTests {
  private func blockedRequests(_ rules: String, default action: String = "ignore") throws
    -> BlockedPageRequests?
  {
    let tds = #"{"trackers": {"t.example": {"default": "\#(action)", "rules": [\#(rules)]}}}"#
    return BlockedPageRequests(TrackerRadar(try TrackerData.decodingJSON(tds).data))
  }

  private func page(_ blockedRequests: BlockedPageRequests?, surrogates: PageSurrogates? = nil) -> String? {
    var problems: [PageFilterProblem] = []
    let converter = Converter()
    guard let converted = try? converter.convert([] as [ParsedSource]) else { return nil }
    let script = PageScript(
      converted.advancedFilters(), of: [], surrogates: surrogates, blockedRequests: blockedRequests,
      problems: &problems)
    #expect(script?.isolated == nil)
    return script?.page.map { String(decoding: $0, as: UTF8.self) }
  }

  private static let reference = #"{"rule": "t\\.example\\/(.)\\1"}"#

  @Test func gapsExistOnlyForInexpressibleRules() throws {
    #expect(try blockedRequests("") == nil)
    #expect(try blockedRequests(#"{"rule": "t\\.example\\/x"}"#) == nil)
    #expect(try blockedRequests(Self.reference, default: "block") == nil)
    #expect(try blockedRequests(Self.reference)?.count == 1)
    #expect(
      try blockedRequests(
        Self.reference + #", {"rule": "t\\.example\\/b", "options": {"types": ["beacon"]}}"#)?.count
        == 2)
    #expect(page(nil) == nil)
  }

  @Test func gapScriptContainsRegex() throws {
    let text = try #require(page(try blockedRequests(Self.reference)))
    #expect(
      text.contains("blockRequests(data.blockedRequests)")
        && text.contains(#""path":"t\\.example\\/(.)\\1","as":"""#))
    #expect(!text.contains("startSurrogates") && !text.contains("tellFailedRequests"))
    #expect(text == page(try blockedRequests(Self.reference)))
  }

  @Test func gapScriptRunsNextToSurrogates() throws {
    let tds = #"""
      {"trackers": {"t.example": {"default": "ignore", "rules": [
        {"rule": "t\\.example\\/(.)\\1"}, {"rule": "t\\.example\\/lib", "surrogate": "lib.js"}]}}}
      """#
    let radar = TrackerRadar(try TrackerData.decodingJSON(tds).data)
    let surrogates = PageSurrogates(
      radar.surrogateRules(), scripts: ["lib.js": try SurrogateScript(parsing: "lib = 1")])
    let text = try #require(page(BlockedPageRequests(radar), surrogates: surrogates))
    #expect(text.contains("startSurrogates(data.surrogates); blockRequests(data.blockedRequests);"))
  }
}
