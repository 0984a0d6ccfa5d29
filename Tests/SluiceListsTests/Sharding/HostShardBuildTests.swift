import Foundation
import SluiceConversion
import SluiceRules
import Testing
import TestSupport

@testable import SluiceListFiles
@testable import SluiceLists

/// Builds with shards by host.
@Suite struct HostShardBuildTests {
  private static let hosts = (0..<400).map { "||host\($0).example^" }

  @Test func manifestNamesShards() throws {
    let site = try ShardedSite(by: .host, count: 3)
    let summary = try site.build(["||a.example^", "/ad.js", "##.ad"])
    let outputs = try site.manifest.outputs
    #expect(
      outputs.map(\.name.description) == [
        "ads.hosts-1.json", "ads.hosts-2.json", "ads.hosts-3.json", "ads.general.json", "ads.cosmetic.json",
      ])
    #expect(
      outputs.map(\.shard) == [
        .init(kind: .hosts, number: 1), .init(kind: .hosts, number: 2), .init(kind: .hosts, number: 3),
        .init(kind: .general), nil,
      ])
    #expect(Set(outputs.map(\.identifier)).count == 5 && outputs.allSatisfy { $0.gzip != nil })
    #expect(
      outputs.filter { $0.shard?.kind == .hosts }.map { $0.actions["block"] ?? 0 }.sorted() == [0, 0, 1])
    #expect(outputs[3].actions["block"] == 1 && outputs[4].actions["css-display-none"] == 1)
    #expect(summary.warnings.isEmpty && summary.lists[0].update?.isFirst == true)
    // Without shards, the manifest has no entry for them.
    var plain = site
    (plain.recipe.sharding, plain.output) = (nil, "plain")
    _ = try plain.build(["||a.example^"])
    #expect(plain.files["manifest.json"]?.contains("shard") == false)
  }

  @Test(arguments: some([1, 4, 16], oneIn: 2)) func builtHostShardsAgreeWithWholeList(count: Int) throws {
    var generated = ShardFilters(seed: UInt64(count))
    let filters = generated.list(300)
    let requests = generated.requests(600)
    let whole = verdicts(of: try ShardedSite.whole(filters), requests)
    var site = try ShardedSite(by: .host, count: count)
    _ = try site.build(filters)
    #expect(verdicts(of: try site.lists, requests) == whole)
    // The same if limits split the shards.
    (site.recipe.maximumRules, site.recipe.excess, site.output) = (110, .shard, "limited")
    _ = try site.build(filters)
    let outputs = try site.manifest.outputs
    #expect(outputs.allSatisfy { $0.rules <= 110 } && outputs.count > count + 2)
    #expect(outputs.contains { $0.name == "ads.general.2.json" && $0.shard?.kind == .general })
    #expect(verdicts(of: try site.lists, requests) == whole)
  }

  /// An added filter changes only the shard of its host, or that of patterns without a host.
  @Test func addedFilterChangesOneShard() throws {
    let site = try ShardedSite(by: .host, count: 16)
    var filters = Self.hosts + ["/ad.js", "@@||sub.host7.example^$image", "##.ad"]
    _ = try site.build(filters)
    var before = try site.digests
    for (filter, count, isGeneral) in [
      ("||new.example^", 1, false), ("||host9.example/path", 1, false),
      ("||other.test^$script,domain=a.example", 1, false),
      ("banner.js", 1, true), ("##.banner", 1, false), ("||new.example^", 0, false),
      ("@@||host3.example^$script", 2, true),
    ] {
      filters.insert(filter, at: filters.count / 2)
      let summary = try site.build(filters)
      let after = try site.digests
      let changed = ShardedSite.changed(before, after)
      #expect(
        changed.count == count && changed.contains("ads.general.json") == isGeneral, "\(filter): \(changed)")
      let update = try #require(summary.lists[0].update)
      #expect(update.changed == count && update.files == 18 && !update.isFirst)
      let outputs = try site.manifest.outputs.filter { changed.contains($0.name.description) }
      #expect(update.bytes == outputs.reduce(0) { $0 + $1.bytes })
      #expect(update.compressedBytes == outputs.reduce(0) { $0 + ($1.gzip?.bytes ?? 0) })
      before = after
    }
  }

  /// The output does not depend on the previous content of the directory.
  @Test func shardOutputIsDeterministic() throws {
    var site = try ShardedSite(by: .host, count: 4)
    _ = try site.build(Self.hosts)
    _ = try site.build(Self.hosts + ["||new.example^"])
    let first = site.files
    site.output = "clean"
    _ = try site.build(Self.hosts + ["||new.example^"])
    #expect(first == site.files && first.count > 10)
    #expect(try site.build(Self.hosts + ["||new.example^"]).isChanged == false)
  }

  @Test func emptiedFilesAreReported() throws {
    var site = try ShardedSite(by: .host, count: 4)
    let sharding = site.recipe.sharding
    site.recipe.sharding = nil
    _ = try site.build(Self.hosts)
    site.recipe.sharding = sharding
    let summary = try site.build(Self.hosts)
    #expect(
      summary.warnings.map { "\($0.source): \($0.message)" } == [
        "ads.json: no longer has network rules: they are in the 5 lists from ads.hosts-1.json to"
          + " ads.general.json, and users must add all of them"
      ])
    #expect(try site.rules("ads.json").rules == [.noOperation])
    #expect(try site.build(Self.hosts + ["||new.example^"]).warnings.isEmpty)
    // Surplus shards of the last build become lists without effect.
    site.recipe.sharding?.count = 2
    let fewer = try site.build(Self.hosts)
    #expect(
      fewer.warnings.first?.message.hasPrefix("no longer has network rules, as 1 more have: ") == true)
    #expect(try site.rules("ads.hosts-4.json").rules == [.noOperation])
    #expect(try site.manifest.outputs.first { $0.name == "ads.hosts-4.json" }?.shard == nil)
  }

  @Test func tooLargeShardIsNamed() throws {
    var site = try ShardedSite(by: .host, count: 2)
    for (rules, bytes, words) in [
      (150, nil, "rules in ads.hosts-1.json, more than 150"),
      (nil, 9_000, "bytes in ads.hosts-1.json, more than 9,000"),
    ] {
      (site.recipe.maximumRules, site.recipe.maximumBytes) = (rules, bytes)
      let failure = #expect(throws: BuildFailure.self) { try site.build(Self.hosts) }
      #expect(failure?.problems.first?.message.hasSuffix(words) == true, "\(failure?.problems ?? [])")
      #expect(failure?.problems.first?.advice?.contains("'count'") == true)
    }
    #expect(site.files.isEmpty)
    // The smaller form is tried first.
    site.recipe.maximumBytes = 24_000
    site.recipe.maximumRules = nil
    _ = try site.build(Self.hosts)
    #expect(try site.manifest.outputs[0].form == .size)
    #expect(try site.manifest.outputs[2].form == .compile)
  }

  @Test func repeatedExceptionsFailTheBuild() throws {
    var site = try ShardedSite(by: .host, count: 64)
    let filters = Self.hosts + (0..<700).map { "@@-ad\($0)-" }
    let failure = #expect(throws: BuildFailure.self) { try site.build(filters) }
    #expect(
      failure?.problems.first?.message
        == "has so many exceptions that it cannot be split into 12 lists or more")
    site.recipe.sharding?.count = 8
    #expect(try site.build(filters).isChanged)
  }

  /// Pages run the automata of all shards, including those for exceptions in each shard that contains them.
  @Test func pageCostsCoverEveryShard() throws {
    var site = try ShardedSite(by: .host, count: 4)
    let filters = Self.hosts + ["@@*track*pixel*$script", "||host1.example^*x*y"]
    let sharded = try site.build(filters).lists[0].pageCosts
    let report = try #require(site.files["report.json"])
    #expect(report.contains("\"file\":\"ads.hosts-1.json\",\"cost\""))
    #expect(report.contains("\"part\":\"ads.updates\"") && !report.contains("\"update\""))
    #expect(report.contains("\"text\":\"||host1.example^*x*y\""))
    (site.recipe.sharding, site.output) = (nil, "plain")
    let plain = try site.build(filters).lists[0].pageCosts
    func automata(_ costs: [PageCost]) -> Int { costs.reduce(0) { $0 + $1.automata } }
    #expect(sharded.count == 6 && automata(sharded) >= automata(plain) + 3)
  }

  @Test func sourceMapCoversEveryShard() throws {
    var site = try ShardedSite(by: .host, count: 2)
    site.recipe.makesSourceMaps = true
    _ = try site.build(Self.hosts)
    let map = try SourceMap(decodingJSON: try #require(site.files["ads.map"]))
    #expect(map.lists.count == 4)
    for (list, name) in zip(map.lists, ["ads.hosts-1.json", "ads.hosts-2.json", "ads.general.json"]) {
      let json = Array(try #require(site.files[name]).utf8)
      #expect(list.fingerprint == SourceMap.fingerprint(of: json), "\(name)")
    }
  }

  @Test func everyTargetHasItsShards() throws {
    var site = try ShardedSite(by: .baseAndHot, count: 2)
    site.recipe.targets = [.safari26, .webKitGTK2_50]
    _ = try site.build(Self.hosts)
    let update = try site.build(Self.hosts + ["||new.example^"]).lists[0].update
    #expect(update?.changed == 1 && update?.files == 5, "a client has the lists of one target")
    for target in site.recipe.targets {
      let hot = try site.rules("ads.\(target.rawValue).hot.json")
      #expect(hot.rules.filter { $0.action == .block }.count == 1)
    }
  }
}
