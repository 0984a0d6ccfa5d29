import SluiceConversion
import SluiceRules
import Testing
import TestSupport

@testable import SluiceListFiles
@testable import SluiceLists

/// Together, shards by host make the same decisions as the original list.
@Suite struct HostShardsTests {
  private static func network(_ filters: [String], _ target: Target) throws -> [Rule] {
    var options = ConversionOptions()
    (options.target, options.split) = (target, .action)
    let bytes = Array(filters.joined(separator: "\n").utf8)
    let source = Source(name: "list", bytes: bytes, accepts: .anything)
    return try Converter(options: options).convert([source]).lists[0].rules.rules
  }

  private static func sharding(_ count: Int, _ method: ListRecipe.Sharding.Method = .host)
    -> ListRecipe.Sharding
  {
    var sharding = ListRecipe.Sharding(by: method)
    sharding.count = count
    return sharding
  }

  @Test(arguments: seeds(12, oneIn: 12) as Range<UInt64>)
  func hostShardsAgreeWithWholeList(_ seed: UInt64) throws {
    var generated = ShardFilters(seed: seed)
    let filters = generated.list(150)
    let requests = generated.requests(300)
    var random = SeededRandom(seed)
    for target in [Target.any, .webKitGTK2_50] {
      let rules = try Self.network(filters, target)
      let whole = verdicts(of: [RuleList(rules)], requests)
      #expect(whole.contains { $0[0] } && whole.contains { !$0[0] }, "seed \(seed)")
      let acting = rules.indices.filter { !rules[$0].action.overridesOthers }
      for count in [1, 3, 16] {
        let isHot = rules.map { !$0.action.overridesOthers && random.chance(30) }
        for (method, hot) in [(ListRecipe.Sharding.Method.host, nil), (.baseAndHot, isHot)] {
          let shards = try HostShards(sharding: Self.sharding(count, method)).shards(of: rules, isHot: hot)
          #expect(shards.count == count + (hot == nil ? 1 : 2))
          let lists = shards.map { shard in RuleList(shard.positions.map { rules[$0] }) }
          #expect(verdicts(of: lists, requests) == whole, "seed \(seed), \(target), \(count) \(method)")
          let standing = shards.flatMap(\.positions).filter { !rules[$0].action.overridesOthers }
          #expect(standing.sorted() == acting, "each rule that acts stands once")
          #expect(shards.allSatisfy { $0.positions == $0.positions.sorted() }, "in the order that they had")
        }
      }
    }
  }

  /// Without its exceptions, a shard would block more than the list.
  ///
  /// The test above checks that shards contain them.
  @Test func exceptionsGoToShardOfTheirHost() throws {
    let rules = try Self.network(["||a.example^", "||b.example^", "@@||sub.a.example^"], .any)
    let shards = try HostShards(sharding: Self.sharding(16)).shards(of: rules)
    func hosts(_ action: Action) -> [Int] {
      shards.indices.filter {
        shards[$0].positions.contains { rules[$0].action == action && rules[$0].hasHost }
      }
    }
    #expect(hosts(.block).count == 2)
    #expect(hosts(.ignorePreviousRules).count == 1 && hosts(.block).contains(hosts(.ignorePreviousRules)))
  }

  /// A different shard number for a host would change all shards of all deployed lists.
  @Test func hostShardNumbersAreStable() {
    let hosts = ["example.com", "ads.example.com", "a.b.c.example", "1.2.3.4", "xn--bcher-kva.example", "x"]
    let shards = HostShards(sharding: Self.sharding(16))
    #expect(hosts.map { shards.number(of: Array($0.utf8)) } == [0, 10, 14, 8, 15, 14])
    let many = (0..<16_000).map { shards.number(of: Array("host\($0).example".utf8)) }
    let counts = Dictionary(grouping: many) { $0 }.mapValues(\.count)
    #expect(counts.count == 16 && counts.values.allSatisfy { 900...1100 ~= $0 }, "\(counts)")
  }
}

extension Rule {
  fileprivate var hasHost: Bool { trigger.urlFilter.anchoredHost != nil }
}

/// Real lists and real requests.
@Suite(Repository.needs("requests"))
struct RealShardTests {
  @Test(.slow) func realListShardsAgreeWithWholeList() throws {
    let sources = try ["easylist.txt", "easyprivacy.txt"].map { try RealLists.input("lists/\($0)") }
      .map { Source(name: $0.name, bytes: $0.bytes) }
    var options = ConversionOptions()
    options.split = .action
    let list = try Converter(options: options).convert(sources).lists[0].rules
    let requests = try RealLists.requests("easylist+easyprivacy", each: 3)
    let whole = verdicts(of: [list], requests)
    #expect(whole.count { $0[0] } > 3_000 && whole.count { !$0[0] } > 3_000)
    let bytes = list.encodedSize
    // One of ten acting rules is new.
    let isHot = list.rules.indices.map { $0 % 10 == 0 && !list.rules[$0].action.overridesOthers }
    for (count, isHot) in [(4, nil), (16, nil), (16, isHot)] {
      var sharding = ListRecipe.Sharding(by: isHot == nil ? .host : .baseAndHot)
      sharding.count = count
      let shards = try HostShards(sharding: sharding).shards(of: list.rules, isHot: isHot)
      let lists = shards.map { shard in RuleList(shard.positions.map { list.rules[$0] }) }
      let own = verdicts(of: lists, requests)
      let differing = requests.indices.filter { own[$0] != whole[$0] }
      let urls = differing.prefix(5).map { String(decoding: requests[$0].url, as: UTF8.self) }
      #expect(differing.isEmpty, "\(differing.count) of \(requests.count) with \(count): \(urls)")
      // Updating one shard of 16 compiles at most a tenth of the rules.
      let largest = lists.map(\.encodedSize).max() ?? .max
      if count == 16, isHot == nil { #expect(largest * 10 <= bytes, "\(largest) of \(bytes) bytes") }
    }
  }
}
