import Foundation
import SluiceRules
import Testing
import TestSupport

/// WebKit's own compiler accepts every shard, including those without rules.
@Suite(.browser, .enabled(if: EngineRun.isAvailable, EngineRun.comment))
struct ShardCompileTests {
  @Test(.ends, arguments: ["host", "base+hot"]) func shardsCompileInWebKit(method: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "{lists: [{name: \"ads\", sources: [\"ads.txt\"], outputs: {shards: {by: \"\(method)\", count: 16}}}]}",
      to: "sluice.json")
    let samples = Repository.root.appending(path: "Samples")
    let lists = try FileManager.default.contentsOfDirectory(atPath: samples.path).filter {
      $0.hasSuffix(".txt")
    }
    let filters = try lists.sorted().map { try Repository.text(of: "Samples/\($0)") }.joined(separator: "\n")
    try #require(filters.count > 1000)
    for text in [filters, "||new.example^\n" + filters] {
      try folder.write(text, to: "ads.txt")
      let build = try EngineRun.sluice(["build", "-q", "\(folder.path)/sluice.json"], in: folder)
      try #require(build.status == 0)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("public"))
        .filter { $0.hasPrefix("ads.") && $0.hasSuffix(".json") && $0 != "ads.advanced.json" }.sorted()
      #expect(names.count == (method == "host" ? 18 : 19))
      let json = names.map { Array((folder.text(of: "public/\($0)") ?? "").utf8) }
      let rejections = try EngineRun.rejections(of: json)
      for (name, rejection) in zip(names, rejections) { #expect(rejection == nil, "\(name)") }
      let rules = try json.map { try RuleList(decodingJSON: $0).rules.count }
      #expect(rules.contains(1) && rules.reduce(0, +) > 60)
    }
  }
}
