import SluiceAnalysis
import SluiceRules
import TestSupport
import Testing

/// The differences between two rule lists.
struct RuleListDifferenceTests {
  private static func list(_ rules: [String]) throws -> RuleList {
    let json = rules.map { rule in
      let parts = rule.split(separator: " ", maxSplits: 2).map(String.init)
      let action =
        parts[0].hasPrefix(".") ? #"css-display-none","selector":"\#(parts[0])""# : "\(parts[0])\""
      let more = parts.count > 2 ? "," + parts[2] : ""
      return #"{"trigger":{"url-filter":"\#(parts[1])"\#(more)},"action":{"type":"\#(action)}}"#
    }
    return try RuleList(decodingJSON: "[\(json.joined(separator: ","))]")
  }

  /// Returns `extent old→new selectors` for changes and `moved old→new +gained -lost` for moves.
  private func difference(_ old: [String], _ new: [String]) throws -> [String] {
    let difference = RuleListDifference(from: try Self.list(old), to: try Self.list(new))
    let changes = difference.changes.map { change in
      "\(change.extent) \(change.old.map { "\($0)" } ?? "-")→\(change.new.map { "\($0)" } ?? "-")"
        + change.selectors.map { " \($0)" }.joined()
    }
    return changes + difference.moves.map { "moved \($0.old)→\($0.new) +\($0.gained) -\($0.lost)" }
  }

  private static let back = "ignore-previous-rules"
  private static let ahead = "ignore-following-rules"

  @Test func addedAndRemovedRulesAreFound() throws {
    #expect(try difference(["block a", "block b"], ["block b", "block c"]) == ["same -→1", "same 0→-"])
    #expect(try difference(["block a"], ["block a"]).isEmpty)
    #expect(try difference(["block a"], ["block a", "block a"]) == ["same -→1"])
    #expect(try difference(["block a"], ["\(Self.back) a"]) == ["same -→0", "same 0→-"])
  }

