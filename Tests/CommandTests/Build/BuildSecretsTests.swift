import Foundation
import SluiceLists
import Testing
import TestSupport

@testable import sluice

/// Secrets in source URLs, which nobody else may read.
@Suite struct BuildSecretsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func writeBuildFile(_ list: String) throws {
    try folder.write("{lists: [\(list)]}", to: "sluice.json")
  }

  private func sh(_ script: String) throws -> Shell.Result {
    try Shell.run("build() { sluice build --cache cache \"$@\"; }\n\(script)", in: folder)
  }

  @Test func secretsInURLsAreRedactedEverywhere() throws {
    let server = try FaultServer { request in
      switch request.path.split(separator: "?").first {
      case "/list.txt":
        FaultServer.text(
          "! Title: x\n! Checksum: AAAAAAAAAAAAAAAAAAAAAA\n||ads.example^\n||x.example^$nonsense\nx##+js(a)\n"
            + "!#include part.txt?key=s3cret\n")
      case "/part.txt": FaultServer.text("||part.example^$nonsense\n")
      case "/moved.txt":
        FaultServer.text("! Redirect: http://u:s3cret@127.0.0.1:1/gone.txt?key=s3cret\n||moved.example^\n")
      default: FaultServer.answer("302 Found", headers: ["Location: ftp://u:s3cret@x.example/?s3cret"])
      }
    }
    let url = server.url("/list.txt?token=s3cret").replacing("://", with: "://user:s3cret@")
    func lists(_ split: String) -> String {
      "{name: \"ads\", sources: [\"\(url)\", \"\(server.url("/moved.txt?a=s3cret"))\"],"
        + " outputs: {split: \"\(split)\", sourceMaps: true}}"
    }
    for split in ["none", "source"] {
      try writeBuildFile(lists(split))
      let result = try sh("build -o \(split)")
      #expect(result.status == 0 && result.error.contains("checksum"), "\(result.error)")
      #expect(result.error.contains("/gone.txt?key=***"), "\(result.error)")
      #expect(!result.error.contains("s3cret"), "\(result.error)")
      #expect(try sh("grep -rlai s3cret \(split); ls \(split) | grep -i s3cret").output.isEmpty)
      let manifest = try Manifest.read(folder.path("\(split)/manifest.json"))
      #expect(manifest.inputs.contains { $0.name == server.url("/list.txt?token=***") })
      #expect(folder.text(of: "\(split)/NOTICE")?.contains(server.url("/list.txt?token=***")) == true)
    }
    try writeBuildFile("{name: \"ads\", sources: [\"\(url.replacing("/list", with: "/gone"))\"]}")
    let failed = try sh("build --offline; build")
    #expect(failed.status == 2 && failed.error.contains("/gone.txt?token=***: "), "\(failed.error)")
    #expect(!failed.error.contains("s3cret"), "\(failed.error)")
    try writeBuildFile(
      "{name: \"ads\", sources: [\"https://user:s3/cret@x.example/\", {url: \"htp://u:s3cret@x\"}]}")
    #expect(!(try sh("build").error.contains("s3")))
  }

  /// Sources whose URLs differ only in a secret are distinct.
  @Test func sourcesDifferingOnlyInSecretStayDistinct() throws {
    let server = try FaultServer { request in
      FaultServer.text("! Title: x\n||\(request.path.suffix(1)).example^\n")
    }
    try writeBuildFile("{name: \"ads\", sources: [\"\(server.url("/?k=a"))\", \"\(server.url("/?k=b"))\"]}")
    #expect(try sh("build -q").status == 0)
    let manifest = try Manifest.read(folder.path("public/manifest.json"))
    #expect(manifest.inputs.map(\.name) == [server.url("/?k=***"), server.url("/?k=***")])
    #expect(Set(manifest.inputs.map(\.sha256)).count == 2)
  }
}
