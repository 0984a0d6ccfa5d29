import Foundation
import SluiceAnalysis
import SluiceRules
import SluiceTrackers
import Testing
import TestSupport
import TrackerTestSupport

/// Random configurations from few names, so that sites, owners and features overlap.
///
/// The rules and the resolver must agree with the documented algorithm for every page.
struct RandomConfigurationTests {
  @Test(arguments: seeds(8, oneIn: 4)) func randomConfigurationsAgreeWithAlgorithm(seed: UInt64) throws {
    var maker = ConfigurationMaker(seed: seed)
    var (blocked, substituted, total) = (0, 0, 0)
    for _ in 0..<25 {
      let (tds, config) = (maker.tds(), maker.config())
      let data = try TrackerData.decodingJSON(tds).data
      let exceptions = try TrackerExceptions.decodingJSON(config).exceptions
      for clickToLoad in [false, true] {
        var options = TrackerOptions()
        options.blocksClickToLoad = clickToLoad
        let radar = TrackerRadar(data, exceptions: exceptions, options: options)
        let surrogates = radar.surrogateRules()
        let evaluator = RuleListEvaluator(RuleList(radar.rules().rules))
        var reference = try TrackerReference(
          tds: Data(tds.utf8), exceptions: Data(config.utf8), suffixes: .wellKnown,
          blocksClickToLoad: clickToLoad)
        for page in ConfigurationMaker.sites + ["x.c.b.a.example", "xa.example", "other.example"] {
          for url in maker.urls(8) {
            let type = maker.pick(["script", "image"])
            let page = "https://\(page)/"
            let expected = reference.blocks(url: url, page: page, type: type)
            (blocked, total) = (blocked + (expected ? 1 : 0), total + 1)
            let kind = try #require(Request.Kind(rawValue: type))
            let request = Request(kind, url: Array(url.utf8), page: Array(page.utf8), suffixes: .wellKnown)
            let comment: Comment = "\(type) \(url) on \(page), click to load \(clickToLoad): \(tds) \(config)"
            #expect(evaluator.decide(request).isBlocked == expected, comment)
            let decision = radar.resolve(TrackerRequest(url: url, page: page, type: type))
            #expect((decision.verdict != .pass) == expected, comment)
            guard type == "script" else { continue }
            let action = PageRuleReading.action(for: url, page: page, rules: surrogates)
            #expect(action == decision.action, comment)
            substituted += action == .nothing ? 0 : 1
          }
        }
      }
    }
    #expect(blocked > total / 10 && blocked < total * 9 / 10, "\(blocked) of \(total)")
    #expect(substituted > 10, "\(substituted) of \(total)")
  }
}

/// Generates files with few names.
private struct ConfigurationMaker {
  static let sites = [
    "a.example", "b.a.example", "c.b.a.example", "d.c.b.a.example", "e.example", "f.e.example",
  ]
  private static let actions = ["block-ctl-x", "block-ctl-y"]
  private static let owners = ["X", "Y", "Z"]
  private var random: SeededRandom

