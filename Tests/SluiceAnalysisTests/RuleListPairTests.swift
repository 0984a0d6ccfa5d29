import SluiceAnalysis
import SluiceRules
import TestSupport
import Testing

/// Compares evaluating two lists together with evaluating each list separately.
struct RuleListPairTests {
  private static let hosts = ["a.example", "b.example", "c.example"]

  private static func randomRule(_ random: inout SeededRandom) -> String {
    let filter = random.pick([
      ".*", "^https?://a\\\\.example[:/]", "^https?://b\\\\.example[:/]", "/x", "/y", "ad",
    ])
    let action = random.pick([
      "{\"type\":\"block\"}", "{\"type\":\"block\"}", "{\"type\":\"ignore-previous-rules\"}",
      "{\"type\":\"ignore-following-rules\"}", "{\"type\":\"block-cookies\"}",
      "{\"type\":\"css-display-none\",\"selector\":\".a\"}",
      "{\"type\":\"css-display-none\",\"selector\":\".b,.c\"}",
      "{\"type\":\"css-display-none\",\"selector\":\".a,.d\"}",
    ])
    let more = random.pick([
      "", "", ",\"resource-type\":[\"script\"]", ",\"resource-type\":[\"ping\",\"document\"]",
      ",\"load-type\":[\"third-party\"]", ",\"if-domain\":[\"*a.example\"]",
      ",\"unless-domain\":[\"*b.example\"]",
    ])
    return "{\"trigger\":{\"url-filter\":\"\(filter)\"\(more)},\"action\":\(action)}"
  }

  private static func list(_ rules: [String]) throws -> RuleList {
    try RuleList(decodingJSON: "[\(rules.joined(separator: ","))]")
  }

  private static var requests: [Request] {
    var requests: [Request] = []
    for page in hosts {
      let page = Array("https://\(page)/ad".utf8)
      requests.append(Request(.document, url: page, page: page, suffixes: .wellKnown))
      for host in hosts {
        for path in ["x", "y", "z"] {
          for kind in [Request.Kind.script, .image, .ping, .subdocument] {
            requests.append(
              Request(kind, url: Array("https://\(host)/\(path)".utf8), page: page, suffixes: .wellKnown))
          }
        }
      }
    }
    return requests
  }

  @Test(arguments: seeds(150, oneIn: 10)) func pairedEvaluationAgreesWithSeparate(seed: Int) throws {
    var random = SeededRandom(UInt64(seed))
    let old = (0..<random.below(14) + 1).map { _ in Self.randomRule(&random) }
    var new = old
    for _ in 0..<random.below(4) {
      switch random.below(3) {
      case 0: new.insert(Self.randomRule(&random), at: random.below(new.count + 1))
      case 1: if new.count > 1 { new.remove(at: random.below(new.count)) }
      default:
        let rule = new.remove(at: random.below(new.count))
        new.insert(rule, at: random.below(new.count + 1))
      }
    }
    let (before, after) = (try Self.list(old), try Self.list(new))
    let (first, second) = (RuleListEvaluator(before), RuleListEvaluator(after))
    var pair = RuleListPair(NumberedRuleLists(before, after))
    var unjudged = 0
    for request in Self.requests {
      let (alone, then) = (first.decide(request), second.decide(request))
      if let both = pair.decide(request) {
        #expect(both.old.isBlocked == alone.isBlocked && both.new.isBlocked == then.isBlocked)
        let blocks = { (decision: Decision, list: RuleList) in
          decision.acting.filter { list.rules[$0].action == .block }
        }
        #expect(blocks(both.old, before) == blocks(alone, before))
        #expect(blocks(both.new, after) == blocks(then, after))
      } else {
        unjudged += 1
        #expect(alone.isBlocked == then.isBlocked, "\(old) \(new) \(request)")
      }
      guard request.types.contains(.topDocument) else { continue }
      let hiding = pair.hiding(on: request)
      let (was, now) = (Set(alone.hiddenSelectors), Set(then.hiddenSelectors))
      #expect(Set(hiding.shown.flatMap(\.selectors)) == was.subtracting(now), "\(old) \(new)")
      #expect(Set(hiding.hidden.flatMap(\.selectors)) == now.subtracting(was), "\(old) \(new)")
      for hidden in hiding.hidden {
        guard case .hide(let selectors) = after.rules[hidden.rule].action else {
          Issue.record("rule \(hidden.rule) hides nothing")
          continue
        }
        #expect(Set(selectors.elements).isSuperset(of: hidden.selectors))
      }
    }
    if old == new { #expect(unjudged == Self.requests.count) }
  }

  @Test func onlyAffectedRequestsAreEvaluated() throws {
    let rule = { (filter: String) in
      "{\"trigger\":{\"url-filter\":\"\(filter)\"},\"action\":{\"type\":\"block\"}}"
    }
    let lists = NumberedRuleLists(
      try Self.list([rule("/x"), rule("/y")]), try Self.list([rule("/y"), rule("/z")]))
    let pair = RuleListPair(lists)
    let judged = Self.requests.filter { pair.decide($0) != nil }.map {
      String(decoding: $0.url, as: UTF8.self)
    }
    #expect(!judged.isEmpty)
    #expect(
      judged.allSatisfy { $0.hasSuffix("/x") || $0.hasSuffix("/z") }, "the order of blocks is no difference")
  }
}