  @Test func selectorsAreComparedIndividually() throws {
    #expect(
      try difference([".a,.b .*", ".c .*"], [".a .*", ".b,.d,.e .*"]) == ["same -→1 .d .e", "same 1→- .c"])
    #expect(
      try difference([".a,.b .*"], [#".a .* "unless-domain":["*x.com"]"#, ".b .*"]) == ["narrowed 0→0 .a"])
  }

  private static let changedTriggers: [(old: String, new: String, extent: ScopeChange)] = [
    ("", #""resource-type":["script"]"#, ScopeChange.narrowed),
    (#""resource-type":["script"]"#, #""resource-type":["script","image"]"#, .widened),
    (#""resource-type":["script"]"#, #""resource-type":["image"]"#, .changed),
    (#""resource-type":["document"]"#, #""resource-type":["top-document","child-document"]"#, .same),
    (#""resource-type":["document"]"#, #""resource-type":["top-document"]"#, .narrowed),
    (#""resource-type":["fetch"]"#, #""resource-type":["raw"]"#, .widened),
    (#""load-type":["third-party"]"#, "", .widened),
    (#""load-type":["third-party"]"#, #""load-type":["first-party","third-party"]"#, .widened),
    (#""load-context":["top-frame"]"#, #""load-context":["child-frame"]"#, .changed),
    (#""request-method":"get""#, "", .widened),
    (#""request-method":"get""#, #""request-method":"put""#, .changed),
    (#""url-filter-is-case-sensitive":true"#, "", .widened),
    ("", #""if-domain":["a.com"]"#, .narrowed), ("", #""unless-domain":["a.com"]"#, .narrowed),
    (#""if-domain":["a.com"]"#, #""if-domain":["*a.com"]"#, .widened),
    (#""if-domain":["*a.com"]"#, #""if-domain":["*b.a.com"]"#, .narrowed),
    (#""if-domain":["a.com","b.com"]"#, #""if-domain":["b.com","a.com"]"#, .same),
    (#""if-domain":["a.com"]"#, #""if-domain":["b.com"]"#, .changed),
    (#""unless-domain":["*a.com"]"#, #""unless-domain":["*a.com","b.com"]"#, .narrowed),
    (#""unless-domain":["*a.com"]"#, #""unless-domain":["*c.a.com"]"#, .widened),
    // One page can have the other's URL in its query.
    (#""if-domain":["a.com"]"#, #""unless-domain":["b.com"]"#, .changed),
    (
      #""if-top-url":["^[^:]+://([^/]+\\.)?a\\.com(:[0-9]+)?/"]"#,
      #""unless-top-url":["^[^:]+://([^/]+\\.)?b\\.com(:[0-9]+)?/"]"#, .widened
    ),
    (#""if-domain":["*a.com"]"#, #""if-top-url":["^[^:]+://([^/]+\\.)?a\\.com(:[0-9]+)?/"]"#, .narrowed),
    (
      #""if-top-url":["^[^:]+://([^/]+\\.)?a\\.com(:[0-9]+)?/"]"#,
      #""if-top-url":["^[^:]+://([^/]+\\.)?b\\.a\\.com(:[0-9]+)?/"]"#, .narrowed
    ),
    (
      #""unless-domain":["*a.com"]"#, #""unless-top-url":["^[^:]+://([^/]+\\.)?a\\.com(:[0-9]+)?/"]"#,
      .widened
    ),
    (#""if-domain":["*a.com"]"#, #""unless-domain":["b.a.com"]"#, .changed),
    (#""unless-domain":["b.com"]"#, #""if-domain":["a.com"]"#, .changed),
    (
      #""unless-top-url":["^[^:]+://([^/]+\\.)?b\\.com(:[0-9]+)?/"]"#,
      #""if-top-url":["^[^:]+://([^/]+\\.)?a\\.com(:[0-9]+)?/"]"#, .narrowed
    ),
    (#""if-top-url":["x"]"#, #""if-top-url":["x","y"]"#, .widened),
    (#""unless-top-url":["x"]"#, #""unless-top-url":["x","y"]"#, .narrowed),
    (#""if-top-url":["x"]"#, #""if-frame-url":["x"]"#, .changed),
    (#""if-top-url":["x"],"top-url-filter-is-case-sensitive":true"#, #""if-top-url":["x"]"#, .widened),
    (
      #""unless-top-url":["x"],"top-url-filter-is-case-sensitive":true"#, #""unless-top-url":["x"]"#,
      .narrowed
    ),
    (#""load-type":["third-party"]"#, #""if-domain":["a.com"]"#, .changed),
  ]

  @Test(arguments: changedTriggers)
  func widenedAndNarrowedTriggersAreFound(old: String, new: String, extent: ScopeChange) throws {
    #expect(try difference(["block a \(old)"], ["block a \(new)"]) == ["\(extent) 0→0"])
  }

  @Test func movedExceptionsAreFound() throws {
    // The order of other rules does not matter.
    #expect(try difference(["block a", "block b"], ["block b", "block a"]).isEmpty)
    #expect(
      try difference(["block a", "\(Self.back) x", "block b"], ["block a", "block b", "\(Self.back) x"])
        == ["moved 1→2 +1 -0"])
    #expect(
      try difference(["block a", "block b", "\(Self.back) x"], ["\(Self.back) x", "block a", "block b"])
        == ["moved 2→0 +0 -2"])
    #expect(
      try difference(["\(Self.ahead) x", "block a", "block b"], ["block a", "block b", "\(Self.ahead) x"])
        == ["moved 0→2 +0 -2"])
    // The one block that moved past two exceptions is reported, not the exceptions.
    #expect(
      try difference(
        ["block a", "\(Self.back) x", "\(Self.back) y"], ["\(Self.back) x", "\(Self.back) y", "block a"])
        == ["moved 0→2 +0 -2"])
    // A new rule does not count as a move.
    #expect(
      try difference(["block a", "\(Self.back) x"], ["block b", "block a", "\(Self.back) x"]) == ["same -→0"])
  }

  /// The crossings are the same as those of a plain count.
  @Test func movesAgreeWithBruteForceCount() throws {
    var random = SeededRandom(3)
    for _ in 0..<200 {
      let rules = (0..<8).map { "\(random.pick(["block", "block", Self.back, Self.ahead])) r\($0)" }
      let shuffled = rules.shuffled(using: &random)
      let difference = RuleListDifference(from: try Self.list(rules), to: try Self.list(shuffled))
      func overridden(_ list: [String]) -> Set<[String]> {
        var pairs: Set<[String]> = []
        for (i, exception) in list.enumerated() where !exception.hasPrefix("block") {
          for (j, rule) in list.enumerated() where rule.hasPrefix("block") {
            if exception.hasPrefix(Self.back) ? j < i : j > i { pairs.insert([exception, rule]) }
          }
        }
        return pairs
      }
      let (before, after) = (overridden(rules), overridden(shuffled))
      #expect(difference.moves.isEmpty == (before == after))
      #expect(difference.moves.reduce(0) { $0 + $1.gained } == after.subtracting(before).count)
      #expect(difference.moves.reduce(0) { $0 + $1.lost } == before.subtracting(after).count)
    }
  }

  @Test func triggerChangesAreListed() throws {
    let old = try Self.list([#"block a "if-domain":["a.com","b.com"],"load-type":["third-party"]"#])
    let new = try Self.list([#"block a "if-domain":["b.com","c.com"],"resource-type":["image"]"#])
    let changes = TriggerChange.all(from: old.rules[0].trigger, to: new.rules[0].trigger)
    #expect(changes.map(\.key) == ["resource-type", "load-type", "if-domain"])
    #expect(changes.map(\.before) == [nil, ["third-party"], ["a.com"]])
    #expect(changes.map(\.after) == [["image"], nil, ["c.com"]])
  }
}
