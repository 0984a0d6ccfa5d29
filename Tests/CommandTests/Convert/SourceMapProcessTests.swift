import Foundation
import TestSupport
import Testing

/// `convert --source-map`, with the built executable.
@Suite struct SourceMapProcessTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("||ads.example^\n##.ad\n##.x\n", to: "list.txt")
  }

  private func sh(_ script: String) throws -> Shell.Result { try Shell.run(script, in: folder) }

  @Test func sourceMapDoesNotChangeRules() throws {
    let plain = try sh("sluice convert -q list.txt").output
    #expect(try sh("sluice convert -q list.txt --source-map list.map").output == plain)
    let first = try #require(folder.text(of: "list.map"))
    #expect(first.hasPrefix("{\"version\":1,\n\"sources\":[{\"name\":\"list.txt\",\"filters\":3}],\n"))
    #expect(try sh("sluice convert -q list.txt --source-map list.map --threads 1").status == 0)
    #expect(folder.text(of: "list.map") == first)
  }

  @Test func sourceMapCoversBothPartsOfSplit() throws {
    #expect(try sh("sluice convert -q --split list.txt -o x.json --source-map x.map").status == 0)
    let map = try #require(folder.text(of: "x.map"))
    #expect(map.contains(#"{"part":"network","#) && map.contains(#"{"part":"cosmetic","#))
    let match = "sluice match -q --page https://a.example/ --source-map x.map"
    #expect(try sh("\(match) --url https://ads.example/ x.network.json").output.contains("list.txt:1:"))
    #expect(try sh("\(match) x.cosmetic.json").output.contains("list.txt:2: ##.ad\n"))
  }

  @Test(arguments: ["--source-map -", "-o y --source-map y", "-o x --advanced y --source-map ./y"])
  func sourceMapOptionNeedsSeparateFile(flags: String) throws {
    let result = try sh("sluice convert list.txt \(flags)")
    #expect(result.status == 64)
    #expect(result.error.hasPrefix("sluice: error: option '--source-map' needs a file of its own"))
    #expect(folder.names == ["list.txt"])
  }

  @Test func sourceMapDoesNotOverwriteInput() throws {
    #expect(try sh("sluice convert list.txt -o x --source-map list.txt").status == 2)
    #expect(folder.names == ["list.txt"])
  }
}
