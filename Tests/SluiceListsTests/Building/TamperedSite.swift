import Foundation
import SluiceSystem
import Testing
import TestSupport

@testable import SluiceListFiles
@testable import SluiceLists

/// A project with the output of its last build, randomly tampered with, and with files next to it that must
/// not change.
struct TamperedSite {
  private let round: Int
  private let temporary: TemporaryFolder
  private let manager = FileManager.default
  private var random: SeededRandom
  /// The steps taken, for failure messages.
  private var log: [String] = []
  private var isCacheTampered = false
  /// The user's files in the output.
  private var foreign: [String] = []
  /// Files next to the output at the paths where a build works, which do not belong to a build.
  private var strangers: [String] = []
  /// The output of a successful build.
  private let expected: [String: [UInt8]]

  init(round: Int) throws {
    self.round = round
    random = SeededRandom(UInt64(round))
    temporary = try TemporaryFolder(inMemory: true)
    let isChanged = random.chance(50)
    expected = try (isChanged ? Clean.after : Clean.before).get().output
    for name in ["keep/folder", "project", "site/public", "cache"] { try makeFolder(name) }
    try temporary.write("precious", to: "keep/file")
    try temporary.write("precious too", to: "keep/folder/ads.json")
    try temporary.write("program", to: "keep/program")
    chmod(path("keep/program"), 0o755)
    try link("keep/link", to: "folder")
    try temporary.write(isChanged ? Clean.changedText : Clean.text, to: "project/ads.txt")
    try temporary.write("0.0.0.0 own.example\n", to: "project/own.txt")
    if random.chance(90) {
      for (name, bytes) in try Clean.before.get().output { try write(bytes, to: "site/public/\(name)") }
    }
    for (name, bytes) in try Clean.before.get().cache { try write(bytes, to: "cache/\(name)") }
    if random.chance(50) { try addForeign() }
    for _ in 0...random.below(3) { try tamper() }
  }

  // MARK: The build

  /// Builds twice, and returns whether the build succeeded.
  mutating func build() throws -> Bool {
    let before = try watched()
    let isBuilt = run()
    expectNothingElse(before)
    guard isBuilt, !isCacheTampered else { return isBuilt }
    // A list that the tampered manifest names stays as a list without effect, and the new manifest contains
    // it.
    let manifest = try JSONDecoder().decode(
      Manifest.self, from: Data(manager.contents(atPath: path("site/public/manifest.json")) ?? Data()))
    let former = manifest.outputs.dropFirst().dropLast()
    #expect(former.allSatisfy { $0.rules == 0 }, "\(self.description)")
    for (name, bytes) in expected where former.isEmpty || name != "manifest.json" {
      let isSame = manager.contents(atPath: path("site/public/\(name)")).map { [UInt8]($0) } == bytes
      #expect(isSame, "\(name), \(self.description)")
    }
    let after = TreeSnapshot(of: path("site/public"))
    #expect(run(), "the second time, \(self.description)")
    #expect(TreeSnapshot(of: path("site/public")) == after, "changed the second time, \(self.description)")
    return isBuilt
  }

  private func run() -> Bool {
    (try? Clean.build(temporary.path, mode: round % 5 == 0 ? .always : .whenExpired)) != nil
  }

  private struct Watched {
    let trees: [TreeSnapshot]
    let foreign: [TreeSnapshot]
    let site: [String]
  }

  private func watched() throws -> Watched {
    let trees = ["keep", "project"] + strangers
    return Watched(
      trees: trees.map { TreeSnapshot(of: path($0)) }, foreign: foreign.map { TreeSnapshot(of: path($0)) },
      site: try manager.contentsOfDirectory(atPath: path("site")).sorted())
  }

  private func expectNothingElse(_ before: Watched) {
    guard let after = try? watched() else {
      Issue.record("\(self.description)")
      return
    }
    for (tree, other) in zip(before.trees + before.foreign, after.trees + after.foreign) {
      #expect(tree.differences(from: other).isEmpty, "\(self.description)")
    }
    let left = after.site.filter { $0 != "public" && !strangers.contains("site/\($0)") }
    #expect(left.isEmpty, "left beside the output: \(left), \(self.description)")
  }

