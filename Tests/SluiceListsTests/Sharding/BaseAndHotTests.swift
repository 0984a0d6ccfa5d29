import Foundation
import Testing
import TestSupport

@testable import SluiceListFiles
@testable import SluiceLists

/// Builds of a base with newer filters.
///
/// Whatever the last build left, the lists together do what the filters say.
@Suite struct BaseAndHotTests {
  /// The possible states of the directory since the last build.
  private enum Damage: CaseIterable {
    case lost, noManifest, changedManifest, shardLost, shardDamaged, shardCut, shardReplaced, foreign
  }

  private static let hosts = (0..<400).map { "||host\($0).example^" }

  /// A list that gains and loses some filters every day.
  @Test(.slow(4), arguments: seeds(4, oneIn: 4) as Range<UInt64>)
  func dailyChangesKeepVerdictsAndShards(_ seed: UInt64) throws {
    var random = SeededRandom(seed)
    var generated = ShardFilters(seed: seed)
    let requests = generated.requests(200)
    var filters = generated.list(300)
    let site = try ShardedSite(by: .baseAndHot, count: 4 + random.below(12))
    var bases = 0
    for day in 0..<size(10) {
      filters += generated.list(1 + random.below(11))
      for _ in 0..<(random.chance(30) ? random.below(4) : 0) {
        filters.remove(at: random.below(filters.count))
      }
      if random.chance(15) { filters.shuffle(using: &random) }
      if random.chance(40) { try damage(site, random.pick(Damage.allCases)) }
      let update = try #require(try site.build(filters).lists[0].update, "day \(day)")
      bases += update.hasNewBase ? 1 : 0
      let whole = verdicts(of: try ShardedSite.whole(filters), requests)
      #expect(verdicts(of: try site.lists, requests) == whole, "seed \(seed), day \(day)")
      let report = try #require(site.files["report.json"])
      #expect(report.contains("\"hotRules\":\(update.hotRules ?? -1),\"newBase\":\(update.hasNewBase)"))
      #expect(try site.build(filters).isChanged == false, "the same again is no update")
    }
    #expect(bases < 10, "seed \(seed)")
  }

  private func damage(_ site: ShardedSite, _ damage: Damage) throws {
    let folder = site.temporary.path("public")
    let manager = FileManager.default
    guard manager.fileExists(atPath: folder) else { return }
    let shard = "public/ads.hosts-1.json"
    let text = try #require(site.temporary.text(of: shard))
    switch damage {
    case .lost: try manager.removeItem(atPath: folder)
    case .noManifest: try manager.removeItem(atPath: "\(folder)/manifest.json")
    case .changedManifest:
      let manifest = try #require(site.temporary.text(of: "public/manifest.json"))
      try site.temporary.write(manifest.replacing("\"hosts\"", with: "\"hot\""), to: "public/manifest.json")
    case .shardLost: try manager.removeItem(atPath: site.temporary.path(shard))
    case .shardDamaged: try site.temporary.write(text.replacing("example", with: "exbmple"), to: shard)
    case .shardCut: try site.temporary.write(String(text.prefix(text.count / 2)), to: shard)
    case .shardReplaced:
      let other = try #require(site.temporary.text(of: "public/ads.general.json"))
      try site.temporary.write(other, to: shard)
    case .foreign:
      // The output of another list under this name: complete, with valid checksums.
      var other = site
      other.output = "other"
      _ = try other.build((0..<300).map { "||foreign\($0).example^" } + ["||h1.example^", "/ad/*"])
      try manager.removeItem(atPath: folder)
      try manager.moveItem(atPath: site.temporary.path("other"), toPath: folder)
    }
  }

