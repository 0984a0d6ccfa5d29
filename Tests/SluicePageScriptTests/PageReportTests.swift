import SluiceAnalysis
import SluiceConversion
import SluiceRules
import SluiceTrackers
import Testing
import TestSupport

@testable import SluicePageScript

/// Messages of pages, and the reports parsed from them.
@Suite(.ends) struct PageReportTests {
  private func read(_ text: String) throws(PageReportProblem) -> PageReport {
    try PageReport(decodingJSON: text)
  }

  @Test func pageReportHasRequestsPageAndFrame() throws {
    let report = try read(
      """
      {"page":"https://news.example/a?b","frame":"https://frame.example/","requests":[
        {"url":"https://ads.example/x.js","type":"script"},{"url":"wss://ads.example/","type":"websocket"}]}
      """)
    #expect(
      report.requests == [
        RequestDescription(
          url: Array("https://ads.example/x.js".utf8), page: Array("https://news.example/a?b".utf8),
          frame: Array("https://frame.example/".utf8), kind: .script),
        RequestDescription(
          url: Array("wss://ads.example/".utf8), page: Array("https://news.example/a?b".utf8),
          frame: Array("https://frame.example/".utf8), kind: .websocket),
      ])
    #expect(try read(#"{"page":"https://a.com/","frame":null,"requests":[]}"#).requests.isEmpty)
    #expect(
      try read(
        #"{"page":"http://a.com/","frame":"about:blank","requests":[{"type":"image","url":"http://b.com/"}]}"#
      ).requests.map(\.frame) == [Array("about:blank".utf8)])
  }

  @Test(
    arguments: [
      ("", .syntax(.unexpectedEnd)), ("[]", .malformed), ("{}", .malformed),
      (#"{"page":"https://a.com/"}"#, .malformed), (#"{"requests":[]}"#, .malformed),
      (#"{"page":1,"requests":[]}"#, .malformed), (#"{"page":"https://a.com/","requests":{}}"#, .malformed),
      (#"{"page":"https://a.com/","requests":[1]}"#, .malformed),
      (#"{"page":"https://a.com/","requests":[{"url":"https://b.com/"}]}"#, .malformed),
      (#"{"page":"https://a.com/","requests":[{"url":"https://b.com/","type":1}]}"#, .malformed),
      (#"{"page":"https://a.com/","requests":[{"url":"https://b.com/","type":"Script"}]}"#, .unknownType),
      (#"{"page":"https://a.com/","requests":[{"url":"file:///etc/passwd","type":"image"}]}"#, .notAURL),
      (#"{"page":"https://a.com/","requests":[{"url":"https://","type":"image"}]}"#, .notAURL),
      (#"{"page":"https://a.com/","requests":[{"url":"https://b.com/ x","type":"image"}]}"#, .notAURL),
      (#"{"page":"https://a.com/","requests":[{"url":"https://b.com/\u0000","type":"image"}]}"#, .notAURL),
      (#"{"page":"https://a.com/","requests":[{"url":"https://ö.example/","type":"image"}]}"#, .notAURL),
      (#"{"page":"javascript:alert(1)","requests":[]}"#, .notAURL), (#"{"page":"","requests":[]}"#, .notAURL),
      (#"{"page":"https://a.com/","frame":"data:text/html,x","requests":[]}"#, .notAURL),
      (#"{"page":"https://a.com/","frame":{},"requests":[]}"#, .malformed),
    ] as [(String, PageReportProblem)])
  func invalidPageReportsAreRejected(text: String, problem: PageReportProblem) {
    #expect(throws: problem) { try read(text) }
    #expect(!problem.message.isEmpty)
  }

  @Test func pageReportSizeIsLimited() throws {
    func report(_ url: String, count: Int = 1) -> String {
      let request = #"{"url":"\#(url)","type":"image"}"#
      return #"{"page":"https://a.com/","requests":["#
        + Array(repeating: request, count: count).joined(separator: ",") + "]}"
    }
    let long = "https://b.com/" + String(repeating: "x", count: PageReport.maximumURL)
    #expect(throws: PageReportProblem.tooLong) { try read(report(long)) }
    #expect(try read(report(String(long.prefix(PageReport.maximumURL)))).requests.count == 1)
    let most = PageReport.maximumRequests
    #expect(try read(report("https://b.com/", count: most)).requests.count == most)
    #expect(throws: PageReportProblem.tooLong) { try read(report("https://b.com/", count: most + 1)) }
    #expect(throws: PageReportProblem.tooLong) {
      try read(String(repeating: " ", count: PageReport.maximumBytes + 1))
    }
  }

  private func evaluator(_ filter: String) throws -> RuleListEvaluator {
    let converter = Converter(options: ConversionOptions())
    let parsed = converter.parse([Source(name: "list.txt", bytes: Array("\(filter)\n".utf8))])
    return RuleListEvaluator(try #require(try converter.convert(parsed).lists.first).rules)
  }

  private func trackers() throws -> TrackerRadar {
    let json = """
      {"trackers":{"ads.example":{"domain":"ads.example","default":"block","owner":{"name":"Ads & Co"},
      "categories":["Advertising","Analytics"]}},"entities":{},"domains":{}}
      """
    return TrackerRadar(try TrackerData.decodingJSON(json).data)
  }

  @Test func pageReportVerdictsAreCounted() throws {
    let judge = BlockJudge(
      lists: [
        .init(name: "one", rules: try evaluator("||ads.example^$script")),
        .init(
          name: "two", rules: try evaluator("||ads.example^$third-party\n||b.example^\n@@||b.example/ok")),
      ], trackers: try trackers())
    let report = try read(
      """
      {"page":"https://news.example/","frame":null,"requests":[
        {"url":"https://ads.example/x.js","type":"script"},{"url":"https://ads.example/x.png","type":"image"},
        {"url":"https://b.example/x","type":"image"},{"url":"https://b.example/ok","type":"image"},
        {"url":"https://gone.example/","type":"xmlhttprequest"}]}
      """)
    let verdicts = report.requests.map { judge.verdict(on: $0) }
    #expect(verdicts.map { $0?.lists } == [["one", "two"], ["two"], ["two"], nil, nil])
    #expect(verdicts.map { $0?.owner } == ["Ads & Co", "Ads & Co", nil, nil, nil])
    #expect(verdicts[0]?.categories == ["Advertising", "Analytics"])
    var counts = BlockCounts()
    counts.add(report, judgedBy: judge)
    counts.add(report, judgedBy: judge)
    #expect(counts.requests == 6)
    #expect(counts.byList == ["one": 2, "two": 6])
    #expect(counts.byOwner == ["Ads & Co": 4])
    #expect(counts.byCategory == ["Advertising": 4, "Analytics": 4])
  }

  @Test func ownersAreUnknownWithoutTrackerData() throws {
    let judge = BlockJudge(lists: [.init(name: "one", rules: try evaluator("||ads.example^"))])
    let request = RequestDescription(
      url: Array("https://ads.example/x".utf8), page: Array("https://ads.example/".utf8), kind: .image)
    let verdict = try #require(judge.verdict(on: request))
    #expect(verdict.lists == ["one"] && verdict.owner == nil && verdict.categories.isEmpty)
  }

  /// A script contains no reporting code unless its host requests it.
  @Test func reportingCodeIsOptional() throws {
    let filters = ["a.com##p:has-text(one)", "a.com##+js(set, b, true)"]
    let without = try Scripts(filters)
    let with = try Scripts(filters, watching: .reports)
    #expect(
      without.isolated?.contains("Report") == false && without.page?.contains("FailedRequests(") == false)
    #expect(with.isolated?.contains("messageHandlers?.\(PageScript.reportHandler)") == true)
    #expect(with.page?.contains("tellFailedRequests();") == true)
    let alone = try Scripts(["||a.com^"], watching: .reports)
    #expect(alone.isolated != nil && alone.page != nil)
    #expect(try Scripts(["||a.com^"]).script == nil)
  }
}