  private var description: String { "round \(round): \(log.joined(separator: "; "))" }

  // MARK: The user's files in the output

  private mutating func addForeign() throws {
    try makeFolder("site/public/.git/objects")
    try temporary.write("ref", to: "site/public/.git/HEAD")
    try temporary.write("page", to: "site/public/index.html")
    try temporary.write("{}", to: "site/public/notes.json")
    try link("site/public/link.json", to: "../../keep/file")
    try manager.linkItem(atPath: path("keep/program"), toPath: path("site/public/program"))
    mkfifo(path("site/public/pipe"), 0o644)
    foreign += [".git", "index.html", "notes.json", "link.json", "program", "pipe"].map {
      "site/public/\($0)"
    }
    log.append("files of the user's")
  }

  // MARK: Tampering

  private mutating func tamper() throws {
    switch random.below(10) {
    case 0..<4: try tamperWithManifest()
    case 4..<7: try tamperWithOutput()
    case 7: try tamperWithCache()
    case 8: try addStranger()
    default: try addLeftovers()
    }
  }

  private static let hostileNames = [
    "../../keep/file", "../keep/file", "/etc/hostname", "..", ".", "", "a/../../../keep/file", "index.html",
    ".git",
    "notes.json", "link.json", "program", ".public.sluice-new", "..\\keep", "\0",
    "ads.json/../../../keep/file",
    "manifest.json", "NOTICE", "own.json", "ads.advanced.json", String(repeating: "x", count: 300) + ".json",
    "ads.é.json", "public", "ads.extra.json", "../public/ads.json", "ads.2.json",
  ]

  private mutating func tamperWithManifest() throws {
    let file = "site/public/manifest.json"
    guard var bytes = manager.contents(atPath: path(file)).map({ [UInt8]($0) }), !bytes.isEmpty else {
      return
    }
    let kind = random.below(8)
    log.append("manifest \(kind)")
    switch kind {
    case 0:
      for _ in 0...random.below(4) { bytes[random.below(bytes.count)] ^= 1 << UInt8(random.below(8)) }
    case 1: bytes.removeLast(random.below(bytes.count))
    case 2:
      let start = random.below(bytes.count)
      bytes.insert(contentsOf: Array(bytes[start..<min(bytes.count, start + random.below(300))]), at: start)
    case 3:
      // One of the names, wherever it occurs.
      let own = random.pick([
        "ads.json", "ads.json.gz", "ads.advanced.json", "own.json", "own.map", "report.json",
      ])
      let name = temporary.hostile(random.pick(Self.hostileNames))
      log.append("\(own) is \(name)")
      let text = String(decoding: try JSONEncoder().encode([name]), as: UTF8.self).dropFirst().dropLast()
      bytes = Array(String(decoding: bytes, as: UTF8.self).replacing("\"\(own)\"", with: text).utf8)
    case 4:
      let number = random.pick(["0", "-1", "9223372036854775807", "1e999", "null", "\"1\"", "[]"])
      let field = random.pick(["bytes", "rules", "schema"])
      bytes = Array(
        String(decoding: bytes, as: UTF8.self)
          .replacing(try Regex("\"\(field)\" : [0-9]+"), with: "\"\(field)\" : \(number)").utf8)
    case 5: bytes = Array(String(repeating: "[{\"a\":", count: 20_000).utf8)
    case 6:
      // An existing file with its digest, as if a build had written it.
      guard var manifest = try? Manifest(decodingJSON: bytes) else { return }
      manifest.begun = [Manifest.File(name: "placeholder", content: Array("precious".utf8))]
      let name = temporary.hostile(random.pick(Self.hostileNames))
      log.append(name)
      let text = String(decoding: try manifest.encodedJSON(), as: UTF8.self)
      bytes = Array(
        text.replacing("placeholder", with: name.replacing("\\", with: "").replacing("\0", with: "")).utf8)
    default: bytes = try sealed(bytes)
    }
    try write(bytes, to: file)
  }

