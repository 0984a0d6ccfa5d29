import Foundation
import TestSupport
import Testing

@testable import sluice

/// The steps that `--verbose` prints, only on standard error.
@Suite struct VerboseTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("||ads.example^\n##.ad\n", to: "list.txt")
    try folder.write("||ads.example^\n||more.example^\n", to: "new.txt")
    try folder.write(#"[{"trigger":{"url-filter":"a"},"action":{"type":"block"}}]"#, to: "list.json")
    try folder.write("<!-- saved from url=(0018)https://a.example/ --><p class=ad>", to: "page.html")
    try folder.write("{lists: [{name: \"ads\", sources: [\"list.txt\"]}]}", to: "sluice.json")
  }

  private func sh(_ script: String) throws -> Shell.Result { try Shell.run(script, in: folder) }

  /// Returns the steps, such as `  0.012 s  reading list.txt: 1 file, 21 bytes`, without the time and without
  /// numbers that other tests cover.
  private static func steps(_ text: String) -> [String] {
    text.split(separator: "\n").compactMap { line in
      line.wholeMatch(of: /\ *[0-9]+\.[0-9]{3} s  (.+)/).map { step in
        String(step.1).replacing(/[0-9]+ (rule|byte)s?/) { "N \($0.1)s" }
      }
    }
  }

  private static let commands: [(command: String, steps: [String])] = [
    (
      "convert list.txt -o out.json",
      [
        "reading list.txt: 1 file, N bytes", "parsing: 1 list, 2 lines", "converting: 2 filters, N rules",
        "writing: 1 file, N rules, N bytes",
      ]
    ),
    (
      "convert list.txt --page-script out > list.out",
      [
        "reading list.txt: 1 file, N bytes", "parsing: 1 list, 2 lines", "converting: 2 filters, N rules",
        "writing: 1 file, N rules, N bytes", "writing filters that need a script",
      ]
    ),
    (
      "lint list.txt new.txt",
      [
        "reading: 2 files, N bytes", "reviewing lines", "comparing filters", "converting",
        "counting requests: 2 lists, 1 finding",
      ]
    ),
    ("check list.json", ["checking list.json: N rules, N bytes"]),
    (
      "match --page https://a.example/ list.txt",
      ["reading list.txt: 1 file, N bytes", "preparing lists: 1 list"]
    ),
    (
      "inspect page.html --page https://a.example/ list.txt",
      ["reading list.txt: 1 file, N bytes", "preparing lists: 1 list", "judging loads"]
    ),
    (
      "try list.txt --page page.html",
      ["reading list.txt: 1 file, N bytes", "preparing lists: 1 list", "trying page.html"]
    ),
    ("build --cache cache", ["reading sources", "building ads", "writing"]),
    (
      "merge list.txt list.json -o merged.json",
      [
        "reading: 2 files, N bytes", "parsing list.json", "parsing list.txt", "converting", "joining",
        "finishing", "encoding: 1 list, N rules, N bytes", "writing: 2 files",
      ]
    ),
    (
      "diff list.txt new.txt",
      [
        "reading: 2 files, N bytes", "parsing list.txt: 1 list, 2 lines",
        "converting list.txt: 2 filters, N rules", "parsing new.txt: 1 list, 2 lines",
        "converting new.txt: 2 filters, N rules", "comparing filters: 2 differences",
        "comparing rules: 2 differences", "estimating costs",
      ]
    ),
    (
      "report list.txt -o report.html",
      [
        "reading list.txt: 1 file, N bytes", "parsing: 1 list, 2 lines", "converting: 2 filters, N rules",
        "counting", "writing: 1 file",
      ]
    ),
  ]

  @Test(arguments: commands)
  func verboseListsStepsInOrder(command: String, steps: [String]) throws {
    let told = try sh("sluice \(command) -v")
    // Each input adds a `judging` step; they are left out here.
    let others = Self.steps(told.error).filter {
      !$0.hasPrefix("judging list.") && !$0.hasPrefix("judging new.")
    }
    #expect(others == steps, "\(told.error)")
    let plain = try sh("rm -rf public; sluice \(command)")
    #expect(told.status == plain.status)
    let time = /[0-9.]+ s\n/
    #expect(told.output.replacing(time, with: "") == plain.output.replacing(time, with: ""))
    #expect(Self.steps(plain.error).isEmpty)
    // The last of `--quiet` and `--verbose` applies.
    #expect(
      try sh("rm -rf public; sluice \(command) -v --quiet").error
        == sh("rm -rf public; sluice \(command) -q").error)
    #expect(
      try Self.steps(sh("rm -rf public; sluice \(command) -q -v").error).count == Self.steps(told.error).count
    )
  }

  @Test func verboseStepsEscapeControlCharacters() throws {
    _ = try sh(#"cp list.txt "$(printf 'a\033[31m\nb.txt')""#)
    let steps = try Self.steps(sh(#"sluice convert -v a*b.txt -o out.json"#).error)
    #expect(steps.first == #"reading a\u{1B}[31m\u{A}b.txt: 1 file, 21 bytes"#.replacing("21", with: "N"))
  }

  @Test func verboseConformanceListsFiles() throws {
    let steps = try Self.steps(sh("sluice conformance -v probes").error)
    #expect(steps.first == "writing sluice-control.json" && steps.last == "writing the page")
  }

  @Test func failedStepIsNotListedAsDone() throws {
    let result = try sh("sluice convert -v list.txt -o out.json --max-rules 1")
    #expect(result.status == 2)
    #expect(
      Self.steps(result.error).map { $0.prefix(7) } == ["reading", "parsing", "judging"], "\(result.error)")
  }

  /// `convert` prints findings on standard error too.
  @Test func verboseStepsAreWrittenAsJSONLines() throws {
    let lines = try sh("sluice convert -v --format jsonl list.txt -o out.json").error.split(separator: "\n")
    let objects = try lines.map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    let steps = objects.compactMap { $0["step"] as? [String: Any] }
    #expect(
      steps.compactMap { $0["name"] as? String } == [
        "reading", "parsing", "judging", "converting", "writing",
      ])
    #expect(steps[0]["of"] as? String == "list.txt" && steps[0]["bytes"] as? Int == 21)
    #expect(steps.allSatisfy { $0["seconds"] is Double } && objects.last?["summary"] != nil)
  }

  @Test(arguments: ["github", "sarif", "junit", "gitlab"])
  func verboseConflictsWithDocumentFormats(format: String) throws {
    let result = try sh("sluice convert -v --format \(format) list.txt -o out.json")
    #expect(
      result.status == 64 && result.error.contains("use --format jsonl, which has both"), "\(result.error)")
    #expect(folder.text(of: "out.json") == nil)
    // Where findings go to standard output, both streams stay separate.
    let lint = try sh("sluice lint -v --format \(format) list.txt")
    #expect(lint.status == 0 && !Self.steps(lint.error).isEmpty && Self.steps(lint.output).isEmpty)
  }

  @Test(arguments: CommandName.allCases) func commandsWithStepsAcceptVerboseAndQuiet(name: CommandName) {
    for flag in CommandTable.flags where ["verbose", "quiet"].contains(flag.name) && name.hasSteps {
      #expect(flag.applies(to: name), "--\(flag.name) of \(name)")
    }
  }
}
