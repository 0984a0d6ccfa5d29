import Foundation
import TestSupport
import Testing

/// `--watch` of the commands that read files. `BuildWatchTests` has those of a build.
@Suite struct WatchTests {
  private let folder: TemporaryFolder
  private static let waiting = "waiting for changes; Ctrl-C ends\n"

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("||first.example^\n", to: "list.txt")
    try folder.write(#"[{"trigger":{"url-filter":"a"},"action":{"type":"block"}}]"#, to: "list.json")
  }

  private func start(_ command: String) throws -> Shell.Running {
    try Shell.start("exec \"$SLUICE\" \(command)", in: folder)
  }

  /// Broken states in between are reported, and the output stays.
  @Test func watchedConvertSurvivesInvalidFiles() async throws {
    let watch = try start("convert --watch list.txt -o out.json")
    defer { watch.stop() }
    #expect(await watch.says(Self.waiting))
    let first = folder.text(of: "out.json")
    #expect(first?.contains("first") == true)
    for (number, change) in ["<!DOCTYPE html><p>x", nil, "", "\u{0}\u{1}\u{2}", "pipe"].enumerated() {
      if change == "pipe" {
        _ = try Shell.run("mkfifo pipe; mv pipe list.txt", in: folder)
      } else if let change {
        try folder.write(change, to: "list.txt")
      } else {
        try FileManager.default.removeItem(atPath: folder.path("list.txt"))
      }
      #expect(await watch.says("sluice: error: ", times: number + 1), "\(change ?? "removed")")
      #expect(await watch.says(Self.waiting, times: number + 2))
      #expect(folder.text(of: "out.json") == first)
    }
    // Replaced by another file, as editors do.
    try folder.write("||second.example^\n", to: "new.txt")
    _ = try Shell.run("mv new.txt list.txt", in: folder)
    #expect(await watch.says("\nlist.txt changed\n", times: 6))
    #expect(await Shell.comesTrue { folder.text(of: "out.json")?.contains("second") == true })
    #expect(watch.isRunning)
  }

  @Test func watchedLintSeesChangedConfigurationAndFolders() async throws {
    _ = try Shell.run("mkdir lists; echo '||A.example^' > lists/a.txt", in: folder)
    let watch = try start("lint -v --watch lists")
    defer { watch.stop() }
    #expect(await watch.says(Self.waiting))
    #expect(!watch.text(of: "output").contains("upper-case"))
    try folder.write(#"{"lint": {"select": ["style"]}}"#, to: "sluice.json")
    #expect(await watch.prints("upper-case"))
    #expect(await watch.says(Self.waiting, times: 2))
    try folder.write("||B.example^\n||C.example^\n", to: "lists/b.txt")
    #expect(await watch.prints("2 lists: "))
    #expect(await watch.says(Self.waiting, times: 3))
    try folder.write(#"{"lint": {"#, to: "sluice.json")
    #expect(await watch.says("sluice: error: "))
    #expect(watch.isRunning)
  }

  @Test func watchedCheckReadsChangedFile() async throws {
    let watch = try start("check --watch list.json")
    defer { watch.stop() }
    #expect(await watch.says(Self.waiting))
    try folder.write(#"[{"trigger":{"url-filter":"("},"action":{"type":"block"}}]"#, to: "list.json")
    #expect(await watch.prints("list.json:1:"))
    #expect(await watch.says(Self.waiting, times: 2))
    try folder.write("[{", to: "list.json")
    #expect(await watch.says(Self.waiting, times: 3))
    #expect(watch.isRunning)
  }

  @Test(
    .signals,
    arguments: [
      "convert --watch list.txt -o out.json", "lint --watch list.txt", "check --watch list.json",
      "build --watch",
    ])
  func interruptEndsWatch(command: String) async throws {
    try folder.write("{lists: [{name: \"own\", sources: [\"list.txt\"]}]}", to: "sluice.json")
    let watch = try start(command)
    defer { watch.stop() }
    #expect(await watch.says(Self.waiting))
    let (reason, status) = watch.interrupt()
    #expect(reason == .uncaughtSignal && status == SIGINT)
    #expect(!folder.names.contains { $0.contains("unfinished") || $0.contains("sluice-new") })
  }

  @Test(arguments: [
    ("convert --watch missing.txt -o out.json", 2), ("lint --watch missing.txt", 2),
    ("check --watch missing.json", 2), ("build --watch missing.json", 2),
  ])
  func watchEndsWhenFilesAreMissing(command: String, status: Int32) throws {
    let result = try Shell.run("sluice \(command)", in: folder)
    #expect(result.status == status && !result.error.contains("waiting"), "\(result.error)")
  }

  /// Lines for programs have no lines for people in between.
  @Test func watchedJSONLinesStayPure() async throws {
    let watch = try start("convert --watch --format jsonl list.txt -o out.json")
    defer { watch.stop() }
    #expect(await watch.says("\"summary\""))
    try folder.write("||second.example^\n", to: "list.txt")
    #expect(await watch.says("\"summary\"", times: 2))
    #expect(watch.text(of: "error").split(separator: "\n").allSatisfy { $0.hasPrefix("{") })
  }
}
