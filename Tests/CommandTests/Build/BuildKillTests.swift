import Foundation
import ListBuilding
import Platform
import TestSupport
import Testing

@testable import sluice

/// A build that is killed leaves what was there before or what comes after, and nothing between.
@Suite struct BuildKillTests {
  @Test func fiftyKilledBuilds() throws {
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
    // What is the user's in the directory is there at all times.
    _ = try Shell.run(
      "mkdir -p public/.git && echo ref > public/.git/HEAD && echo page > public/.page", in: folder)
    let build = "sluice build -q --refresh --cache cache"
    let start = ContinuousClock.now
    #expect(try Shell.run(build, in: folder).status == 0)
    let duration = (ContinuousClock.now - start) / .seconds(1)
    for round in 0..<50 {
      try folder.write((0..<2000).map { "||\(round)-\($0).example^\n" }.joined(), to: "local.txt")
      // Spread over the time that a build takes, and a little more.
      let delay = Double.random(in: 0...duration * 1.2)
      _ = try Shell.run(
        "\"$SLUICE\" build -q --refresh --cache cache & sleep \(delay); kill -9 $! 2>/dev/null; wait",
        in: folder)
      let manifest = try Manifest.read(folder.path("public/manifest.json"))
      #expect(try manifest.describes(folder.path("public")), "round \(round), after \(delay) s")
      #expect(folder.text(of: "public/.git/HEAD") == "ref\n" && folder.text(of: "public/.page") == "page\n")
      // Copies in the cache are whole, or the next build would not take them.
      if round % 10 == 9 {
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
}
