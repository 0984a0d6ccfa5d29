import ContentBlocker
import Foundation
import Testing
import TrackerRadar
import TrackerTestSupport

/// Exceptions: the shapes they come in, and what they lift.
struct ExceptionsTests {
  @Test(arguments: [
    (#"{"exceptions": [{"domain": "A.example"}, "b.example"]}"#, TrackerExceptionsKind.temporary),
    (#"{"state": "enabled", "exceptions": [{"domain": "a.example"}]}"#, .contentBlocking),
    (#"["a.example", "b.example"]"#, .userSites),
    (#"{"state": "enabled", "settings": {"allowlistedTrackers": {}}}"#, .allowlist),
    (#"{"allowlistedTrackers": {}}"#, .allowlist),
    (#"{"features": {}, "unprotectedTemporary": []}"#, .privacyConfiguration),
  ])
  func shapesAreToldApart(_ json: String, _ kind: TrackerExceptionsKind) throws {
    let result = try TrackerExceptions.decoding(Array(json.utf8))
    #expect(result.kind == kind)
    #expect(result.problems.isEmpty)
  }

  @Test func featuresThatAreOffAreEmpty() throws {
    let json =
      #"{"features": {"contentBlocking": {"state": "disabled", "exceptions": [{"domain": "a.example"}]}, "trackerAllowlist": {"state": "internal", "settings": {"allowlistedTrackers": {"t.example": {"rules": [{"rule": "t.example", "domains": ["<all>"]}]}}}}}}"#
    #expect(try TrackerExceptions.decoding(Array(json.utf8)).exceptions.isEmpty)
  }

  @Test(arguments: ["{}", "[", "3", #"{"trackers": {}}"#])
  func otherFilesAreRefused(_ json: String) {
    #expect(throws: TrackerDataProblem.self) { try TrackerExceptions.decoding(Array(json.utf8)) }
  }

  @Test func malformedEntriesAreNamed() throws {
    let json =
      #"{"allowlistedTrackers": {"t.example": {"rules": [{"domains": []}, {"rule": "x.example/", "domains": ["<all>"]}, {"rule": "t.example/ok", "domains": ["a b", "c.example"]}]}}}"#
    let (exceptions, _, problems) = try TrackerExceptions.decoding(Array(json.utf8))
    #expect(problems.map(\.reason.id) == ["missing-key", "foreign-host", "not-a-host"])
    #expect(problems.last?.path == #"allowlistedTrackers["t.example"].rules[2].domains[0]"#)
    #expect(exceptions.allowlist.first?.rules.count == 1)
  }

  /// Rules of a tracker, by their text and sites; what a request gets.
  private func allowed(_ rules: [(String, [String])], _ url: String, on page: String) throws -> Bool {
    let entries = rules.map {
      #"{"rule": "\#($0)", "domains": [\#($1.map { "\"\($0)\"" }.joined(separator: ","))]}"#
    }
    let json = #"{"allowlistedTrackers": {"t.example": {"rules": [\#(entries.joined(separator: ","))]}}}"#
    let exceptions = try TrackerExceptions.decoding(Array(json.utf8)).exceptions
    let tds = #"{"trackers": {"t.example": {"default": "block"}}}"#
    let radar = TrackerRadar(try TrackerData.decoding(Array(tds.utf8)).data, exceptions: exceptions)
    let request = Request(
      .script, url: Array(url.utf8), page: Array("https://\(page)/".utf8), suffixes: .wellKnown)
    let byRules = !RuleListEvaluator(RuleList(radar.rules().rules)).decide(request).isBlocked
    let decision = radar.resolve(TrackerRequest(url: url, page: "https://\(page)/", type: "script"))
    #expect(byRules == (decision.verdict == .pass), "\(rules) \(url) \(page)")
    return byRules
  }

  @Test(arguments: [
    ("https://t.example/v.js", true), ("https://a.t.example/v.js", true),
    ("http://t.example:8080/v.js", true),
    ("https://t.example/v.js?a=1&b=2", true), ("https://t.example/v.js;x", true),
    ("https://t.example/V.JS", true),
    ("https://t.example/x/v.js", false), ("https://t.example/v", false), ("https://t.example/?/v.js", false),
  ])
  func thePathIsAPrefix(_ url: String, _ expected: Bool) throws {
    #expect(try allowed([("t.example/v.js", ["news.example"])], url, on: "news.example") == expected)
    #expect(try allowed([("t.example/v.js", ["news.example"])], url, on: "a.news.example") == expected)
    #expect(try !allowed([("t.example/v.js", ["news.example"])], url, on: "xnews.example"))
    #expect(try allowed([("t.example/v.js", ["<all>"])], url, on: "any.example") == expected)
  }

  @Test func theFirstRuleThatMatchesDecides() throws {
    let rules = [("t.example/a/b", ["one.example"]), ("t.example/a", ["one.example", "two.example"])]
    #expect(try allowed(rules, "https://t.example/a/b/c", on: "one.example"))
    #expect(try !allowed(rules, "https://t.example/a/b/c", on: "two.example"))
    #expect(try allowed(rules, "https://t.example/a/bb", on: "one.example"))
    #expect(try !allowed(rules, "https://t.example/a/bb", on: "two.example"))
    for path in ["a", "a/", "a/c", "a?x", "ab/b", "a/?b"] {
      #expect(try allowed(rules, "https://t.example/\(path)", on: "two.example"), "\(path)")
      #expect(try !allowed(rules, "https://t.example/\(path)", on: "three.example"), "\(path)")
    }
  }

  @Test func aRuleBehindAWiderOneNeverDecides() throws {
    let rules = [("t.example/a", ["one.example"]), ("t.example/a/b", ["two.example"])]
    #expect(try !allowed(rules, "https://t.example/a/b", on: "two.example"))
  }

  @Test func wildcardsStandForAnyText() throws {
    let rules = [("t.example/u/.*/x.js", ["one.example"])]
    #expect(try allowed(rules, "https://t.example/u/1/2/x.js?y", on: "one.example"))
    #expect(try !allowed(rules, "https://t.example/u/1/2/y.js?/x.js", on: "one.example"))
  }

  @Test func theTailLiftsWhateverIsBeforeIt() throws {
    let block = Rule(trigger: Trigger(urlFilter: .any), action: .block)
    var exceptions = TrackerExceptions()
    exceptions.userSites = [Array("www.mine.example".utf8)]
    exceptions.temporary = [Array("weak.example".utf8)]
    let evaluator = RuleListEvaluator(RuleList([block] + TrackerRadar.rules(of: exceptions).rules))
    for (page, isBlocked) in [
      ("mine.example", false), ("www.mine.example", false), ("a.mine.example", true), ("weak.example", false),
      ("a.weak.example", false), ("news.example", true),
    ] {
      let request = Request(
        .image, url: Array("https://x.example/".utf8), page: Array("https://\(page)/".utf8),
        suffixes: .wellKnown)
      #expect(evaluator.decide(request).isBlocked == isBlocked, "\(page)")
    }
  }
}
