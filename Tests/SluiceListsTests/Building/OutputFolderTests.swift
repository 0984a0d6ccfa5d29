import Foundation
import SluiceSystem
import Testing
import TestSupport

@testable import SluiceListFiles
@testable import SluiceLists

/// How a build changes its directory, and the files that it does not touch.
@Suite struct OutputFolderTests {
  private let temporary: TemporaryFolder
  private let manager = FileManager.default

  init() throws {
    temporary = try TemporaryFolder()
    try temporary.write("victim", to: "victim")
    try makeFolder("outside")
    try temporary.write("precious", to: "outside/file")
  }

  private func makeFolder(_ name: String) throws {
    try manager.createDirectory(atPath: temporary.path(name), withIntermediateDirectories: true)
  }

  private func link(_ name: String, to target: String) throws {
    try manager.createSymbolicLink(atPath: temporary.path(name), withDestinationPath: target)
  }

  private func identity(_ name: String) throws -> FileIdentity {
    try FileStatus.of(temporary.path(name)).identity
  }

  /// Writes `ads.json` and a manifest.
  ///
  /// Returns the reason why the change was not atomic, or nil.
  @discardableResult
  private func build(_ text: String, written: [FileName] = ["ads.json", "manifest.json"]) throws
    -> NonAtomicReason?
  {
    let folder = try OutputFolder(temporary.path("public")) {}
    defer { folder.close() }
    try folder.write(Array(text.utf8), to: "ads.json")
    try folder.write(Array("manifest of \(text)".utf8), to: "manifest.json")
    let claims = OutputClaims(files: Dictionary(uniqueKeysWithValues: written.map { ($0, []) }), inputs: [:])
    return try folder.commit(claims) { _ in [] }
  }

  private func expectNothingElse(besides more: [String] = []) {
    #expect(temporary.names == (["outside", "public", "victim"] + more).sorted())
    #expect(temporary.text(of: "victim") == "victim" && temporary.text(of: "outside/file") == "precious")
  }

