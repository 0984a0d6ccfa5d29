import Foundation
import SluiceRules
import Testing
import TestSupport

@testable import sluice
@testable import SluiceListFiles
@testable import SluiceLists

/// `--target host`: the target for the WebKit on this machine.
@Suite struct HostTargetTests {
  @Test(
    arguments: [
      (Engine.webKitGTK, Version(2, 36), nil), (.webKitGTK, Version(2, 38), .any),
      (.webKitGTK, Version(2, 42), .any),
      (.webKitGTK, Version(2, 44), .webKitGTK2_44), (.webKitGTK, Version(2, 50), .webKitGTK2_50),
      (.webKitGTK, Version(2, 51), .webKitGTK2_50),
      (.safari, Version(16, 3), nil), (.safari, Version(16, 4), .safari16_4),
      (.safari, Version(16, 6), .safari16_4),
      (.safari, Version(17, 5), .safari17), (.safari, Version(18, 5), .safari18),
      (.safari, Version(18, 6), .safari18_6),
      (.safari, Version(26, 3), .safari26), (.safari, Version(26, 4), .safari26_4),
    ] as [(Engine, Version, Target?)])
  func hostTargetIsNewestThatEngineLoads(_ engine: Engine, _ version: Version, _ target: Target?) {
    #expect(Target(loadedBy: engine, version) == target)
  }

  @Test(arguments: [
    ((13, 3), Version(16, 4)), ((14, 5), Version(17, 5)), ((15, 6), Version(18, 6)),
    ((26, 1), Version(26, 1)),
  ])
  func macOSVersionMapsToSafariVersion(_ system: (major: Int, minor: Int), _ version: Version) {
    #expect(TargetName.safari(ofMacOS: system.major, system.minor) == version)
  }

  /// With a WebKit, the output is the same as that for its target, and `check --engine` accepts it.
  ///
  /// Without one, the message says what is missing.
  @Test(.ends) func hostTargetMatchesInstalledWebKit() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "||ads.example^$script,subdocument\n@@||ads.example/fine^\nnews.example##.ad\n", to: "list.txt")
    let host = try Shell.run("sluice convert -q --target host list.txt -o host.json", in: folder)
    guard let target = HostTarget.target(named: HostTarget.name)?.target else {
      #expect(
        host.status == 2 && host.error.contains("host where this machine has a WebKit"), "\(host.error)")
      return
    }
    #expect(host.status == 0, "\(host.error)")
    let same = try Shell.run(
      "sluice convert -q --target \(target.rawValue) list.txt -o own.json && cmp host.json own.json",
      in: folder)
    #expect(same.status == 0, "\(same.output)\(same.error)")
    let check = try Shell.run("sluice check --engine --target host host.json", in: folder)
    #expect(check.status == 0, "\(check.output)\(check.error)")
    #expect(try Shell.run("sluice check --target hosts host.json", in: folder).status == 64)
  }

  /// The lists of a build do not depend on the machine that runs it.
  @Test func buildFileRejectsHostTarget() throws {
    let folder = try TemporaryFolder()
    try folder.write("||ads.example^\n", to: "list.txt")
    try folder.write(
      #"{"lists": [{"name": "ads", "sources": ["list.txt"], "targets": ["host"]}]}"#,
      to: "sluice.json")
    let result = try Shell.run("sluice build -o out", in: folder)
    #expect(result.status != 0 && result.error.contains("host"), "\(result.error)")
  }
}