  /// Returns a manifest with a correct checksum but foreign names and numbers.
  private mutating func sealed(_ bytes: [UInt8]) throws -> [UInt8] {
    guard var manifest = try? Manifest(decodingJSON: bytes),
      !manifest.outputs.isEmpty
    else { return bytes }
    let name = FileName(temporary.hostile(random.pick(Self.hostileNames))) ?? "index.html"
    let kind = random.below(8)
    log.append("sealed \(kind) \(name)")
    switch kind {
    case 0: for index in manifest.outputs.indices { manifest.outputs[index].rules = .max }
    case 1: manifest.outputs[0].bytes = -1
    case 2: manifest.lists?[0].outputs.append(name)
    case 3: manifest.lists?[0].advanced.name = name
    case 4: manifest.outputs[0].name = name
    case 5: manifest.outputs.append(manifest.outputs[0])
    case 6: manifest.begun = [Manifest.File(name: name, content: [])]
    default: manifest.outputs[0].gzip = nil
    }
    return try manifest.sealed().encodedJSON()
  }

  private enum Replacement: CaseIterable {
    case flip, cut, empty, nothing, linkToFile, linkToFolder, linkToNothing, hardLink, folder, fullFolder,
      pipe
  }

  private mutating func tamperWithOutput() throws {
    let name = random.pick(["manifest.json", "report.json", "NOTICE"] + Clean.names)
    try replace("site/public/\(name)", by: random.pick(Replacement.allCases))
  }

  private mutating func tamperWithCache() throws {
    isCacheTampered = true
    let kinds = Replacement.allCases
    for name in try manager.contentsOfDirectory(atPath: path("cache")) {
      try replace("cache/\(name)", by: random.pick(kinds))
    }
    let old = ["cache/.new-1", "cache/.new-2"]
    try link(old[0], to: path("keep/file"))
    try link(old[1], to: path("keep/folder"))
  }

  private mutating func replace(_ name: String, by replacement: Replacement) throws {
    log.append("\(name): \(replacement)")
    let bytes = manager.contents(atPath: path(name)).map { [UInt8]($0) } ?? []
    let status = try? FileStatus.of(path(name), followingLinks: false)
    let modified = status?.modified ?? FileTime(seconds: 0)
    try? manager.removeItem(atPath: path(name))
    switch replacement {
    case .flip:
      var bytes = bytes
      if !bytes.isEmpty { bytes[random.below(bytes.count)] ^= 1 << UInt8(random.below(8)) }
      try write(bytes, to: name)
      // Damage as a disk causes it: the modification time does not change.
      let time = timeval(
        tv_sec: Int(modified.seconds), tv_usec: .init(modified.nanoseconds / 1000))
      utimes(path(name), [time, time])
    case .cut: try write(Array(bytes.prefix(bytes.count / 2)), to: name)
    case .empty: try write([], to: name)
    case .nothing: break
    case .linkToFile: try link(name, to: path("keep/file"))
    case .linkToFolder: try link(name, to: path("keep/folder"))
    case .linkToNothing: try link(name, to: path("keep/new"))
    case .hardLink: try manager.linkItem(atPath: path("keep/file"), toPath: path(name))
    case .folder: try makeFolder(name)
    case .fullFolder:
      try makeFolder(name)
      try temporary.write("mine", to: "\(name)/file")
    case .pipe: mkfifo(path(name), 0o644)
    }
  }

  /// Creates a foreign file with the name that a build uses for its new content.
  private mutating func addStranger() throws {
    let isBeside = random.chance(50)
    let name = isBeside ? "site/.public.sluice-new" : "site/public/.public.sluice-new"
    guard (try? manager.attributesOfItem(atPath: path(name))) == nil else { return }
    let kind = random.below(7)
    log.append("\(name) \(kind)")
    switch kind {
    case 0: try link(name, to: path("keep/folder"))
    case 1: try link(name, to: path("keep/file"))
    case 2: try link(name, to: path("keep/new"))
    case 3: try temporary.write("mine", to: name)
    case 4:
      try makeFolder(name)
      try temporary.write("mine", to: "\(name)/mine")
    case 5:
      try makeFolder(name)
      try link("\(name)/content", to: path("keep/folder"))
    default: try makeFolder("\(name)/content/mine")
    }
    if isBeside { strangers.append(name) } else { foreign.append(name) }
  }

