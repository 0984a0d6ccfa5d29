import Foundation
import TestSupport
import Testing

@testable import sluice

/// `--advanced FILE`, with the built executable.
@Suite struct AdvancedProcessTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("||ads.example^\na.com##+js(x)\na.com##.y:has-text(z)\n", to: "list.txt")
  }

  private func sh(_ script: String) throws -> Shell.Result { try Shell.run(script, in: folder) }

  @Test func advancedFiltersAreWrittenNextToRules() throws {
    let plain = try sh("sluice convert -q list.txt").output
    let result = try sh("sluice convert list.txt -o x.json --advanced y.json")
    #expect(result.status == 0 && result.output.isEmpty)
    #expect(folder.names == ["list.txt", "x.json", "y.json"])
    #expect(folder.text(of: "x.json") == plain)
    let document = try #require(folder.text(of: "y.json"))
    #expect(document.hasPrefix("{\"version\":1,\n\"sources\":[\"list.txt\"],\n"))
    #expect(document.split(separator: "\n").count { $0.hasPrefix("{\"kind\":") } == 2)
    let row = result.error.split(separator: "\n").first { $0.hasPrefix("advanced filters: ") }
    #expect(row == "advanced filters: 2 (\(document.utf8.count) bytes) in y.json", "\(result.error)")
  }

  @Test func advancedFiltersAreInJSONSummary() throws {
    let result = try sh("sluice convert list.txt --format jsonl --advanced y.json -o /dev/null")
    let size = try #require(folder.text(of: "y.json")).utf8.count
    #expect(result.error.contains(#","advanced":{"file":"y.json","filters":2,"bytes":\#(size)},"seconds":"#))
  }

  @Test func advancedFiltersCanGoToStandardOutput() throws {
    let result = try sh("sluice convert -q --split list.txt -o x --advanced -")
    #expect(result.output.hasPrefix("{\"version\":1,"))
    #expect(folder.names == ["list.txt", "x.cosmetic.json", "x.network.json"])
  }

  @Test(arguments: [
    "--advanced -", "-o y --advanced y", "-o y --advanced ./y", "--split -o y --advanced y.network.json",
  ])
  func advancedOptionNeedsSeparateFile(flags: String) throws {
    let result = try sh("sluice convert list.txt \(flags)")
    #expect(result.status == 64)
    #expect(result.error.hasPrefix("sluice: error: option '--advanced' needs a file of its own"))
    #expect(folder.names == ["list.txt"])
  }

  @Test(arguments: ["list.txt", "a/b", "."])
  func failedAdvancedOutputWritesNothing(path: String) throws {
    let before = folder.text(of: "list.txt")
    #expect(try sh("sluice convert list.txt -o x.json --advanced \(path)").status == 2)
    #expect(folder.names == ["list.txt"])
    #expect(folder.text(of: "list.txt") == before)
  }
}
