import Foundation
import SluiceConversion
import SluiceLists
import SluiceSystem
import SluiceText
import TestSupport
import Testing

/// Damaged or replaced copies in the cache of a build.
@Suite struct BuildCacheTests {
  private static let list = "! Title: x\n||ads.example^\n||more.example^\n"

  private let folder: TemporaryFolder
  private let server: FaultServer
  /// The number of conditional requests that the server received.
  private let conditional = Counter()

  private final class Counter: Sendable {
    private let value = Locked(0)
    func add() { value.withLock { $0 += 1 } }
    var count: Int { value.withLock { $0 } }
  }

  init() throws {
    folder = try TemporaryFolder()
    server = try FaultServer { [conditional] request in
      if request.text.contains("If-None-Match") {
        conditional.add()
        return [.send(Array("HTTP/1.1 304 Not Modified\r\nConnection: close\r\n\r\n".utf8))]
      }
      return FaultServer.text(Self.list, headers: ["ETag: \"v1\""])
    }
    try folder.write(
      "{lists: [{name: \"ads\", sources: [\"\(server.url("/list.txt"))\"]}]}", to: "sluice.json")
  }

  private func sh(_ script: String) throws -> Shell.Result {
    try Shell.run("build() { timeout 60 \"$SLUICE\" build --cache cache \"$@\"; }\n\(script)", in: folder)
  }

  @Test(arguments: [
    ("HOME=$PWD/home", "home/\(Pathname.caches)/sluice"),
    ("HOME=$PWD/home XDG_CACHE_HOME=relative", "home/\(Pathname.caches)/sluice"),
    ("HOME=$PWD/home XDG_CACHE_HOME=$PWD/own", "own/sluice"),
  ])
  func cacheFolderFollowsXDGVariables(variables: String, cache: String) throws {
    let built = try sh("mkdir home && \(variables) timeout 60 \"$SLUICE\" build && ls \(cache)/*.list")
    #expect(built.status == 0, "\(built.error)")
  }

  /// Foundation creates folders below the home folder for each URL session.
  @Test func buildCreatesNoOtherFilesInHome() throws {
    let built = try sh(
      "mkdir home && HOME=$PWD/home XDG_CACHE_HOME= XDG_DATA_HOME= build && find home -mindepth 1")
    #expect(built.status == 0 && built.output == "", "\(built)")
    #expect(FileManager.default.fileExists(atPath: folder.path("cache")))
  }

  /// Shell commands that damage or replace a copy; `$copy` holds its path.
  static let replacements = [
    "sed -i s/ads.example/bad.example/ $copy", "sed -i 's/\"v1/\"v2/;s/v1/v3/' $copy", ": > $copy",
    "head -c 20 $copy > cut && mv cut $copy", "echo >> $copy", "rm $copy && mkfifo $copy",
    "rm $copy && mkdir $copy && echo mine > $copy/file", "mv $copy saved && ln -s ../saved $copy",
    "rm $copy && ln -s /dev/zero $copy", "rm $copy && ln -s ../nothing $copy",
  ]

  @Test(arguments: some(replacements, oneIn: 4))
  func damagedCacheCopyIsFetchedAgain(replacement: String) throws {
    #expect(try sh("build").status == 0)
    let rules = try #require(folder.text(of: "public/ads.json"))
    let damage = "copy=$(ls -d cache/*.list) && \(replacement)"

    // The copy is still fresh by its date, but its content is unusable.
    let fresh = try sh("\(damage) && build")
    #expect(fresh.status == 0 && folder.text(of: "public/ads.json") == rules, "\(fresh.error)")
    let manifest = try Manifest.read(folder.path("public/manifest.json"))
    #expect(manifest.inputs.map(\.sha256) == [SHA256Hasher.digest(of: Array(Self.list.utf8)).description])
    #expect(conditional.count == 0)

    // A conditional request would keep the damaged copy forever.
    #expect(try sh("rm -r cache && build && \(damage) && build --refresh").status == 0)
    #expect(folder.text(of: "public/ads.json") == rules && conditional.count == 0)

    let offline = try sh("rm -rf cache && build && \(damage) && build --offline")
    #expect(
      offline.status == 2 && offline.error.contains("its copy in the cache is damaged"), "\(offline.error)")
    #expect(folder.text(of: "public/ads.json") == rules)
    // Nothing that a link or folder in the copy's place refers to was changed.
    #expect(folder.text(of: "saved").map { $0.hasPrefix(Self.list) } ?? true)
    if replacement.contains("mkdir") {
      #expect(try sh("cat cache/*.list/file").output == "mine\n")
    }
  }

  @Test func validCacheCopyIsRevalidated() throws {
    #expect(try sh("build && build --refresh").status == 0)
    #expect(conditional.count == 1)
  }

  /// The rule list is correct nevertheless.
  @Test func unwritableCacheEntryIsWarning() throws {
    _ = try sh("build && copy=$(ls -d cache/*.list) && rm $copy && mkdir -p $copy/full")
    let result = try sh("build")
    #expect(result.status == 0 && result.error.contains("the cache cannot keep it"), "\(result.error)")
    #expect(folder.text(of: "public/ads.json")?.contains("more") == true)
    #expect(try sh("ls -d cache/*.list/full").status == 0)
  }
}
