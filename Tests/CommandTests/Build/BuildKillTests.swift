import Foundation
import SluiceLists
import SluiceSystem
import Testing
import TestSupport

@testable import sluice

/// A killed build leaves either the previous output or the new one, never a mixture.
@Suite struct BuildKillTests {
  @Test(.slow(10)) func killedBuildsLeaveConsistentOutput() throws {
    let folder = try TemporaryFolder()
    let server = try FaultServer { request in
      FaultServer.text((0..<3000).map { "||\(request.count)-\($0).example^\n" }.joined())
    }
    try folder.write(
      """
      {lists: [
        {name: "remote", sources: ["\(server.url("/list.txt"))"]}, {name: "local", sources: ["local.txt"]}]}
      """, to: "sluice.json")
    try folder.write("||first.example^\n", to: "local.txt")
    // The user's files in the directory exist at all times.
    _ = try Shell.run(
      "mkdir -p public/.git && echo ref > public/.git/HEAD && echo page > public/.page", in: folder)
    let build = "sluice build -q --refresh --cache cache"
    let start = ContinuousClock.now
    #expect(try Shell.run(build, in: folder).status == 0)
    let duration = (ContinuousClock.now - start) / .seconds(1)
    for round in 0..<size(50) {
      try folder.write((0..<2000).map { "||\(round)-\($0).example^\n" }.joined(), to: "local.txt")
      // Spread over the duration of a build, plus a margin.
      let delay = Double.random(in: 0...duration * 1.2)
      _ = try Shell.run(
        "\"$SLUICE\" build -q --refresh --cache cache & sleep \(delay); kill -9 $! 2>/dev/null; wait",
        in: folder)
      let manifest = try Manifest.read(folder.path("public/manifest.json"))
      #expect(try manifest.describes(folder.path("public")), "round \(round), after \(delay) s")
      #expect(folder.text(of: "public/.git/HEAD") == "ref\n" && folder.text(of: "public/.page") == "page\n")
      // Copies in the cache are complete; otherwise the next build would reject them.
      if round % 5 == 4 {
        #expect(try Shell.run("sluice build -q --offline --cache cache", in: folder).status == 0)
        let expected = try #require(folder.text(of: "public/local.json"))
        #expect(expected.contains("\(round)-1999"))
        let clean = try Shell.run(
          "sluice build -q --offline --cache cache -o clean && cat clean/*", in: folder
        ).output
        #expect(try Shell.run("cat public/*", in: folder).output == clean)
        _ = try Shell.run("rm -r clean", in: folder)
      }
    }
    #expect(try Shell.run(build, in: folder).status == 0)
    #expect(folder.names == ["cache", "local.txt", "public", "sluice.json"])
    #expect(try FileStatus.of(folder.path("public/.git"), followingLinks: false).kind == .folder)
  }

  /// A build reads the base from the output of the previous build.
  ///
  /// After a killed build, the next one still finds a base, and its lists do what the filters say.
  @Test(.slow(4)) func killedBuildsKeepShardBaseUsable() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "{lists: [{name: \"ads\", sources: [\"ads.txt\"], outputs: {shards: {by: \"base+hot\", count: 4}}}]}",
      to: "sluice.json")
    let base = (0..<3000).map { "||base\($0).example^\n" }.joined()
    try folder.write(base, to: "ads.txt")
    let start = ContinuousClock.now
    #expect(try Shell.run("sluice build -q --cache cache", in: folder).status == 0)
    let duration = (ContinuousClock.now - start) / .seconds(1)
    let shards = (1...4).map { "ads.hosts-\($0).json" } + ["ads.general.json"]
    let before = shards.map { folder.text(of: "public/\($0)") }
    for round in 0..<size(20) {
      let new = (0..<200).map { "||new\(round)-\($0).example^\n" }.joined()
      try folder.write(base + new, to: "ads.txt")
      let delay = Double.random(in: 0...duration * 1.2)
      _ = try Shell.run(
        "\"$SLUICE\" build -q --cache cache & sleep \(delay); kill -9 $! 2>/dev/null; wait", in: folder)
      let manifest = try Manifest.read(folder.path("public/manifest.json"))
      #expect(try manifest.describes(folder.path("public")), "round \(round), after \(delay) s")
      #expect(shards.map { folder.text(of: "public/\($0)") } == before)
      guard round % 5 == 4 else { continue }
      #expect(try Shell.run("sluice build -q --cache cache", in: folder).status == 0)
      let hot = try #require(folder.text(of: "public/ads.hot.json"))
      #expect(hot.components(separatedBy: "\"block\"").count == 201 && hot.contains("new\(round)-199"))
      #expect(shards.map { folder.text(of: "public/\($0)") } == before)
    }
  }
}
