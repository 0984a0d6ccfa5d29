import Foundation
import SluiceSystem
import SluiceRules
import Testing

@testable import SluiceListFiles
@testable import SluiceLists

struct ManifestTests {
  @Test func manifestOutputDescribesFile() throws {
    let list = RuleList([
      Rule(trigger: Trigger(urlFilter: .any), action: .block),
      Rule(trigger: Trigger(urlFilter: .any), action: .ignorePreviousRules),
      Rule(trigger: Trigger(urlFilter: .any), action: .block),
    ])
    let json = list.encodedJSON()
    let output = Manifest.Output(name: "ads.json", list: list, json: json)
    #expect(output.rules == 3)
    #expect(output.bytes == json.count)
    #expect(output.actions == ["block": 2, "ignore-previous-rules": 1])
    #expect(output.sha256 == SHA256Hasher.digest(of: json).description)
    #expect(output.identifier == "ads-\(output.sha256.prefix(16))")
  }

  @Test func manifestIsDeterministicAndRoundTrips() throws {
    var input = Manifest.Input(name: "https://lists.example/a.txt", kind: "filters", content: Array("x".utf8))
    input.license = "CC0"
    var identifiers = Manifest.TrackerRadarIdentifiers()
    identifiers.tds = "0123456789abcdef"
    let manifest = Manifest(
      tool: .init(version: "1.2.3"),
      outputs: [.init(name: "b.json", list: RuleList(), json: Array("[]".utf8))], inputs: [input],
      trackerRadar: identifiers)
    let json = try manifest.encodedJSON()
    #expect(try manifest.encodedJSON() == json)
    #expect(try Manifest(decodingJSON: json) == manifest)
    let text = String(decoding: json, as: UTF8.self)
    #expect(text.contains("\"schema\" : 1"))
    #expect(text.contains("https://lists.example/a.txt"))
  }

  @Test(
    arguments: [
      ("", .malformed), ("[]", .malformed), (#"{"schema":1}"#, .malformed),
      (#"{"schema":2,"tool":{"name":"sluice","version":"9"},"outputs":[],"inputs":[]}"#, .unknownSchema(2)),
    ] as [(String, Manifest.Problem)])
  func invalidManifestsAreRejected(json: String, problem: Manifest.Problem) {
    #expect(throws: problem) { try Manifest(decodingJSON: json) }
  }

  @Test func changedManifestIsNotIntact() throws {
    let output = Manifest.Output(name: "ads.json", list: RuleList(), json: [])
    var manifest = Manifest(tool: .init(version: "1"), outputs: [output], inputs: [])
    #expect(!manifest.isIntact)
    manifest = manifest.sealed()
    #expect(manifest.isIntact)
    #expect(try Manifest(decodingJSON: manifest.encodedJSON()).isIntact)
    manifest.outputs[0].rules += 1
    #expect(!manifest.isIntact)
  }
}