  /// Creates the files of a killed build, with links that no build makes.
  private mutating func addLeftovers() throws {
    let isBeside = random.chance(50)
    let name = isBeside ? "site/.public.sluice-new" : "site/public/.public.sluice-new"
    guard (try? manager.attributesOfItem(atPath: path(name))) == nil else { return }
    log.append("leftovers in \(name)")
    try makeFolder("\(name)/content")
    try temporary.write("half", to: "\(name)/content/ads.json")
    try link("\(name)/content/own.json", to: path("keep/file"))
    try link("\(name)/content/NOTICE", to: path("keep/folder"))
    try link("\(name)/content/.git", to: "../.public.sluice-new/content/.git")
    try manager.linkItem(atPath: path("keep/file"), toPath: path("\(name)/content/manifest.json"))
  }

  // MARK: Files

  private func path(_ name: String) -> String { temporary.path(name) }

  private func makeFolder(_ name: String) throws {
    try manager.createDirectory(atPath: path(name), withIntermediateDirectories: true)
  }

  private func link(_ name: String, to target: String) throws {
    try? manager.removeItem(atPath: path(name))
    try manager.createSymbolicLink(atPath: path(name), withDestinationPath: target)
  }

  private func write(_ bytes: [UInt8], to name: String) throws {
    try? manager.removeItem(atPath: path(name))
    guard manager.createFile(atPath: path(name), contents: Data(bytes)) else {
      throw CocoaError(.fileWriteUnknown)
    }
  }
}

extension TemporaryFolder {
  /// Replaces an absolute path with one inside this folder.
  fileprivate func hostile(_ name: String) -> String { name.hasPrefix("/") ? path("keep/file") : name }
}

/// The build of a site without tampering.
private enum Clean {
  static let text = "||ads.example^\n@@||ads.example/ok\nnews.example##.ad\nx.example##+js(a)\n"
  static let changedText = "||ads.example^\nother.example##.ad\n"
  static let before = Result { try files(text) }
  static let after = Result { try files(changedText) }

  /// The names of the output files.
  static let names = [
    "ads.advanced.json", "ads.json", "ads.json.gz", "own.advanced.json", "own.json", "own.json.gz", "own.map",
  ]

  /// The files of the output and the cache.
  struct Files {
    var output: [String: [UInt8]] = [:]
    var cache: [String: [UInt8]] = [:]
  }

  private static func files(_ text: String) throws -> Files {
    let folder = try TemporaryFolder()
    for name in ["project", "site"] {
      try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
    }
    try folder.write(text, to: "project/ads.txt")
    try folder.write("0.0.0.0 own.example\n", to: "project/own.txt")
    try build(folder.path, mode: .whenExpired)
    return Files(output: try contents(folder.path("site/public")), cache: try contents(folder.path("cache")))
  }

  private static func contents(_ path: String) throws -> [String: [UInt8]] {
    try FileManager.default.contentsOfDirectory(atPath: path).reduce(into: [:]) { files, name in
      files[name] = FileManager.default.contents(atPath: "\(path)/\(name)").map { [UInt8]($0) }
    }
  }

  /// Builds the project in a folder.
  static func build(_ path: String, mode: FetchMode) throws {
    var own = ListRecipe(name: "own", sources: [SourceRecipe(.file("own.txt"))])
    own.makesSourceMaps = true
    let ads = ListRecipe(
      name: "ads",
      sources: [SourceRecipe(.file("ads.txt")), SourceRecipe(.url("https://lists.example/a.txt"))])
    let settings = Build.Settings(
      root: "\(path)/project", output: "\(path)/site/public", toolVersion: "1", threads: 1)
    let store = try SourceStore(
      cache: "\(path)/cache", settings: SourceStore.Settings(policy: FetchPolicy(), mode: mode),
      transport: OneList())
    _ = try Build(BuildFile(lists: [ads, own]), settings: settings, remote: store).run()
  }

  /// A server with one list.
  private final class OneList: SourceTransport {
    func fetch(_ requests: [SourceRequest]) -> [FetchEvent] {
      requests.map { request in
        let isWritten = FileManager.default.createFile(
          atPath: request.path, contents: Data("! Title: remote\n||remote.example^\n".utf8))
        return FetchEvent(isWritten ? .fetched : .failed, url: request.url)
      }
    }
  }
}