  @Test func userFilesAreKeptWhenDirectoryIsReplaced() throws {
    try makeFolder("public/.git/objects")
    try makeFolder("public/.well-known")
    try temporary.write("ref", to: "public/.git/HEAD")
    try temporary.write("page", to: "public/index.html")
    try link("public/link", to: "../outside")
    try link("public/nowhere", to: "nowhere")
    for round in 1...3 {
      let before = try (identity("public"), identity("public/.git"), identity("public/index.html"))
      #expect(try build("\(round)") == nil)
      let after = try (identity("public"), identity("public/.git"), identity("public/index.html"))
      #expect(after.0 != before.0 && after.1 == before.1 && after.2 == before.2)
      let names = try Directory(temporary.path("public")).names().map(\.description)
      #expect(names == [".git", ".well-known", "ads.json", "index.html", "link", "manifest.json", "nowhere"])
      #expect(
        temporary.text(of: "public/.git/HEAD") == "ref" && temporary.text(of: "public/ads.json") == "\(round)"
      )
      #expect(try manager.destinationOfSymbolicLink(atPath: temporary.path("public/link")) == "../outside")
    }
    expectNothingElse()
  }

  /// After a kill between two renames, a file has its former or its new contents.
  ///
  /// Both belong to a build; any other content is the user's.
  @Test(arguments: [("former", true), ("new", true), ("the user's", false)])
  func killedBuildOwnsFormerAndNewContents(text: String, isOwn: Bool) throws {
    try makeFolder("public")
    try temporary.write(text, to: "public/ads.json")
    let contents = ["former", "new"].map { Manifest.File(name: "ads.json", content: Array($0.utf8)) }
    var manifest = Manifest(tool: .init(version: "1"), outputs: [], inputs: [])
    manifest.begun = contents
    let claims = OutputClaims(files: manifest.contents, inputs: [:])
    let directory = try Directory(temporary.path("public"))
    #expect(try claims.abandoned(besides: [], in: directory) == (isOwn ? ["ads.json"] : []))
    #expect(contents.allSatisfy { !claims.isUnknown($0) })
    #expect(claims.isUnknown(Manifest.File(name: "ads.json", content: Array("newer".utf8))))
    #expect(claims.isUnknown(Manifest.File(name: "other.json", content: [])))
  }

  @Test func outputFolderKeepsPermissions() throws {
    try makeFolder("public")
    #expect(chmod(temporary.path("public"), 0o2750) == 0)
    try build("1")
    #expect(try FileStatus.of(temporary.path("public")).permissions == 0o2750)
  }

  struct Stranger: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let make: @Sendable (OutputFolderTests, _ path: String) throws -> Void

    init(_ name: String, _ make: @escaping @Sendable (OutputFolderTests, String) throws -> Void) {
      (testDescription, self.make) = (name, make)
    }
  }

  static let strangers = [
    Stranger("link to a folder") { try $0.link($1, to: $0.temporary.path("outside")) },
    Stranger("link to a file") { try $0.link($1, to: $0.temporary.path("victim")) },
    Stranger("link to nothing") { try $0.link($1, to: "nothing") },
    Stranger("file") { try $0.temporary.write("mine", to: $1) },
    Stranger("folder with a file") {
      try $0.makeFolder($1)
      try $0.temporary.write("mine", to: "\($1)/ads.json")
    },
    Stranger("folder with a link for the content") {
      try $0.makeFolder($1)
      try $0.link("\($1)/content", to: $0.temporary.path("outside"))
    },
    Stranger("folder with a folder in the content") {
      try $0.makeFolder("\($1)/content/folder")
      try $0.temporary.write("mine", to: "\($1)/content/folder/file")
    },
  ]

  @Test(arguments: strangers, [".public.sluice-new", "public/.public.sluice-new"])
  func foreignTemporaryFolderIsKeptAndNamed(stranger: Stranger, path: String) throws {
    try makeFolder("public")
    try stranger.make(self, path)
    let before = try identity("public")
    do {
      try build("1")
      Issue.record("it was built")
    } catch let failure as BuildFailure {
      #expect(failure.problems.map(\.source) == [temporary.path(path)])
    }
    #expect((try? FileStatus.of(temporary.path(path), followingLinks: false)) != nil)
    #expect(try identity("public") == before && temporary.text(of: "public/ads.json") == nil)
    expectNothingElse(besides: path.contains("/") ? [] : [path])
    let mine = ["", "/ads.json", "/content/folder/file"].compactMap { temporary.text(of: path + $0) }
    #expect(mine == ["mine"] || stranger.testDescription.contains("link"))
  }

  /// A killed build can leave the temporary links of a moved folder, before or after the two folders were
  /// exchanged.
  @Test(arguments: [false, true])
  func killedExchangeIsCompleted(hasExchanged: Bool) throws {
    let (new, old) =
      hasExchanged
      ? ("public", ".public.sluice-new/content") : (".public.sluice-new/content", "public")
    try makeFolder("\(old)/.git")
    try temporary.write("ref", to: "\(old)/.git/HEAD")
    try temporary.write("page", to: "\(old)/index.html")
    try temporary.write("late", to: "\(old)/late.html")
    try temporary.write("old", to: "\(old)/ads.json")
    try makeFolder(new)
    try link("\(new)/.git", to: "../.public.sluice-new/content/.git")
    try temporary.write("new", to: "\(new)/ads.json")
    try manager.linkItem(
      atPath: temporary.path("\(old)/index.html"), toPath: temporary.path("\(new)/index.html"))

    #expect(try build("next") == nil)
    #expect(
      temporary.text(of: "public/.git/HEAD") == "ref" && temporary.text(of: "public/index.html") == "page")
    #expect(
      temporary.text(of: "public/late.html") == "late" && temporary.text(of: "public/ads.json") == "next")
    #expect(try FileStatus.of(temporary.path("public/.git"), followingLinks: false).kind == .folder)
    expectNothingElse()
  }

  /// A different path to the same folders, such as another mount, has another lock.
  @Test func runningBuildIsNotDisturbed() throws {
    try makeFolder("public")
    let parent = try Directory(temporary.path)
    let other = try StagingFolder(
      of: Directory(temporary.path("public")), in: parent, as: ".public.sluice-new")
    #expect(throws: BuildFailure.self) { try build("1") }
    #expect(temporary.names.contains(".public.sluice-new"))
    other.discard()
    #expect(try build("1") == nil)
    expectNothingElse()
  }

  @Test func filesOfOthersAreNotReplaced() throws {
    try makeFolder("public")
    try temporary.write("mine", to: "public/ads.json")
    #expect(throws: BuildFailure.self) { try build("1", written: []) }
    #expect(temporary.text(of: "public/ads.json") == "mine")
    // Not even an output file, if it is now a link or a folder.
    try manager.removeItem(atPath: temporary.path("public/ads.json"))
    try link("public/ads.json", to: "../victim")
    #expect(throws: BuildFailure.self) { try build("1") }
    // Only a file whose bytes equal the new output.
    try manager.removeItem(atPath: temporary.path("public/ads.json"))
    try temporary.write("1", to: "public/ads.json")
    #expect(try build("1", written: []) == nil)
    expectNothingElse()
  }

  @Test func duplicateOutputNameIsRejected() throws {
    let folder = try OutputFolder(temporary.path("public")) {}
    try folder.write([], to: "ads.json")
    #expect(throws: BuildFailure.self) { try folder.write([], to: "ads.json") }
    folder.close()
    #expect(temporary.names == ["outside", "victim"])
  }
}
