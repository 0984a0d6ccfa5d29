import Foundation
import Testing
import TestSupport

/// Rules that change requests, and the resources that they redirect to, as `convert`, `build` and `match` handle them.
@Suite struct RequestChangeProcessTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      """
      [uBlock Origin]
      ||ads.example^$script,redirect=noopjs
      ||imasdk.example/ima3.js$script,redirect=google-ima.js
      ||img.example^$image,redirect=1x1.gif
      ||video.example^$media,redirect=noopmp4-1s
      $removeparam=utm_source
      $removeparam=gclid

      """, to: "list.txt")
  }

  private func bytes(of name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.path(name))))
  }

  @Test func resourcesAreNextToRuleset() throws {
    let result = try Shell.run(
      "\"$SLUICE\" convert list.txt -o list.json --request-changes changes.json && \"$SLUICE\" check changes.json",
      in: folder)
    #expect(result.status == 0, "\(result.error)")
    #expect(result.error.contains("6 filters as 5 rules"), "\(result.error)")
    #expect(try bytes(of: "changes.noop.js").starts(with: "// Sluice".utf8))
    #expect(try bytes(of: "changes.1x1.gif").starts(with: "GIF89a".utf8))
    let video = try bytes(of: "changes.noop.mp4")
    #expect(video[4...].starts(with: "ftyp".utf8) && video.count < 1000)
    let script = String(decoding: try bytes(of: "changes.google-ima3.js"), as: UTF8.self)
    #expect(script.contains("scriptlet_google_ima3(undefined, []);") && script.contains("captureNatives();"))
  }

  @Test func rulesetOnStandardOutputRedirectsNothing() throws {
    let result = try Shell.run(
      "\"$SLUICE\" convert --quiet list.txt -o list.json --request-changes -", in: folder)
    #expect(result.status == 0 && !result.output.contains("extensionPath"), "\(result.output)")
    #expect(result.output.contains("utm_source"))
  }

  @Test func buildHasRulesetAndResources() throws {
    try folder.write(
      #"{lists: [{name: "ads", sources: ["list.txt"], outputs: {requestChanges: true}}]}"#, to: "sluice.json")
    let result = try Shell.run("\"$SLUICE\" build && \"$SLUICE\" check public/ads.changes.json", in: folder)
    #expect(result.status == 0, "\(result.output) \(result.error)")
    let manifest = String(decoding: try bytes(of: "public/manifest.json"), as: UTF8.self)
    for name in ["ads.changes.json", "ads.changes.noop.js", "ads.changes.1x1.gif"] {
      #expect(manifest.contains("\"\(name)\""), "\(manifest)")
      #expect(try !bytes(of: "public/\(name)").isEmpty)
    }
    let former = try bytes(of: "public/manifest.json")
    let again = try Shell.run("\"$SLUICE\" build", in: folder)
    #expect(again.status == 0, "\(again.error)")
    #expect(try bytes(of: "public/manifest.json") == former)
    try folder.write(
      #"{lists: [{name: "ads", sources: ["list.txt"], outputs: {requestChanges: true, split: "source"}}]}"#,
      to: "sluice.json")
    let refused = try Shell.run("\"$SLUICE\" build", in: folder)
    #expect(refused.status != 0 && refused.error.contains("'requestChanges' with split"))
  }

  @Test(arguments: [
    (
      "https://ads.example/a.js", "script", "to safari-web-extension://extension/changes.noop.js",
      "list.txt:2:"
    ),
    ("https://a.example/?x=1&utm_source=2", "document", "to https://a.example/?x=1", "list.txt:6:"),
    ("https://a.example/?x=1", "document", "", ""),
    ("https://a.example/?x=1&gclid=2", "document", "to https://a.example/?x=1", "list.txt:7:"),
  ])
  func matchShowsChange(url: String, type: String, change: String, filter: String) throws {
    let result = try Shell.run(
      "\"$SLUICE\" match --request-changes --page https://a.example/ --url '\(url)' --type \(type) list.txt",
      in: folder)
    #expect(result.status == 0, "\(result.error)")
    #expect(result.output.contains("changed by a web extension") == !change.isEmpty, "\(result.output)")
    #expect(
      change.isEmpty || result.output.contains(change) && result.output.contains(filter), "\(result.output)")
    // Other filters of the same rule are not named, and none is noted as ignored.
    #expect(type != "document" || result.output.ranges(of: "list.txt:").count <= 1, "\(result.output)")
    #expect(!result.error.contains("ignored"), "\(result.error)")
  }
}
