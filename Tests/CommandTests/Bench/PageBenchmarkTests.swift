import Foundation
import TestSupport
import Testing

/// `sluice-bench pages` starts the project's script.
///
/// The tests cover the errors that the script reports before it looks for a WebKit.
@Suite struct PageBenchmarkTests {
  /// Runs the program two folders below a temporary folder, with a script in place of the project's.
  private func run(_ words: String, script: String?) throws -> Shell.Result {
    let folder = try TemporaryFolder()
    if let script {
      let parent = "Tests/sluice-bench/Pages"
      let path = "\(parent)/pages"
      try FileManager.default.createDirectory(atPath: folder.path(parent), withIntermediateDirectories: true)
      try folder.write(script, to: path)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path(path))
    }
    return try Shell.run(
      #"mkdir -p build/debug && cp "${SLUICE%/*}/sluice-bench" build/debug && build/debug/sluice-bench \#(words)"#,
      in: folder)
  }

  @Test func pagesBenchmarkForwardsArgumentsOutputAndStatus() throws {
    let result = try run(
      "pages --runs 2 'a b=c.json' pages --help ''",
      script: "#!/bin/sh\nprintf '<%s>' \"$@\"\necho failed >&2\nexit 7\n")
    #expect(result.output == "<--runs><2><a b=c.json><pages><--help><>")
    #expect(result.error == "failed\n")
    #expect(result.status == 7)
  }

  @Test func missingPagesScriptIsReported() throws {
    let result = try run("pages list.json", script: nil)
    #expect(result.error.contains("has 'Tests/sluice-bench/Pages/pages', which measures pages"))
    #expect(result.output.isEmpty)
    #expect(result.status == 69)
  }

  @Test func missingScriptInterpreterIsReported() throws {
    let result = try run("pages list.json", script: "#!/nowhere/python3\n")
    #expect(result.error.contains("cannot start"))
    #expect(result.error.contains("python3"))
    #expect(result.status == 69)
  }

  @Test func usageListsBothBenchmarks() throws {
    let result = try run("", script: nil)
    #expect(result.error.contains("sluice-bench [--runs N] [--threads N]"))
    #expect(result.error.contains("sluice-bench pages [--runs N]"))
    #expect(result.status == 64)
  }

  private static let pythonIsThere = FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")

  @Test(
    .enabled(if: pythonIsThere, "skipped: /usr/bin/python3 is missing"),
    arguments: [
      ("", 64, "LIST"),
      ("--runs 0 a.json", 64, "--runs"),
      ("--pages frames,nothing a.json", 64, "nothing"),
      ("none=a.json", 64, "none"),
      ("a.json other/a.json", 64, "two lists are named 'a'"),
      ("x=a.json,", 64, "x=a.json,"),
      ("a.json missing.json", 2, "missing.json"),
      ("broken.json", 2, "broken.json"),
    ])
  func pagesScriptRejectsInvalidArguments(words: String, status: Int32, text: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("[]", to: "a.json")
    try folder.write("{", to: "broken.json")
    let result = try Shell.run(
      "mkdir other && cp a.json other && '\(Repository.root.path)/Tests/sluice-bench/Pages/pages' \(words)",
      in: folder)
    #expect(result.status == status)
    #expect(result.error.contains(text))
    #expect(result.output.isEmpty)
  }
}
