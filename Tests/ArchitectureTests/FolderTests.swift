import Foundation
import TestSupport
import Testing

/// Folders of a module do not use each other in circles, and commands do not use each other.
///
/// `circles.txt` has the circles and uses that are left. The list only becomes shorter.
@Suite struct FolderTests {
  /// A use of a folder by another folder of its module.
  private struct Use: Hashable {
    let from: String
    let to: String
  }

  private static let path = "Tests/ArchitectureTests/circles.txt"

  /// Examples of the uses in a module: the path of a file and a type of the other folder.
  private static func uses(in files: [SourceFile]) -> [Use: String] {
    var folders: [String: Set<String>] = [:]
    for file in files { for type in file.types { folders[type, default: []].insert(file.folder) } }
    var uses: [Use: String] = [:]
    for file in files {
      for name in file.uses.sorted() {
        // A name of several folders belongs to private types, or to none of them.
        guard let owners = folders[name], owners.count == 1, let owner = owners.first, owner != file.folder
        else { continue }
        let use = Use(from: file.folder, to: owner)
        if uses[use] == nil { uses[use] = "\(file.path.joined(separator: "/")) uses \(name)" }
      }
    }
    return uses
  }

  private static let modules = Dictionary(grouping: SourceFile.all, by: \.module)

  /// Lines `MODULE: FOLDER FOLDER`, the folders of a circle.
  private static func circles() -> [String] {
    modules.sorted { $0.key < $1.key }.flatMap { module, files in
      let uses = uses(in: files)
      let circles = Circles.find(Array(Set(files.map(\.folder)))) { folder in
        Set(uses.keys.filter { $0.from == folder }.map(\.to))
      }
      return circles.map { "\(module): \($0.joined(separator: " "))" }
    }
  }

  /// Lines `sluice/ROOM > ROOM`, for commands that are used by other folders.
  private static func rooms() -> [String] {
    let files = modules["sluice", default: []]
    let rooms = Set(
      files.filter { $0.path.count == 3 && $0.path[2].hasSuffix("Command.swift") }.map(\.folder)
    )
    .subtracting(["CommandLine"])
    return uses(in: files).keys.filter { rooms.contains($0.to) && $0.from != "." }
      .map { "sluice/\($0.from) > \($0.to)" }.sorted()
  }

  private static func known() throws -> [String] {
    try Repository.text(of: path).split(separator: "\n").filter { !$0.hasPrefix("#") }.map(String.init)
  }

  /// Whether a line is part of a known one: a circle of some of its folders, or the same use.
  private static func isPart(_ line: String, of other: String) -> Bool {
    let parts = [line, other].map { Set($0.split(separator: " ")) }
    return line == other
      || (line.contains(": ") && line.prefix { $0 != ":" } == other.prefix { $0 != ":" }
        && parts[0].isSubset(of: parts[1]))
  }

  @Test func foldersHaveNoNewCircles() throws {
    let (found, known) = (Self.circles() + Self.rooms(), try Self.known())
    var isNew = false
    for line in found where !known.contains(where: { Self.isPart(line, of: $0) }) {
      isNew = true
      let module = String(line.prefix { $0 != ":" && $0 != "/" })
      let members = Set(
        line.split(separator: " ").map { $0.drop(while: { $0 != "/" }).dropFirst() }.map(String.init)
      )
      .union(line.split(separator: " ").map(String.init))
      let examples = Self.uses(in: Self.modules[module, default: []])
        .filter { members.contains($0.key.from) && members.contains($0.key.to) }.values.sorted()
      Issue.record("\(line) is not in \(Self.path):\n\(examples.joined(separator: "\n"))")
    }
    guard !isNew else { return }
    if GeneratedText.updatesSamples {
      let head = try Repository.text(of: Self.path).split(separator: "\n").filter { $0.hasPrefix("#") }
      let text = (head.map(String.init) + found).joined(separator: "\n") + "\n"
      try Data(text.utf8).write(to: Repository.root.appending(path: Self.path))
    } else {
      #expect(
        Set(found) == Set(known),
        "there are fewer circles: SLUICE_UPDATE_SAMPLES=1 swift test --filter FolderTests rewrites \(Self.path)"
      )
    }
  }

  /// Code, the names that it uses, and the types that it declares.
  private static let examples: [(String, Set<String>, Set<String>)] = [
    ("struct A { struct B {} ; let b: B; let c: C }", ["C"], ["A"]),
    ("// X\n/* Y */ let a = \"Z \\\" W\" + #\"V \"U\"# + \"\"\"\n T \" S\n \"\"\" + R.Q", ["R"], []),
    ("extension P { enum O: N {} }", ["N", "P"], []), ("let a = \"\", b: M", ["M"], []),
    ("#if L\nfinal class K: J {}\n#endif", ["J", "L"], ["K"]),
  ]

  @Test(arguments: examples)
  func typesAndUsesAreRead(code: String, uses: Set<String>, types: Set<String>) {
    let file = SourceFile(Array(code.utf8), at: "Core/Module/Folder/File.swift")
    #expect(file.uses == uses)
    #expect(file.types == types)
  }

  @Test func circlesAreFound() {
    let next: [String: Set<String>] = [
      "a": ["b"], "b": ["c"], "c": ["a", "d"], "d": ["e"], "e": ["d"], "f": ["a"],
    ]
    #expect(Circles.find(next.keys.sorted()) { next[$0, default: []] } == [["a", "b", "c"], ["d", "e"]])
  }
}
