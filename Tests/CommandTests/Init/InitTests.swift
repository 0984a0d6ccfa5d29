import Foundation
import SluiceListFiles
import SluiceLists
import SluiceSystem
import TestSupport
import Testing

@testable import sluice

/// `sluice init`: the files that it writes, and that they work without network access.
@Suite struct InitTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func sh(_ script: String) throws -> Shell.Result { try Shell.run(script, in: folder) }

  /// Returns the commands that `init` prints.
  private static func commands(in text: String) -> [String] {
    text.split(separator: "\n").filter { $0.hasPrefix("  sluice ") }.map { String($0.dropFirst(2)) }
  }

  @Test(arguments: [
    ("safari", ["my-filters.txt", "sluice.json"], ["ads.cosmetic.json", "ads.network.json"]),
    ("gnome-web", ["my-filters.txt", "sluice.json"], ["ads.json"]),
    (
      "trackers", ["my-filters.txt", "sluice.json", "tds.json"], ["trackers.json", "trackers.trackers.json"]
    ),
    ("list", ["list.txt", "sluice.json"], ["list.json"]),
  ])
  func starterProjectsBuildAndNextStepsSucceed(kind: String, files: [String], lists: [String]) throws {
    let started = try sh("sluice init \(kind)")
    #expect(started.status == 0 && started.output == "" && folder.names == files, "\(started.error)")
    for name in files { #expect(started.error.contains("\(name): ")) }
    let commands = Self.commands(in: started.error)
    #expect(commands.contains("sluice build") && commands.count == 2)
    for command in commands where !command.hasPrefix("sluice serve ") {
      let result = try sh(command.replacing("sluice build", with: "sluice build --offline --cache cache"))
      #expect(result.status == 0 && !result.error.contains("warning"), "\(command): \(result.error)")
    }
    let manifest = try #require(folder.text(of: "public/manifest.json"))
    let names = try sh("ls public/*.json | grep -v -e manifest -e report -e advanced").output
    #expect(names == lists.map { "public/\($0)\n" }.joined() && lists.allSatisfy(manifest.contains))
    let checked = try sh("sluice check \(lists.map { "public/\($0)" }.joined(separator: " "))")
    #expect(checked.status == 0, "\(checked.error)")
  }

  /// Names that terminals or commands would take for something else are printed safely.
  @Test(arguments: [
    ("$(printf 'a\\033[31mb\\342\\200\\256c')", "a\\u{1B}[31mb\\u{202E}c"), ("-- -x", "./-x"),
    ("'x y'", "x y"),
  ])
  func starterProjectNamesItsFolderSafely(argument: String, shown: String) throws {
    let result = try sh("sluice init list \(argument)")
    #expect(
      result.status == 0 && result.error.contains("writes the rule lists to \(shown)/public"),
      "\(result.error)")
    #expect(result.error.unicodeScalars.allSatisfy { $0 == "\n" || (0x20...0x7E).contains($0.value) })
    for command in Self.commands(in: result.error) where !shown.contains("{") {
      #expect(
        try sh(command.replacing("sluice build", with: "sluice build --offline --cache c")).status == 0,
        "\(command)")
    }
  }

  @Test func starterFiltersAreExactWithoutFindings() throws {
    _ = try sh("sluice init list; sluice init safari safari; sluice init trackers trackers")
    for list in ["list.txt", "safari/my-filters.txt"] {
      let result = try sh("sluice convert --format jsonl \(list) -o out.json")
      #expect(
        result.error.contains("\"converted\":3,") && !result.error.contains("\"reason\""), "\(result.error)")
    }
    let result = try sh("sluice lint -v --format jsonl list.txt")
    #expect(result.status == 0 && !result.output.contains("\"rule\""), "\(result.output)")
    #expect(result.output.contains("\"errors\":0,\"warnings\":0,\"notes\":0"), "\(result.output)")
    _ = try sh("sluice build -q trackers")
    for url in ["https://tracker.example/t.js", "https://cdn.widgets.example/collect"] {
      let matched = try sh(
        "sluice match --page https://news.example/ --url \(url) --type script trackers/public/trackers.trackers.json"
      )
      #expect(matched.output.contains("blocked"), "\(url): \(matched.output)")
    }
  }

  /// The variants that the comments describe are build files too, and all are JSON but for comments.
  @Test(arguments: StarterProject.allCases)
  func commentedVariantsAreValidBuildFiles(project: StarterProject) throws {
    let file = try #require(project.files.first { $0.name == "sluice.json" })
    _ = try BuildFile(parsing: Array(file.text.utf8))
    let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    #expect(lines.contains { $0.hasPrefix("  \"$schema\": \"https://") })
    let json = lines.filter { !$0.contains(" // ") }.joined(separator: "\n")
    _ = try JSONSerialization.jsonObject(with: Data(json.utf8))
    let changed =
      lines.filter { !$0.contains(#""blocklist": "tds.json""#) }
      .map { $0.contains("// \"") ? $0.replacing("// \"", with: "\"") : $0 }.joined(separator: "\n")
    let variant = try BuildFile(parsing: Array(changed.utf8))
    switch project {
    case .safari, .gnomeWeb: #expect(variant.lists[0].sources.count == 2)
    case .trackers: #expect(variant.lists[0].trackers?.exceptions.count == 1)
    case .list: #expect(changed == file.text)
    }
    for name in ["safari-17", "safari-18", "safari-26", "webkitgtk-2.46", "webkitgtk-2.48", "webkitgtk-2.50"]
    where file.text.contains(name) {
      #expect(TargetName(name)?.note == nil)
    }
  }

  @Test(arguments: [
    ("echo mine > sluice.json", "sluice.json"), ("echo mine > my-filters.txt", "my-filters.txt"),
    ("mkdir my-filters.txt", "my-filters.txt"), ("ln -s nowhere sluice.json", "sluice.json"),
    ("echo mine > sluice.json5", "sluice.json5"), ("ln -s /etc/passwd my-filters.txt", "my-filters.txt"),
  ])
  func initNeverOverwritesFiles(preparation: String, name: String) throws {
    let result = try sh("\(preparation); sluice init safari")
    #expect(result.status == 2 && folder.names == [name], "\(result.error)")
    #expect(result.error.hasPrefix("sluice: error: '\(name)' exists, and nothing was written\n"))
    if preparation.hasPrefix("echo") { #expect(folder.text(of: name) == "mine\n") }
    #expect(try sh("sluice init safari again; sluice init list again").status == 2)
    #expect(try sh("ls again").output == "my-filters.txt\nsluice.json\n")
  }

  /// A file that appears while the others are written.
  @Test(arguments: ["a.txt", "b.txt", "c.txt"])
  func batchFailsIfAnyFileAppears(name: String) throws {
    let batch = OutputBatch(replacesFiles: false)
    for other in ["a.txt", "b.txt", "c.txt"] {
      try batch.write([0x61], to: try Destination(folder.path(other)))
    }
    try folder.write("mine", to: name)
    #expect(throws: OutputError.self) { try batch.commit() }
    #expect(folder.names == [name] && folder.text(of: name) == "mine")
    let one = OutputBatch(replacesFiles: false)
    try one.write([0x61], to: try Destination(folder.path("new.txt")))
    try one.commit()
    #expect(folder.names == [name, "new.txt"].sorted() && folder.text(of: "new.txt") == "a")
  }

  @Test func initCreatesFolderAndNamesItInNextSteps() throws {
    let result = try sh("sluice init safari \"it's new\"")
    #expect(result.status == 0 && folder.names == ["it's new"])
    for command in Self.commands(in: result.error) {
      let run = try sh(command)
      #expect(run.status == 0, "\(command): \(run.error)")
    }
    #expect(try sh("sluice init list new/").status == 0)
    let missing = try sh("sluice init list no/where")
    #expect(missing.status == 2 && missing.error.contains("  = help: make it first: mkdir -p no\n"))
    let file = try sh("echo x > file; sluice init list file")
    #expect(file.status == 2 && file.error.contains("cannot write 'file': it is not a folder"))
    #expect(folder.names == ["file", "it's new", "new"])
  }

  @Test func initWritesJSONObject() throws {
    let result = try sh("sluice init list lists --format json")
    #expect(
      result.output == """
        {"folder":"lists","files":[{"file":"lists/list.txt","purpose":"the filter list, with a header"},\
        {"file":"lists/sluice.json","purpose":"the build file, with the configuration of sluice lint"}],\
        "next":[{"command":"sluice lint lists/list.txt","purpose":"reviews the list; 0 findings at the start"},\
        {"command":"sluice build lists","purpose":"writes the rule lists to lists/public"}]}

        """)
    #expect(result.error == "" && result.status == 0)
    #expect(try sh("sluice init list quiet -q").error == "")
  }
}