  @Test func newRulesGoToHotShard() throws {
    let site = try ShardedSite(by: .baseAndHot, count: 16)
    let first = try site.build(Self.hosts + ["/ad.js"])
    #expect(first.lists[0].update?.hasNewBase == true && first.lists[0].update?.isFirst == true)
    #expect(try site.rules("ads.hot.json").rules == [.noOperation])
    let before = try site.digests
    // New filters for many hosts, and one without a host, change a single file.
    let new = (0..<40).map { "||new\($0).example^" } + ["banner.js"]
    let second = try site.build(Self.hosts + new + ["/ad.js"])
    #expect(ShardedSite.changed(before, try site.digests) == ["ads.hot.json"])
    #expect(second.lists[0].update?.hotRules == 41 && second.lists[0].update?.changed == 1)
    // Removed filters leave their shard, and new ones stay in the hot list.
    let third = try site.build(Self.hosts.dropFirst() + new + ["/ad.js"])
    let changed = ShardedSite.changed(before, try site.digests).subtracting(["ads.hot.json"])
    #expect(changed.count == 1 && changed.first?.hasPrefix("ads.hosts-") == true)
    #expect(third.lists[0].update?.hotRules == 41 && third.lists[0].update?.hasNewBase == false)
  }

  @Test func shardsDependOnLastBuildAndSources() throws {
    var files: [[String: String]] = []
    for output in ["one", "two"] {
      var site = try ShardedSite(by: .baseAndHot, count: 4)
      site.output = output
      _ = try site.build(Self.hosts)
      _ = try site.build(Self.hosts + ["||new.example^"])
      files.append(site.files)
    }
    #expect(files[0] == files[1])
    // Without the last build, the result is that of a first build, which differs from an updated one.
    let site = try ShardedSite(by: .baseAndHot, count: 4)
    _ = try site.build(Self.hosts + ["||new.example^"])
    #expect(site.files != files[0])
  }

  @Test(.slow) func twelveThousandNewRulesStartNewBase() throws {
    let site = try ShardedSite(by: .baseAndHot, count: 4)
    let base = (0..<20_000).map { "||h\($0).example^" }
    func new(_ count: Int) -> [String] { (0..<count).map { "||new\($0).example^" } }
    _ = try site.build(base)
    let last = try #require(try site.build(base + new(11_999)).lists[0].update)
    #expect(!last.hasNewBase && last.hotRules == 11_999)
    let next = try #require(try site.build(base + new(12_000)).lists[0].update)
    #expect(next.hasNewBase && next.hotRules == 0)
    #expect(try site.rules("ads.hot.json").rules == [.noOperation])
  }

  /// If most shards must be fetched anyway, new filters go into the base.
  @Test func manyChangedShardsStartNewBase() throws {
    let site = try ShardedSite(by: .baseAndHot, count: 16)
    _ = try site.build(Self.hosts)
    // An exception that affects all shards, and a new rule.
    let update = try #require(
      try site.build(Self.hosts + ["||new.example^", "@@ok.js$domain=a.example"]).lists[0].update)
    #expect(update.hasNewBase && update.hotRules == 0)
    // The exception alone needs no new base, because no rule could move into it.
    let other = try ShardedSite(by: .baseAndHot, count: 16)
    _ = try other.build(Self.hosts)
    #expect(try other.build(Self.hosts + ["@@ok.js$domain=a.example"]).lists[0].update?.hasNewBase == false)
  }

  /// Shards by host also serve as a base, and new rules that reach the limit of a list do not fail the build.
  @Test func hostShardsServeAsBase() throws {
    var site = try ShardedSite(by: .host, count: 4)
    _ = try site.build(Self.hosts)
    let before = try site.digests
    site.recipe.sharding = ListRecipe.Sharding(by: .baseAndHot)
    site.recipe.sharding?.count = 4
    let update = try #require(try site.build(Self.hosts + ["||new.example^"]).lists[0].update)
    #expect(!update.hasNewBase && update.hotRules == 1)
    #expect(ShardedSite.changed(before, try site.digests) == ["ads.hot.json"])
    site.recipe.maximumRules = 180
    let new = (0..<200).map { "||new\($0).example^" }
    let limited = try #require(try site.build(Self.hosts + new).lists[0].update)
    #expect(limited.hasNewBase && limited.hotRules == 0)
  }
}
