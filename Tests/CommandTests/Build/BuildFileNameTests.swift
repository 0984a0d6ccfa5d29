import TestSupport
import Testing

@testable import sluice

/// The names under which `build` and `lint` find a build file in a folder.
@Suite struct BuildFileNameTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("||ads.example^ \n", to: "list.txt")
  }

  private func sh(_ script: String) throws -> Shell.Result { try Shell.run(script, in: folder) }

  private static let file =
    #"{"lists": [{"name": "ads", "sources": ["list.txt"]}], "lint": {"select": ["all"]}} // c"#

  @Test(arguments: ["sluice.json", "sluice.jsonc", "sluice.json5"])
  func buildFileNamesAreFound(name: String) throws {
    try folder.write(Self.file, to: name)
    for command in ["sluice build", "sluice build .", "mkdir sub; cd sub; sluice build", "sluice build ./"] {
      let result = try sh("\(command); ls '\(folder.path)/public/ads.json'; rm -r '\(folder.path)/public'")
      #expect(result.status == 0, "\(command): \(result.error)")
    }
    #expect(try sh("sluice lint -v list.txt").output.contains("[trailing-blank]"))
    try folder.write(#"{"lists": [{"name": "ads", "sorces": []}], "lint": {"slect": []}}"#, to: name)
    #expect(try sh("sluice build").error.hasPrefix("sluice: error: \(name):1:"))
    #expect(try sh("sluice lint list.txt").error.contains("\(name):1:"))
  }

  @Test(arguments: [
    (["sluice.json", "sluice.json5"], "'sluice.json5' in the same folder is a build file too"),
    (["sluice.json5", "sluice.jsonc"], "'sluice.json5' in the same folder is a build file too"),
    (
      ["sluice.json", "sluice.jsonc", "sluice.json5"],
      "'sluice.jsonc' and 'sluice.json5' in the same folder are build files too"
    ),
  ])
  func severalBuildFilesInFolderAreError(names: [String], message: String) throws {
    for name in names { try folder.write(Self.file, to: name) }
    for command in ["build", "build .", "lint list.txt"] {
      let result = try sh("sluice \(command)")
      #expect(result.status == 2 && result.error.contains(": \(message)\n"), "\(command): \(result.error)")
      #expect(result.error.contains("  = help: remove all but one, or name the build file\n"), "\(command)")
    }
    for name in names { #expect(try sh("sluice build -q \(name)").status == 0) }
  }

  /// The file in this folder counts, whatever its name and whatever parents have.
  @Test func nearestBuildFileIsUsed() throws {
    try folder.write("{}", to: "sluice.json")
    _ = try sh("mkdir sub; mkdir sub/sluice.json")
    try folder.write(Self.file.replacing("list.txt", with: "../list.txt"), to: "sub/sluice.json5")
    #expect(try sh("cd sub; sluice build -q").status == 0)
    let none = try sh("mkdir empty; sluice build empty")
    #expect(none.status == 2 && none.error.contains("cannot read 'empty/sluice.json'"), "\(none.error)")
  }
}
