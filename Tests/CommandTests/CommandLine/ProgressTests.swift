import Foundation
import TestSupport
import Testing

@testable import sluice

/// The progress line, tested in a terminal.
@Suite(.ends) struct ProgressTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("||ads.example^\n", to: "list.txt")
    try folder.write(#"[{"trigger":{"url-filter":"a"},"action":{"type":"block"}}]"#, to: "list.json")
    _ = try Shell.run("mkfifo pipe", in: folder)
  }

  /// Writes a file into the pipe when the condition becomes true or its timeout expires.
  private func feed(_ file: String, after condition: () -> Bool) async throws {
    #expect(await Shell.comesTrue(condition))
    _ = try Shell.run("cat \(file) > pipe", in: folder)
  }

  /// Environment for output without color.
  private static let colourless = ["NO_COLOR": "1"]

  @Test func progressLineIsClearedAfterLongStep() async throws {
    let terminal = try PseudoTerminal()
    let start = ContinuousClock.now
    let process = try terminal.start(
      ["convert", "pipe", "-o", "out.json"], in: folder, environment: Self.colourless)
    try await feed("list.txt") { terminal.text.contains("2 s  reading: pipe") }
    await terminal.end(of: process)
    #expect(process.terminationStatus == 0)
    #expect(try #require(terminal.firstTime) - start >= .seconds(1))
    #expect(terminal.text.contains("\r\u{1B}[K1 s  reading: pipe"))
    // The remaining text is the same as in a file.
    let file = try Shell.run("sluice convert list.txt -o out.json", in: folder).error
    func lines(_ lines: [String]) -> [String] {
      lines.map { $0.replacing(/[0-9.]+ s$/, with: "").replacing(/\bpipe\b/, with: "list") }
    }
    #expect(lines(terminal.screen) == lines(file.components(separatedBy: "\n")))
  }

  /// Output next to the progress line stays complete, whichever stream it is written to.
  @Test func outputAndProgressLineDoNotMix() async throws {
    let terminal = try PseudoTerminal()
    let process = try terminal.start(
      ["check", "-v", "list.json", "pipe", "none.json"], in: folder, environment: Self.colourless)
    try await feed("list.json") { terminal.text.contains(" s  checking 2 of 3: pipe") }
    await terminal.end(of: process)
    #expect(process.terminationStatus == 2)
    let screen = terminal.screen.map {
      $0.replacing(/[0-9.]+ s/, with: "T").trimmingCharacters(in: .whitespaces)
    }
    #expect(
      screen == [
        "T  checking list.json: 1 rule, 58 bytes", "T  checking pipe: 1 rule, 58 bytes",
        "list.json: 1 rule (58 bytes), 0 errors, 0 warnings, 0 notes, T",
        "pipe: 1 rule (58 bytes), 0 errors, 0 warnings, 0 notes, T",
        "sluice: error: cannot read 'none.json': No such file or directory",
        "= help: check the path; '-' reads standard input", "",
      ], "\(screen)")
  }

  @Test(arguments: [
    ([], ["TERM": "dumb"]), ([], ["TERM": ""]), ([], ["CI": "true"]), (["-q"], [:]),
  ])
  func progressCanBeHidden(flags: [String], environment: [String: String]) async throws {
    let terminal = try PseudoTerminal()
    let process = try terminal.start(
      ["convert", "pipe", "-o", "out.json"] + flags, in: folder,
      environment: environment.merging(Self.colourless) { $1 })
    try await Task.sleep(for: .seconds(1.5))
    try await feed("list.txt") { true }
    await terminal.end(of: process)
    #expect(process.terminationStatus == 0)
    #expect(!terminal.text.contains("\r") && !terminal.text.contains("\u{1B}"), "\(terminal.text)")
    #expect(!terminal.text.contains("reading"))
  }

  @Test func pipesAndFilesGetNoProgress() throws {
    let result = try Shell.run(
      """
      (sleep 1.5; cat list.txt) > pipe & TERM=xterm sluice convert pipe -o out.json
      (sleep 1.5; cat list.txt) > pipe & TERM=xterm sluice convert pipe 2>&1 >/dev/null | cat
      """, in: folder)
    #expect(result.status == 0)
    for text in [result.output, result.error] {
      #expect(text.contains("pipe: 1 filter"))
      #expect(!text.contains("\r") && !text.contains("\u{1B}") && !text.contains("reading"), "\(text)")
    }
  }

  @Test func matchAnswersAppearBetweenProgressLines() async throws {
    let terminal = try PseudoTerminal()
    let input = Pipe()
    let process = try terminal.start(
      ["match", "-", "list.txt"], in: folder, input: input, environment: Self.colourless)
    let request = #"{"url":"https://ads.example/","page":"https://a.example/"}"#
    for count in 0..<3 {
      #expect(await Shell.comesTrue { terminal.screen.last?.contains(" s  answering requests") == true })
      input.fileHandleForWriting.write(Data("\(request)\n".utf8))
      #expect(await Shell.comesTrue { terminal.screen.count == count + 2 })
    }
    try input.fileHandleForWriting.close()
    await terminal.end(of: process)
    let answers = try Shell.run(
      "for i in 1 2 3; do echo '\(request)'; done | sluice match - list.txt", in: folder)
    #expect(terminal.screen == (answers.output + answers.error).components(separatedBy: "\n"))
  }

  /// A build defers signals until it has cleaned up.
  @Test(.signals, arguments: [SIGINT, SIGTERM]) func interruptedDownloadLeavesNoTrace(signal: Int32)
    async throws
  {
    let server = try FaultServer { _ in [.pause(600)] }
    let url = server.url("/list.txt?token=s3cret").replacing("://", with: "://user:s3cret@")
    // The limits leave a busy machine enough time until the signal is sent.
    try folder.write(
      "{fetch: {idleTimeout: 3600, totalTimeout: 3600}, lists: [{name: \"ads\", sources: [\"\(url)\"]}]}",
      to: "sluice.json")
    let terminal = try PseudoTerminal(columns: 200)
    let process = try terminal.start(
      ["build", "--cache", "cache"], in: folder, environment: Self.colourless)
    #expect(await Shell.comesTrue { terminal.text.contains(" s  fetching 0 of 1") })
    kill(process.processIdentifier, signal)
    await terminal.end(of: process)
    #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == signal)
    #expect(!terminal.screen.contains { $0.contains("fetching") }, "\(terminal.screen)")
    #expect(!terminal.text.contains("s3cret"))
    #expect(!folder.names.contains("public"))
  }

  @Test func downloadProgressHidesSecrets() async throws {
    let body = "||ads.example^\n" + String(repeating: "! comment\n", count: 100_000)
    let server = try FaultServer { _ in
      [
        .send(Array("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n".utf8)),
        .send(Array(body.utf8.prefix(500_000))), .pause(2),
        .send(Array(body.utf8.dropFirst(500_000).prefix(200_000))), .pause(2),
        .send(Array(body.utf8.dropFirst(700_000))),
      ]
    }
    let url = server.url("/list.txt?token=a s3cret").replacing("://", with: "://user:s3cret@")
    try folder.write("{lists: [{name: \"ads\", sources: [\"\(url)\"]}]}", to: "sluice.json")
    let terminal = try PseudoTerminal(columns: 200)
    let process = try terminal.start(
      ["build", "-v", "--cache", "cache"], in: folder, environment: Self.colourless)
    await terminal.end(of: process)
    #expect(process.terminationStatus == 0, "\(terminal.text)")
    let shown = server.url("/list.txt?token=***")
    #expect(terminal.text.contains(/fetching 0 of 1: [^ ]*, [0-9.]+ kB of 1\.0 MB/), "\(terminal.text)")
    #expect(terminal.text.contains("fetching 0 of 1: \(shown)"))
    #expect(terminal.screen.contains { $0.hasSuffix(" s  fetched \(shown): 1.0 MB") }, "\(terminal.screen)")
    #expect(terminal.screen.contains { $0.hasSuffix(" s  building ads") }, "\(terminal.screen)")
    #expect(!terminal.text.contains("s3cret"))
  }

  /// Output sent through a pipe can appear on the screen at any time.
  @Test func progressIsHiddenWhenOutputIsPiped() async throws {
    let terminal = try PseudoTerminal()
    let (input, output) = (Pipe(), Pipe())
    let process = try terminal.start(
      ["match", "-", "list.txt"], in: folder, input: input, output: output, environment: Self.colourless)
    #expect(await Shell.comesTrue { terminal.text.contains(" s  answering requests") })
    let request = #"{"url":"https://ads.example/","page":"https://a.example/"}"#
    input.fileHandleForWriting.write(Data("\(request)\n".utf8))
    #expect(String(decoding: output.fileHandleForReading.availableData, as: UTF8.self).contains("blocked"))
    #expect(await Shell.comesTrue { terminal.screen == [""] })
    let before = terminal.text
    try await Task.sleep(for: .milliseconds(400))
    #expect(terminal.text == before)
    try input.fileHandleForWriting.close()
    await terminal.end(of: process)
    #expect(
      process.terminationStatus == 0 && terminal.screen.first?.hasPrefix("1 request, 1 blocked") == true)
  }

  @Test(.signals, arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
  func signalClearsProgressLine(signal: Int32) async throws {
    let terminal = try PseudoTerminal()
    let process = try terminal.start(["convert", "pipe", "-o", "out.json"], in: folder)
    #expect(await Shell.comesTrue { terminal.text.contains("1 s  reading: pipe") })
    kill(process.processIdentifier, signal)
    await terminal.end(of: process)
    #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == signal)
    #expect(terminal.screen == [""], "\(terminal.text)")
  }

  @Test(.signals) func signalBeforeProgressEndsProcessAtOnce() async throws {
    let terminal = try PseudoTerminal()
    let process = try terminal.start(["convert", "pipe", "-o", "out.json"], in: folder)
    // The process waits for the pipe, with default signal handling.
    try await Task.sleep(for: .milliseconds(300))
    kill(process.processIdentifier, SIGINT)
    await terminal.end(of: process)
    #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGINT)
    #expect(terminal.screen == [""])
  }

  @Test func suspendedProcessClearsProgressAndResumes() async throws {
    let terminal = try PseudoTerminal()
    let process = try terminal.start(
      ["convert", "pipe", "-o", "out.json"], in: folder, environment: Self.colourless)
    #expect(await Shell.comesTrue { terminal.text.contains("1 s  reading: pipe") })
    kill(process.processIdentifier, SIGTSTP)
    #expect(await Shell.comesTrue { terminal.screen == [""] })
    let stopped = terminal.text
    try await Task.sleep(for: .milliseconds(400))
    #expect(terminal.text == stopped)
    kill(process.processIdentifier, SIGCONT)
    try await feed("list.txt") { terminal.text.count > stopped.count && terminal.screen != [""] }
    await terminal.end(of: process)
    #expect(process.terminationStatus == 0)
    #expect(terminal.screen.last == "" && !terminal.screen.contains { $0.contains("reading") })
  }

  /// With `ssh -t` and in containers, no shell can resume a stopped process, so it must not stop for good.
  ///
  /// The system decides, as it does for programs without a handler.
  @Test(
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: "/usr/bin/setsid"), "skipped: there is no setsid"),
    arguments: ["0.5", "1.6"])
  func orphanedProcessIsNotSuspended(seconds: String) async throws {
    let terminal = try PseudoTerminal()
    let script = """
      (sleep \(seconds); kill -TSTP $$; sleep 0.5; cat list.txt > pipe) & exec "$SLUICE" convert pipe -o out.json
      """
    let process = try terminal.start(
      ["--ctty", "--wait", "sh", "-c", script], program: "/usr/bin/setsid", in: folder,
      environment: ["NO_COLOR": "1", "SLUICE": try BuiltProgram.sluice])
    await terminal.end(of: process)
    #expect(process.terminationStatus == 0 && folder.names.contains("out.json"))
  }

  /// In a shell with job control, a background process must not write over what the user types.
  @Test(
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: "/usr/bin/setsid"), "skipped: there is no setsid"))
  func progressIsHiddenInBackground() async throws {
    let terminal = try PseudoTerminal()
    let script = """
      "$SLUICE" convert pipe -o out.json & sleep 2.5; cat list.txt > pipe; wait; "$SLUICE" convert pipe -o out.json
      """
    let shell = try terminal.start(
      ["--ctty", "--wait", "sh", "-mc", script], program: "/usr/bin/setsid", in: folder,
      environment: ["NO_COLOR": "1", "SLUICE": try BuiltProgram.sluice])
    // The process that is in the foreground next does show its progress.
    try await feed("list.txt") { terminal.text.contains("1 s  reading: pipe") }
    await terminal.end(of: shell)
    #expect(shell.terminationStatus == 0)
    let first = terminal.text.components(separatedBy: "pipe: 1 filter").first
    #expect(first?.contains("\r") == false && first?.contains("reading") == false, "\(terminal.text)")
  }

  @Test(arguments: [20, 41, 200] as [UInt16])
  func progressLineFitsTerminalWidth(columns: UInt16) async throws {
    let name = "a list with a name that is much longer than narrow terminals are wide.txt"
    _ = try Shell.run("mkfifo '\(name)'", in: folder)
    let terminal = try PseudoTerminal(columns: columns)
    let process = try terminal.start(
      ["convert", name, "-o", "out.json"], in: folder, environment: Self.colourless)
    #expect(await Shell.comesTrue { terminal.text.contains("1 s  reading: a") })
    _ = try Shell.run("cat list.txt > '\(name)'", in: folder)
    await terminal.end(of: process)
    let drawn = terminal.text.split(separator: "\r\u{1B}[K").filter { $0.contains(" s  reading") }
    #expect(!drawn.isEmpty && drawn.allSatisfy { $0.count < Int(columns) }, "\(drawn)")
  }

  @Test(arguments: [
    ("abc", 3, "abc"), ("abcd", 3, "ab…"), ("漢字漢字", 5, "漢字…"), ("漢字漢字", 4, "漢…"), ("a", 0, ""),
    ("abc", 1, "…"),
  ])
  func longProgressTextIsTruncated(text: String, width: Int, shown: String) {
    #expect(Steps.fitted(text, width: width) == shown)
  }
}