  init(seed: UInt64) { random = SeededRandom(seed) }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: elements.indices, using: &random)]
  }

  private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  private mutating func some(_ elements: [String], _ count: ClosedRange<Int>) -> [String] {
    Array(elements.shuffled(using: &random).prefix(Int.random(in: count, using: &random)))
  }

  private func list(_ texts: [String]) -> String {
    "[" + texts.map { "\"\($0)\"" }.joined(separator: ", ") + "]"
  }

  private func object(_ members: [String]) -> String { "{" + members.joined(separator: ", ") + "}" }

  private mutating func scope(_ name: String) -> String {
    var members: [String] = []
    if chance(80) { members.append(#""domains": \#(list(some(Self.sites, 1...3)))"#) }
    if chance(30) { members.append(#""types": ["image"]"#) }
    return #""\#(name)": \#(object(members))"#
  }

  mutating func tds() -> String {
    let trackers = ["t.example", "u.t.example", "a.example"].filter { _ in chance(80) }.map { name in
      let rules = (0..<Int.random(in: 0...3, using: &random)).map { _ in
        let text = name.replacing(".", with: #"\\."#) + pick(["/p", "/p/q", "/"])
        var members = [#""rule": "\#(text)""#]
        if chance(60) { members.append(#""action": "\#(pick(Self.actions + ["ignore"]))""#) }
        if chance(50) { members.append(#""surrogate": "\#(pick(["one.js", "two.js"]))""#) }
        if chance(40) { members.append(scope("options")) }
        if chance(40) { members.append(scope("exceptions")) }
        return object(members)
      }
      return
        #""\#(name)": {"default": "\#(pick(["block", "ignore"]))", "owner": {"name": "\#(pick(Self.owners))"}, "rules": [\#(rules.joined(separator: ", "))]}"#
    }
    var rest = Self.sites.shuffled(using: &random)[...]
    let entities = Self.owners.map { owner in
      let own = rest.prefix(2)
      rest = rest.dropFirst(2)
      return #""\#(owner)": {"domains": \#(list(Array(own)))}"#
    }
    let cnames = chance(40) ? #""s.e.example": "v.u.t.example", "s.n.example": "t.example""# : ""
    return #"{"trackers": \#(object(trackers)), "entities": \#(object(entities)), "cnames": {\#(cnames)}}"#
  }

  private mutating func feature(_ name: String, _ settings: String?) -> String {
    let sites = some(Self.sites, 0...2).map { #"{"domain": "\#($0)"}"# }.joined(separator: ", ")
    let state = chance(90) ? "enabled" : pick(["disabled", "internal"])
    return
      #""\#(name)": {"state": "\#(state)", "exceptions": [\#(sites)]\#(settings.map { #", "settings": \#($0)"# } ?? "")}"#
  }

  private mutating func rules(_ hosts: [String], _ wildcard: String) -> String {
    let entries = (0..<Int.random(in: 1...3, using: &random)).map { _ in
      let rule = pick(hosts) + pick(["", "/p", "/p/q", "/\(wildcard)/q"])
      let domains = chance(30) ? ["<all>"] : some(Self.sites, 1...3)
      return #"{"rule": "\#(rule)", "domains": \#(list(domains))}"#
    }
    return #"{"rules": [\#(entries.joined(separator: ", "))]}"#
  }

  mutating func config() -> String {
    var features: [String] = []
    if chance(50) { features.append(feature("contentBlocking", nil)) }
    if chance(50) {
      // A rule that precedes another one with a wildcard is allowed more broadly, which is reported.
      let rule = #"{"rules": [{"rule": "t.example/p", "domains": \#(list(some(Self.sites, 1...3)))}]}"#
      features.append(feature("trackerAllowlist", #"{"allowlistedTrackers": {"t.example": \#(rule)}}"#))
    }
    if chance(80) {
      let requests = [
        #""t.example": \#(rules(["t.example", "u.t.example"], "*"))"#,
        #""a.example": \#(rules(Self.sites.filter { $0.hasSuffix("a.example") }, "*"))"#,
      ]
      features.append(feature("requestBlocklist", #"{"blockedRequests": \#(object(requests))}"#))
    }
    if chance(80) {
      let entities = (Self.owners + ["W"]).filter { _ in chance(60) }.map { name in
        #""\#(name)": {"state": "\#(pick(["enabled", "enabled", "disabled"]))", "ruleActions": \#(list(some(Self.actions, 1...2)))}"#
      }
      features.append(feature("clickToLoad", object(entities)))
    }
    let temporary = chance(20) ? #"{"domain": "\#(pick(Self.sites))"}"# : ""
    return #"{"features": \#(object(features)), "unprotectedTemporary": [\#(temporary)]}"#
  }

  mutating func urls(_ count: Int) -> [String] {
    (0..<count).map { _ in
      let host = pick([
        "t.example", "u.t.example", "v.u.t.example", "a.example", "b.a.example", "xt.example", "s.e.example",
        "s.n.example",
      ])
      return "https://\(host)\(pick(["/", "/p", "/p/q", "/p/x/q?y", "/x/q", "/pp?q"]))"
    }
  }
}
