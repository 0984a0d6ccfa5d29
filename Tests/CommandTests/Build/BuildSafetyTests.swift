import Foundation
import SluiceLists
import SluiceSystem
import Testing
import TestSupport

@testable import sluice

/// Files that `sluice build` must not touch, and damage that it repairs.
@Suite struct BuildSafetyTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("||ads.example^\n@@||ads.example/ok\nnews.example##.ad\nx##+js(a)\n", to: "ads.txt")
    try folder.write("0.0.0.0 tracker.example\n", to: "hosts.txt")
    try writeBuildFile(#"{name: "ads", sources: ["ads.txt"]}, {name: "hosts", sources: ["hosts.txt"]}"#)
  }

  private func writeBuildFile(_ lists: String, _ more: String = "") throws {
    try folder.write("{\(more) lists: [\(lists)]}", to: "sluice.json")
  }

  private func sh(_ script: String) throws -> Shell.Result {
    try Shell.run("build() { sluice build --cache cache \"$@\"; }\n\(script)", in: folder)
  }

  private func output() throws -> String { try sh("cd public && sha256sum * 2>/dev/null").output }

  // MARK: The user's files

  struct Refusal: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var lists = #"{name: "ads", sources: ["ads.txt"]}"#
    var more = ""
    let setup: String
    var flags = ""
    let message: String
  }

  private static let notWritten = "would be overwritten, and the last build did not write it"

  static let refusals = [
    Refusal(
      testDescription: "NOTICE", setup: "mkdir public; echo mine > public/NOTICE",
      message: "public/NOTICE: \(notWritten)"),
    Refusal(
      testDescription: "an app's manifest.json",
      setup: "mkdir public; echo '{\"name\": \"App\", \"schema\": 1}' > public/manifest.json",
      message: "public/manifest.json: \(notWritten)"),
    Refusal(
      testDescription: "a merge's manifest.json",
      setup: "mkdir public; sluice merge -q ads.txt -o public/x.json",
      message: "public/manifest.json: \(notWritten)"),
    Refusal(
      testDescription: "ads.json", setup: "mkdir public; echo '[]' > public/ads.json",
      message: "public/ads.json: \(notWritten)"),
    Refusal(
      testDescription: "ads.json beside what was built",
      lists: #"{name: "new", sources: ["ads.txt"]}, {name: "ads", sources: ["ads.txt"]}"#,
      setup:
        "echo '{lists: [{name: \"new\", sources: [\"ads.txt\"]}]}' > o.json; build o.json -q; echo '[]' > public/ads.json",
      message: "public/ads.json: \(notWritten)"),
    Refusal(
      testDescription: "a folder ads.json", setup: "mkdir -p public/ads.json",
      message: "public/ads.json: is not a file, and the build writes one there"),
    Refusal(
      testDescription: "a link where it wrote ads.json",
      setup:
        "build -q; mv public/ads.json away.json; ln -s ../away.json public/ads.json; echo '||n^' >> ads.txt",
      message: "public/ads.json: is not a file, and the build writes one there"),
    Refusal(
      testDescription: "the build file", lists: #"{name: "sluice", sources: ["ads.txt"]}"#, setup: "",
      flags: "-o .",
      message: "sluice.json: would be overwritten, and this build reads it as 'sluice.json'"),
    Refusal(
      testDescription: "a source", lists: #"{name: "ads", sources: ["ads.json"]}"#,
      setup: "mv ads.txt ads.json",
      flags: "-o .", message: "ads.json: would be overwritten, and this build reads it"),
    Refusal(
      testDescription: "what a source includes",
      setup: "mv hosts.txt ads.json; echo '!#include ads.json' >> ads.txt",
      flags: "-o .", message: "ads.json: would be overwritten, and this build reads it"),
    Refusal(
      testDescription: "its schema", lists: #"{name: "schema", sources: ["ads.txt"]}"#,
      more: #""$schema": "./schema.json","#, setup: "echo '{}' > schema.json", flags: "-o .",
      message: "schema.json: would be overwritten, and this build reads it"),
    Refusal(
      testDescription: "a source by a symbolic link",
      setup: "build -q; mv public/ads.json list.json; ln -s ../ads.txt public/ads.json",
      message: "public/ads.json: would be overwritten, and this build reads it"),
    Refusal(
      testDescription: "a source that is a symbolic link to what is built",
      setup: "build -q; cat ads.txt > public/ads.json; ln -sf public/ads.json ads.txt",
      message: "public/ads.json: would be overwritten, and this build reads it"),
    Refusal(
      testDescription: "a source by a hard link", setup: "build -q; ln -f ads.txt public/ads.json",
      message: "public/ads.json: would be overwritten, and this build reads it"),
    Refusal(
      testDescription: "a link where it works, beside",
      setup: "mkdir victim; echo precious > victim/file; ln -s victim .public.sluice-new",
      message: "/.public.sluice-new: is a link; it is not changed"),
    Refusal(
      testDescription: "a link where it works, inside",
      setup: "mkdir victim public; echo precious > victim/file; ln -s ../victim public/.public.sluice-new",
      message: "/public/.public.sluice-new: is a link; it is not changed"),
  ]

  @Test(arguments: refusals)
  func buildNeverOverwritesUserFiles(refusal: Refusal) throws {
    try writeBuildFile(refusal.lists, refusal.more)
    _ = try sh("\(refusal.setup)\nmkdir -p cache")
    let before = TreeSnapshot(of: folder.path)
    let result = try sh("build \(refusal.flags)")
    #expect(result.status == 2)
    #expect(result.error.contains(refusal.message), "\(result.error)")
    // The modification time changes for folders that held temporary files.
    let changes = TreeSnapshot(of: folder.path).differences(from: before)
    #expect(changes.allSatisfy { $0 == folder.path || $0 == folder.path("public") }, "\(changes)")
    #expect(try sh("ls -A").output.contains("sluice-new") == refusal.setup.contains("victim .public"))
  }

  /// File names in a manifest are untrusted input.
  @Test(
    arguments: some(["../victim.txt", "sub/../../victim.txt", "/victim.txt", "..", "index.html"], oneIn: 3))
  func manifestCannotOverwriteFilesOutside(name: String) throws {
    let absolute = name.hasPrefix("/") ? folder.path("victim.txt") : name
    try folder.write("precious", to: "victim.txt")
    _ = try sh("build -q; echo page > public/index.html")
    let expected = try output()
    for own in ["ads.advanced.json", "ads.json", "hosts.json.gz"] {
      let script = "sed -i 's#\"\(own)\"#\"\(absolute)\"#' public/manifest.json; build -q"
      let result = try sh("\(script); echo '||more.example^' >> ads.txt; \(script)")
      #expect(result.status == 0, "\(result.error)")
      #expect(folder.text(of: "victim.txt") == "precious" && folder.text(of: "public/index.html") == "page\n")
      #expect(folder.names == ["ads.txt", "cache", "hosts.txt", "public", "sluice.json", "victim.txt"])
      try folder.write("||ads.example^\n@@||ads.example/ok\nnews.example##.ad\nx##+js(a)\n", to: "ads.txt")
      #expect(try sh("build -q").status == 0)
      #expect(try output() == expected)
    }
  }

  /// The manifest cannot make a build remove files outside the directory either.
  ///
  /// This holds even if files are replaced one by one, or have the content that the build wrote.
  @Test(arguments: ["../victim.json", "sub/../../victim.json", "../sub/victim.json", "index.html"])
  func manifestCannotRemoveFilesOutside(name: String) throws {
    for place in ["cd .", "cd public"] {
      _ = try sh(
        "build -q; mkdir -p sub public/sub; for v in victim.json sub/victim.json public/index.html; do cp public/hosts.json $v; done"
      )
      let result = try sh(
        """
        sed -i 's#"hosts.json"#"\(name)"#' public/manifest.json
        echo '{lists: [{name: "ads", sources: ["ads.txt"]}]}' > other.json; root=$PWD
        \(place); "$SLUICE" build -q "$root/other.json" --cache "$root/cache" -o "$root/public"
        """)
      #expect(result.status == 0, "\(result.error)")
      for victim in ["victim.json", "sub/victim.json", "public/index.html"] {
        #expect(folder.text(of: victim)?.isEmpty == false, "\(victim)")
      }
    }
  }

  /// Removing a list removes its files, unless somebody else has changed them since.
  @Test func onlyUnchangedOwnFilesAreRemoved() throws {
    _ = try sh("build -q; echo mine > public/hosts.json")
    try writeBuildFile(#"{name: "ads", sources: ["ads.txt"]}"#)
    #expect(try sh("build -q").status == 0)
    #expect(
      folder.text(of: "public/hosts.json") == "mine\n" && folder.text(of: "public/hosts.json.gz") == nil)
  }

  // MARK: Damage

  @Test(
    arguments: some(
      [
        "ads.json", "ads.json.gz", "ads.advanced.json", "NOTICE", "report.json", "manifest.json",
        "hosts.json",
      ],
      oneIn: 4))
  func corruptedOutputIsRestored(name: String) throws {
    _ = try sh("build -q")
    let expected = try output()
    // Damage as a disk causes it: neither the size nor the modification time changes.
    let size = try FileStatus.of(folder.path("public/\(name)")).size
    for place in [0, size / 3, size / 2, size - 1] {
      let flip = """
        cp -p public/\(name) before
        printf X | dd of=public/\(name) bs=1 seek=\(place) conv=notrunc 2>/dev/null
        touch -r before public/\(name)
        build -q
        """
      #expect(try sh(flip).status == 0)
      #expect(try output() == expected, "byte \(place)")
    }
    let number = #"sed -i 's/"rules" : 4/"rules" : 9/' public/manifest.json; build -q"#
    #expect(try sh(number).status == 0)
    #expect(try output() == expected)
  }

  /// An unreadable manifest does not lock the directory.
  @Test func damagedManifestIsReplacedWhenSourcesChange() throws {
    _ = try sh("build -q")
    let result = try sh("echo oh > public/manifest.json; echo '||new.example^' >> ads.txt; build -q")
    #expect(result.status == 0, "\(result.error)")
    #expect(try Manifest.read(folder.path("public/manifest.json")).describes(folder.path("public")))
  }

  // MARK: Places

  /// Whether folders can be mounted here, which needs root and Linux.
  private static let canMount: Bool = {
    guard let folder = try? TemporaryFolder() else { return false }
    return (try? Shell.run("unshare -m mount -t tmpfs none .", in: folder).status) == 0
  }()

  private static let oneByOne = "its files were replaced one by one, not all at once"

  @Test(
    .enabled(if: canMount, "this needs root and unshare -m"),
    arguments: [("-t tmpfs none", true), ("--bind real", true), ("--bind real", false)])
  func outputMayBeMountPoint(mount: String, hasFolder: Bool) throws {
    let result = try sh(
      """
      mkdir public real
      unshare -m sh -c 'mount \(mount) public
        \(hasFolder ? "mkdir public/.git; echo ref > public/.git/HEAD" : "")
        "$SLUICE" build --cache cache || exit 1
        echo "||new.example^" >> ads.txt
        "$SLUICE" build --cache cache || exit 1
        "$SLUICE" build -q --cache cache -o clean && rm -r public/.git 2>/dev/null; diff -r public clean && ls -A public'
      """)
    #expect(result.status == 0, "\(result.error)")
    #expect(result.error.contains("\(Self.oneByOne): the directory is a mount point"), "\(result.error)")
    #expect(!result.output.contains("sluice"), "\(result.output)")
  }

  @Test(
    .enabled(if: canMount, "this needs root and unshare -m"), arguments: ["-t tmpfs none", "--bind real"])
  func mountedSubfolderIsKept(mount: String) throws {
    let result = try sh(
      """
      mkdir -p public/volume public/.git real
      unshare -m sh -c 'mount \(mount) public/volume; echo page > public/volume/page
        "$SLUICE" build --cache cache && cat public/volume/page && ls -A public'
      """)
    #expect(result.status == 0 && result.output.hasPrefix("page\n"), "\(result.error)")
    #expect(result.output.contains(".git") && !result.output.contains("sluice"), "\(result.output)")
    #expect(
      result.error.contains("\(Self.oneByOne): 'volume' in the directory cannot be moved"), "\(result.error)")
    #expect(try Manifest.read(folder.path("public/manifest.json")).describes(folder.path("public")))
  }

  /// A shell in the output directory stays in a directory that exists.
  @Test func outputMayBeCurrentFolder() throws {
    let result = try sh("mkdir public; cd public; sluice build .. --cache ../cache -o . && ls")
    #expect(result.status == 0 && result.output.contains("ads.json.gz"))
    #expect(result.error.contains("\(Self.oneByOne): the directory is the current folder"), "\(result.error)")
    #expect(!(try sh("sluice build -q --cache cache -o . ..").error.contains(Self.oneByOne)))
  }

  /// If files are replaced one by one, a killed build leaves a mixture.
  ///
  /// The next build recognizes these files, even if it writes other ones.
  @Test func killedBuildsDoNotBlockOutputDirectory() throws {
    _ = try sh("mkdir public; echo page > public/index.html")
    for round in 0..<25 {
      // The lists change in every round, so that some file names appear in no manifest.
      let names = (0..<4).map { "list-\(round % 3)-\($0)" }
      try writeBuildFile(names.map { "{name: \"\($0)\", sources: [\"ads.txt\"]}" }.joined(separator: ", "))
      try folder.write((0..<50).map { "||\(round)-\($0).example^\n" }.joined(), to: "ads.txt")
      let delay = Double.random(in: 0...0.06)
      _ = try sh(
        "cd public; \"$SLUICE\" build -q .. --cache ../cache -o . & sleep \(delay); kill -9 $! 2>/dev/null; wait"
      )
    }
    let result = try sh("cd public; sluice build -q .. --cache ../cache -o .")
    #expect(result.status == 0, "\(result.error)")
    #expect(folder.text(of: "public/index.html") == "page\n")
    #expect(try Manifest.read(folder.path("public/manifest.json")).describes(folder.path("public")))
    #expect(folder.names == ["ads.txt", "cache", "hosts.txt", "public", "sluice.json"])
    #expect(!(try sh("ls -A public").output.contains("sluice")))
  }
}
