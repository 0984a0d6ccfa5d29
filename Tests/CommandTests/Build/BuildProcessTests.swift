import Foundation
import SluiceSystem
import SluiceLists
import Testing
import TestSupport

@testable import sluice

/// `sluice build` as a process: files, well-behaved servers, and the output that it leaves.
@Suite struct BuildProcessTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("||ads.example^\n@@||ads.example/ok\nnews.example##.ad\nx##+js(a)\n", to: "ads.txt")
    try folder.write("0.0.0.0 tracker.example\n", to: "hosts.txt")
    try folder.write(
      """
      {lists: [{name: "ads", sources: ["ads.txt"], outputs: {split: "action"}}, {name: "hosts", sources: ["hosts.txt"]}]}
      """, to: "sluice.json")
  }

  private func sh(_ script: String) throws -> Shell.Result { try Shell.run(script, in: folder) }

  private func build(_ flags: String = "") throws -> Shell.Result {
    try sh("sluice build --cache cache \(flags)")
  }

  @Test func buildWritesServableDirectory() throws {
    let result = try build()
    #expect(result.status == 0 && result.output.isEmpty, "\(result.error)")
    let names = try sh("ls public").output.split(separator: "\n")
    #expect(
      names == [
        "NOTICE", "ads.advanced.json", "ads.cosmetic.json", "ads.cosmetic.json.gz", "ads.network.json",
        "ads.network.json.gz", "hosts.advanced.json", "hosts.json", "hosts.json.gz", "manifest.json",
        "report.json",
      ])
    #expect(try sh("gzip -dc public/hosts.json.gz | cmp - public/hosts.json").status == 0)
    let report = try #require(folder.text(of: "public/report.json"))
    #expect(try JSONSerialization.jsonObject(with: Data(report.utf8)) is [String: Any])
    #expect(report.contains("\"file\":\"ads.txt\",\"line\":4"))
    let manifest = try Manifest.read(folder.path("public/manifest.json"))
    #expect(manifest.outputs.map(\.name) == ["ads.network.json", "ads.cosmetic.json", "hosts.json"])
    #expect(try manifest.describes(folder.path("public")))
  }

  /// Each file of a split list finds its own lines in the shared source map.
  @Test func sourceMapsOfSplitListNameFilters() throws {
    let hosts = (0..<40).map { "||host\($0).example^" }
    try folder.write((hosts + ["@@||host7.example^$script"]).joined(separator: "\n"), to: "ads.txt")
    try folder.write(
      """
      {lists: [{name: "ads", sources: ["ads.txt"],
        outputs: {sourceMaps: true, maximumRules: 20, onLimit: "shard"}}]}
      """, to: "sluice.json")
    #expect(try build().status == 0)
    let manifest = try Manifest.read(folder.path("public/manifest.json"))
    #expect(manifest.outputs.count > 1)
    #expect(manifest.lists?.first?.sourceMaps?.map(\.name) == ["ads.map"])
    let files = manifest.outputs.map { "public/\($0.name)" }.joined(separator: " ")
    for (host, line) in [(0, 1), (7, 8), (39, 40)] {
      let match = try sh(
        "sluice match --page https://news.test/ --url https://host\(host).example/a --type image"
          + " --source-map public/ads.map \(files)")
      #expect(
        match.output.contains("ads.txt:\(line): ||host\(host).example^"), "\(match.output)\(match.error)")
    }
    let before = folder.text(of: "public/ads.map")
    let again = try build()
    #expect(again.status == 0 && folder.text(of: "public/ads.map") == before, "\(again.error)")
    try folder.write("{}", to: "public/ads.map")
    #expect(try build().status == 0)
    #expect(folder.text(of: "public/ads.map") == before)
  }

  @Test func buildFileIsFoundInParentFolder() throws {
    let result = try sh("mkdir -p a/b && cd a/b && sluice build --cache ../../cache")
    #expect(result.status == 0)
    #expect(folder.text(of: "public/hosts.json") != nil)
    #expect(
      try sh("cd / && sluice build").error.contains("sluice.json: not found in this folder or any parent"))
  }

  @Test func unknownBuildFileKeyIsLocated() throws {
    try folder.write("{\n  lists: [\n    {name: \"a\", sorces: []},\n  ],\n}\n", to: "sluice.json")
    let result = try build()
    #expect(result.status == 2)
    #expect(
      result.error.contains("sluice.json:3:17: unknown key 'sorces'\n  = help: did you mean 'sources'?"))
  }

  @Test func unchangedInputsLeaveOutputUntouched() throws {
    _ = try build()
    let before = try sh("ls -li --time-style=full-iso public; ls -di public").output
    let result = try build()
    #expect(result.error.contains("2 lists, unchanged"))
    #expect(try sh("ls -li --time-style=full-iso public; ls -di public").output == before)
    let first = try sh("cd public && cat *").output
    #expect(try sh("sluice build -q --cache other -o elsewhere && cd elsewhere && cat *").output == first)
  }

  @Test func onlyChangedListIsConverted() throws {
    _ = try build()
    let ads = try sh("ls -i public/ads.network.json").output
    try folder.write("0.0.0.0 tracker.example other.example\n", to: "hosts.txt")
    let result = try build()
    #expect(
      result.error.contains("ads: unchanged") && result.error.contains("2 lists, 1 built"), "\(result.error)")
    #expect(try sh("ls -i public/ads.network.json").output == ads)
    // The output is the same as that of a clean build.
    let incremental = try sh("cd public && cat *").output
    #expect(
      try sh("sluice build -q --cache other -o elsewhere && cd elsewhere && cat *").output == incremental)
  }

  @Test func modifiedOutputFileIsRebuilt() throws {
    _ = try build()
    let before = folder.text(of: "public/hosts.json")
    #expect(
      try sh(
        "printf x | dd of=public/hosts.json bs=1 conv=notrunc 2>/dev/null; sluice build -q --cache cache"
      ).status == 0)
    #expect(folder.text(of: "public/hosts.json") == before)
  }

  @Test func removedListPartBecomesNoOp() throws {
    _ = try build()
    try folder.write(
      "{lists: [{name: \"ads\", sources: [\"ads.txt\"]}, {name: \"hosts\", sources: [\"hosts.txt\"]}]}",
      to: "sluice.json")
    for _ in 0..<2 {
      #expect(try build().status == 0)
      let network = try #require(folder.text(of: "public/ads.network.json"))
      #expect(network.contains("no-rules") && network.contains("ignore-previous-rules"))
      #expect(try Manifest.read(folder.path("public/manifest.json")).describes(folder.path("public")))
    }
  }

  @Test func foreignFilesInOutputAreKept() throws {
    _ = try sh("mkdir public && echo hello > public/index.html && ln -s index.html public/link")
    _ = try build()
    #expect(folder.text(of: "public/index.html") == "hello\n" && folder.text(of: "public/link") == "hello\n")
    // If the directory contains folders, files are replaced one by one.
    _ = try sh("mkdir public/pages && echo p > public/pages/p.html && echo 0.0.0.0 n.example >> hosts.txt")
    #expect(try build().status == 0)
    #expect(
      folder.text(of: "public/pages/p.html") == "p\n" && folder.text(of: "public/index.html") == "hello\n")
    #expect(try Manifest.read(folder.path("public/manifest.json")).describes(folder.path("public")))
    #expect(folder.names == ["ads.txt", "cache", "hosts.txt", "public", "sluice.json"])
  }

  @Test func failedBuildWritesNothing() throws {
    _ = try sh("rm hosts.txt")
    let first = try build()
    #expect(first.status == 2 && first.error.contains("cannot read 'hosts.txt': No such file"))
    #expect(folder.names == ["ads.txt", "cache", "sluice.json"])
    try folder.write("||x.example^\n", to: "hosts.txt")
    _ = try build()
    let before = try sh("cd public && cat *").output
    try folder.write(
      "{lists: [{name: \"ads\", sources: [\"ads.txt\"], outputs: {maximumRules: 1}}]}", to: "sluice.json")
    let second = try build()
    #expect(second.status == 2 && second.error.contains("ads: has"), "\(second.error)")
    #expect(try sh("cd public && cat *").output == before)
  }

  @Test func shardFilesAreNumbered() throws {
    try folder.write(
      (0..<50).map { "||host\($0).example^\n" }.joined() + "@@||host7.example/ok\n", to: "ads.txt")
    try folder.write(
      "{lists: [{name: \"ads\", sources: [\"ads.txt\"], outputs: {maximumRules: 20, onLimit: \"shard\"}}]}",
      to: "sluice.json")
    let result = try build()
    #expect(result.status == 0, "\(result.error)")
    let names = try Manifest.read(folder.path("public/manifest.json")).outputs
    #expect(names.map(\.name).prefix(3) == ["ads.json", "ads.2.json", "ads.3.json"])
    #expect(names.allSatisfy { $0.rules <= 20 })
  }

  @Test func shardsRespectByteLimit() throws {
    try folder.write(
      (0..<50).map { "||host\($0).example^\n" }.joined() + "@@||host7.example/ok\n", to: "ads.txt")
    func outputs(_ more: String) throws -> [Manifest.Output] {
      try folder.write(
        "{lists: [{name: \"ads\", sources: [\"ads.txt\"], outputs: {\(more)}}]}", to: "sluice.json")
      let result = try build()
      #expect(result.status == 0, "\(result.error)")
      return try Manifest.read(folder.path("public/manifest.json")).outputs
    }
    let size = try outputs("prefer: \"compile\"")[0].bytes
    #expect(try outputs("maximumBytes: \(size)").map(\.form) == [.compile])
    #expect(try outputs("maximumBytes: \(size - 1)").map(\.form) == [.size])
    let shards = try outputs("prefer: \"compile\", maximumBytes: 2500, onLimit: \"shard\"")
    #expect(shards.count > 2 && shards.allSatisfy { $0.bytes <= 2500 && $0.form == .compile })
    for shard in shards {
      #expect(try #require(folder.text(of: "public/\(shard.name)")).utf8.count == shard.bytes)
    }
    try folder.write(
      "{lists: [{name: \"ads\", sources: [\"ads.txt\"], outputs: {prefer: \"compile\", maximumBytes: 2500}}]}",
      to: "sluice.json")
    let stopped = try build()
    #expect(stopped.status == 2 && stopped.error.contains("bytes, more than 2,500"), "\(stopped.error)")
  }

  @Test func splitBySourceWritesFilePerSource() throws {
    try folder.write("@@||ads.example/fine\n", to: "hosts.txt")
    try folder.write(
      "{lists: [{name: \"all\", sources: [\"ads.txt\", \"hosts.txt\"], outputs: {split: \"source\"}}]}",
      to: "sluice.json")
    #expect(try build().status == 0)
    // An exception in one source overrides a block in the other.
    #expect(try #require(folder.text(of: "public/all.ads.json")).contains("ads\\\\.example/fine"))
    #expect(folder.text(of: "public/all.hosts.json") != nil)
  }

  @Test func hostlistCompilerConfigurationBuilds() throws {
    try folder.write(
      "127.0.0.1 a.example\n127.0.0.1 b.a.example\n127.0.0.1 c.example # bad\n", to: "hosts.txt")
    try folder.write("c.example\n", to: "not.txt")
    try folder.write(
      """
      {"name": "Test List", "sources": [{"source": "hosts.txt", "type": "hosts", "exclusions_sources": ["not.txt"],
        "transformations": ["Compress"]}, {"source": "ads.txt", "transformations": ["Validate"]}]}
      """, to: "config.json")
    let result = try sh("sluice build config.json -o out --cache cache")
    #expect(result.status == 0, "\(result.error)")
    let rules = try #require(folder.text(of: "out/test-list.json"))
    #expect(rules.contains("a\\\\.example") && !rules.contains("b\\\\.a") && !rules.contains("c\\\\.example"))
    #expect(rules.contains("ads\\\\.example") && !rules.contains("display-none"))
  }

  @Test func concurrentBuildsDoNotConflict() throws {
    let script = (1...4).map { "sluice build -q --cache cache\($0 % 2) & " }.joined() + "wait"
    for round in 0..<5 {
      try folder.write("0.0.0.0 t\(round).example\n", to: "hosts.txt")
      #expect(try sh(script).error.isEmpty)
      let manifest = try Manifest.read(folder.path("public/manifest.json"))
      #expect(try manifest.describes(folder.path("public")))
      #expect(try #require(folder.text(of: "public/hosts.json")).contains("t\(round)"))
    }
    #expect(folder.names == ["ads.txt", "cache0", "cache1", "hosts.txt", "public", "sluice.json"])
  }
}

extension Manifest {
  static func read(_ path: String) throws -> Manifest {
    try JSONDecoder().decode(Manifest.self, from: Data(contentsOf: URL(filePath: path)))
  }

  /// Returns whether all files of a directory exist with the digests in the manifest.
  func describes(_ directory: String) throws -> Bool {
    var files = outputs.map { File(name: $0.name, sha256: $0.sha256, bytes: $0.bytes) }
    files += outputs.compactMap(\.gzip) + (lists ?? []).map(\.advanced) + [report].compactMap { $0 }
    files += conformance ?? []
    return files.allSatisfy { file in
      let bytes = [UInt8](FileManager.default.contents(atPath: "\(directory)/\(file.name)") ?? Data())
      return bytes.count == file.bytes && SHA256Hasher.digest(of: bytes).description == file.sha256
    }
  }
}

extension Manifest.File {
  init(name: FileName, sha256: String, bytes: Int) {
    self.init(name: name, content: [])
    (self.sha256, self.bytes) = (sha256, bytes)
  }
}
