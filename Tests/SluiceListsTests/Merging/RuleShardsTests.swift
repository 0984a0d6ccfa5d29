import SluiceAnalysis
import SluiceConversion
import SluiceRules
import Testing
import TestSupport

@testable import SluiceListFiles
@testable import SluiceLists

/// Together, the shards make the same decisions as the original list.
@Suite struct RuleShardsTests {
  /// Returns the rules for hosts a0 to a9, with exceptions between them, in random order.
  private static func rules(_ random: inout SeededRandom) throws -> [Rule] {
    let texts = (0..<40).map { _ in
      let host =
        random.chance(80)
        ? "^[^:]+://([^/]+\\\\.)?a\(random.below(10))\\\\.example[:/]" : "x\(random.below(3))"
      let type = random.pick(["block", "block", "block", "ignore-previous-rules", "block-cookies"])
      let kind = random.chance(30) ? #","resource-type":["script"]"# : ""
      return #"{"trigger":{"url-filter":"\#(host)"\#(kind)},"action":{"type":"\#(type)"}}"#
    }
    return try RuleList(decodingJSON: "[\(texts.joined(separator: ","))]").rules
  }

  private static let requests: [Request] = (0..<10).flatMap { host in
    ["script", "image"].compactMap { type in
      Request.Kind(rawValue: type).map {
        Request(
          $0, url: Array("https://a\(host).example/x\(host % 4)".utf8),
          page: Array("https://page.example/".utf8),
          suffixes: .wellKnown)
      }
    }
  }

  private static func decisions(_ lists: [[Rule]]) -> [[Bool]] {
    let evaluators = lists.map { RuleListEvaluator(RuleList($0)) }
    return requests.map { request in
      let decisions = evaluators.map { $0.decide(request) }
      return [decisions.contains { $0.isBlocked }, decisions.contains { $0.blocksCookies }]
    }
  }

  @Test(arguments: 0..<30) func ruleShardsAgreeWithWholeList(_ seed: UInt64) throws {
    var random = SeededRandom(seed)
    let rules = try Self.rules(&random)
    let whole = Self.decisions([rules])
    for limit in [
      ListLimit(rules: 25, bytes: nil), ListLimit(rules: nil, bytes: 2_500),
      ListLimit(rules: 30, bytes: 3_000),
    ] {
      let shards: [[Int]]
      do throws(RuleShards.NoRoom) {
        shards = try RuleShards(limit: limit, of: rules).shards(of: rules)
      } catch {
        // A rule with the exceptions that override it exceeds the limit, and the error says by how much.
        switch error {
        case .rules(let count): #expect(count > limit.rules)
        case .bytes(let bytes): #expect(bytes > limit.bytes ?? .max)
        case .lists: Issue.record("\(error)")
        }
        continue
      }
      let lists = shards.map { $0.map { rules[$0] } }
      #expect(lists.allSatisfy { limit.allows(limit.size(of: $0)) })
      #expect(Self.decisions(lists) == whole, "seed \(seed), \(limit)")
      let acting = rules.indices.filter { !rules[$0].action.overridesOthers }
      #expect(
        shards.flatMap { $0 }.filter { !rules[$0].action.overridesOthers } == acting,
        "each rule that acts stands once")
      #expect(shards.allSatisfy { $0 == $0.sorted() }, "in the order that they had")
    }
  }

  @Test func listWithinLimitIsOneShard() throws {
    var random = SeededRandom(1)
    let rules = try Self.rules(&random)
    #expect(
      try RuleShards(limit: ListLimit(rules: 40, bytes: nil), of: rules).shards(of: rules) == [Array(0..<40)])
  }

  @Test func ruleWithItsExceptionsMustFitShard() throws {
    let texts =
      [#"{"trigger":{"url-filter":"a"},"action":{"type":"block"}}"#]
      + (0..<3).map { #"{"trigger":{"url-filter":"a\#($0)"},"action":{"type":"ignore-previous-rules"}}"# }
    let rules = try RuleList(decodingJSON: "[\(texts.joined(separator: ","))]").rules
    let error = #expect(throws: RuleShards.NoRoom.self) {
      try RuleShards(limit: ListLimit(rules: 3, bytes: nil), of: rules).shards(of: rules)
    }
    #expect(error == .rules(4))
  }

  /// Exceptions that each list needs do not multiply the rules, and few rules for each list take no time.
  @Test(arguments: ["ignore-previous-rules", "ignore-following-rules"])
  func repeatedExceptionsAreLimited(exception: String) throws {
    func rules(_ count: Int) throws -> [Rule] {
      let texts = ["block", exception].flatMap { action in
        (0..<count).map { #"{"trigger":{"url-filter":"a\#($0)"},"action":{"type":"\#(action)"}}"# }
      }
      return try RuleList(decodingJSON: "[\(texts.joined(separator: ","))]").rules
    }
    func count(_ rules: [Rule], limit: Int) throws(RuleShards.NoRoom) -> Int {
      try RuleShards(limit: ListLimit(rules: limit, bytes: nil), of: rules).shards(of: rules)
        .reduce(0) { $0 + $1.count }
    }
    let few = try rules(100)
    #expect(try count(few, limit: 110) == 100 + 10 * 100)
    let many = try rules(1_500)
    #expect(try count(many, limit: 2_000) == 1_500 + 3 * 1_500)
    let error = #expect(throws: RuleShards.NoRoom.self) { try count(many, limit: 1_510) }
    // Each list has 1,510 rules. Seven lists repeat exceptions of more than 512 KiB.
    #expect(error == .lists(7))
  }
}
