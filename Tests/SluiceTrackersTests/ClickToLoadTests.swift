import SluiceText
import SluiceAnalysis
import SluiceRules
import SluiceTrackers
import Testing
import TrackerTestSupport

/// Click to load: the trackers' rules for it that block, and on which pages.
struct ClickToLoadTests {
  private static let tds = #"""
    {"trackers": {
      "f.example": {"default": "ignore", "owner": {"name": "F"}, "rules": [
        {"rule": "f\\.example/sdk", "action": "block-ctl-f", "surrogate": "sdk.js"},
        {"rule": "f\\.example/", "action": "block-ctl-f", "exceptions": {"domains": ["kind.example"]}},
        {"rule": "f\\.example/pixel"}]},
      "y.example": {"default": "ignore", "owner": {"name": "Y"}, "rules": [
        {"rule": "y\\.example/", "action": "block-ctl-y"}]},
      "b.example": {"default": "block", "owner": {"name": "B"}, "rules": [
        {"rule": "b\\.example/", "action": "block-ctl-f", "exceptions": {"types": ["image"]}}]},
      "v.example": {"default": "ignore", "owner": {"name": "B"}, "rules": [
        {"rule": "v\\.example/", "action": "block-ctl-f",
         "options": {"domains": ["news.example", "fb.example"]}, "exceptions": {"domains": ["x.news.example"]}}]}},
     "entities": {"F": {"domains": ["f.example", "fb.example"]}, "Y": {"domains": ["y.example"]},
      "B": {"domains": ["b.example"]}, "O": {"domains": ["other.fb.example"]}}}
    """#

  private func check(
    _ config: String?, _ asks: [(url: String, page: String, type: String, isBlocked: Bool)],
    options change: (inout TrackerOptions) -> Void = { _ in }, location: SourceLocation = #_sourceLocation
  ) throws {
    var exceptions = TrackerExceptions()
    if let config {
      exceptions =
        try TrackerExceptions.decodingJSON(#"{"features": {"clickToLoad": \#(config)}}"#).exceptions
    }
    var options = TrackerOptions()
    options.blocksClickToLoad = true
    change(&options)
    let data = try TrackerData.decodingJSON(Self.tds).data
    let radar = TrackerRadar(data, exceptions: exceptions, options: options)
    let evaluator = RuleListEvaluator(RuleList(radar.rules().rules))
    for (url, page, type, isBlocked) in asks {
      let kind = try #require(Request.Kind(rawValue: type))
      let (url, page) = ("https://\(url)", "https://\(page)/")
      let request = Request(kind, url: Array(url.utf8), page: Array(page.utf8), suffixes: .wellKnown)
      #expect(
        evaluator.decide(request).isBlocked == isBlocked, "rules: \(url) on \(page)", sourceLocation: location
      )
      let decision = radar.resolve(TrackerRequest(url: url, page: page, type: type))
      #expect(
        (decision.verdict != .pass) == isBlocked, "resolver: \(url) on \(page) \(decision)",
        sourceLocation: location)
    }
  }

  private static func entity(_ name: String, _ actions: String, state: String = "enabled") -> String {
    #""\#(name)": {"state": "\#(state)", "ruleActions": [\#(actions)]}"#
  }

  private static func config(
    _ entities: String..., exceptions: String = "", state: String = "enabled"
  ) -> String {
    #"{"state": "\#(state)", "settings": {\#(entities.joined(separator: ", "))}, "exceptions": [\#(exceptions)]}"#
  }

  private static let f = entity("F", #""block-ctl-f""#)
  private static let y = entity("Y", #""block-ctl-y""#)

  @Test func clickToLoadWithoutConfigurationBlocksEveryAction() throws {
    try check(
      nil,
      [
        ("f.example/sdk.js", "news.example", "script", true),
        ("y.example/", "news.example", "subdocument", true),
        ("f.example/", "fb.example", "image", false),
      ])
  }

  @Test func onlyActionsOfEnabledEntitiesBlock() throws {
    let off = Self.entity("Y", #""block-ctl-y""#, state: "disabled")
    try check(
      Self.config(Self.f, off),
      [
        ("f.example/x", "news.example", "image", true), ("y.example/x", "news.example", "image", false),
        ("f.example/x", "kind.example", "image", false),
      ])
    // A single enabled entity suffices.
    try check(
      Self.config(Self.entity("Z", #""block-ctl-y""#), off), [("y.example/x", "news.example", "image", true)])
    for state in ["disabled", "internal", "preview"] {
      try check(Self.config(Self.f, state: state), [("f.example/x", "news.example", "image", false)])
    }
    try check("{}", [("f.example/x", "news.example", "image", false)])
    try check(
      Self.config(#""F": {"ruleActions": ["block-ctl-f"]}"#), [("f.example/x", "a.example", "image", false)])
  }

  @Test func skippedClickToLoadRuleLeavesNextRules() throws {
    try check(
      Self.config(Self.y),
      [
        ("f.example/pixel", "news.example", "image", true), ("f.example/x", "news.example", "image", false),
        ("b.example/x", "news.example", "script", true), ("b.example/x", "news.example", "image", true),
      ])
    try check(Self.config(Self.f), [("b.example/x", "news.example", "image", false)])
  }

  @Test func clickToLoadExceptionsApplyToSites() throws {
    try check(
      Self.config(Self.f, exceptions: #"{"domain": "calm.example"}, {"domain": "c.news.example"}"#),
      [
        ("f.example/x", "calm.example", "image", false), ("f.example/x", "a.calm.example", "image", false),
        ("f.example/x", "xcalm.example", "image", true), ("f.example/pixel", "calm.example", "image", true),
        ("v.example/x", "news.example", "image", true), ("v.example/x", "c.news.example", "image", false),
        ("v.example/x", "x.news.example", "image", false), ("v.example/x", "cc.news.example", "image", true),
        ("b.example/x", "calm.example", "image", true), ("b.example/x", "news.example", "image", false),
      ])
  }

  @Test func clickToLoadAllowsPagesOfEntity() throws {
    try check(
      Self.config(Self.f),
      [
        ("v.example/x", "fb.example", "image", false), ("v.example/x", "a.fb.example", "image", false),
        ("v.example/x", "other.fb.example", "image", true), ("v.example/x", "news.example", "image", true),
        ("f.example/x", "fb.example", "image", false), ("f.example/x", "other.fb.example", "image", true),
      ])
    // The same applies to a disabled entity if another one has the action.
    try check(
      Self.config(
        Self.entity("F", #""block-ctl-f""#, state: "disabled"), Self.entity("Z", #""block-ctl-f""#)),
      [("v.example/x", "fb.example", "image", false), ("v.example/x", "news.example", "image", true)])
  }

  @Test func clickedContentLoads() throws {
    try check(
      Self.config(Self.f, Self.y),
      [("f.example/x", "news.example", "image", false), ("y.example/x", "news.example", "image", true)]
    ) { $0.unblockedActions = ["block-ctl-f"] }
    try check(nil, [("f.example/x", "news.example", "image", false)]) {
      $0.unblockedActions = ["block-ctl-f"]
    }
  }

  @Test func clickToLoadIsOptional() throws {
    try check(
      Self.config(Self.f),
      [("f.example/x", "news.example", "image", false), ("f.example/pixel", "news.example", "image", true)]
    ) { $0.blocksClickToLoad = false }
  }

  @Test(arguments: [
    (Self.config(Self.f), true, []), (Self.config(Self.f), false, ["click-to-load-unused"]),
    (Self.config(Self.f, state: "disabled"), true, ["click-to-load-off"]),
    (Self.config(Self.f, state: "disabled"), false, []), (Self.config(), true, ["click-to-load-off"]),
    (Self.config(Self.entity("Z", #""block-ctl-z""#)), false, []),
  ])
  func clickToLoadProblemsAreNamed(_ config: String, _ isAskedFor: Bool, _ ids: [String]) throws {
    let json = #"{"features": {"clickToLoad": \#(config)}}"#
    let exceptions = try TrackerExceptions.decodingJSON(json, file: 3).exceptions
    var options = TrackerOptions()
    options.blocksClickToLoad = isAskedFor
    let data = try TrackerData.decodingJSON(Self.tds).data
    let problems = TrackerRadar(data, exceptions: exceptions, options: options).rules().problems
    #expect(problems.map(\.reason.id) == ids)
    #expect(
      problems.allSatisfy { $0.path == "features.clickToLoad" && $0.place.file == 3 && !$0.span.isEmpty })
  }

  @Test func clickToPlayIsFormerName() throws {
    func decode(_ features: String) throws -> TrackerExceptions.ClickToLoad? {
      try TrackerExceptions.decodingJSON(#"{"features": {\#(features)}}"#).exceptions.clickToLoad
    }
    let former = #""clickToPlay": \#(Self.config(Self.y))"#
    #expect(try decode(former)?.blocks("block-ctl-y") == true)
    let both = try decode(#"\#(former), "clickToLoad": \#(Self.config(Self.f))"#)
    #expect(both?.blocks("block-ctl-f") == true && both?.blocks("block-ctl-y") == false)
    #expect(try decode("") == nil)
  }
}
