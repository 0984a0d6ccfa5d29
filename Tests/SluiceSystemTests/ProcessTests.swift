import SluiceSystem
import Testing
import TestSupport

/// Starting programs, and their results.
@Suite struct ProcessTests {
  private func shell(_ command: String, _ streams: [ChildProcess.Stream] = []) throws -> ChildProcess {
    try ChildProcess(
      "/bin/sh", arguments: ["sh", "-c", command], variables: ["WORD=a b"], streams: streams)
  }

  private func end(of process: ChildProcess) throws -> ChildProcess.End {
    while true {
      if let end = try process.end() { return end }
      CurrentProcess.wait(milliseconds: 1)
    }
  }

  @Test(arguments: [
    ("exit 0", ChildProcess.End.status(0)), ("exit 69", .status(69)), ("exit 255", .status(255)),
    ("kill -9 $$", .signal(9)),
  ])
  func processEndIsReported(command: String, end: ChildProcess.End) throws {
    #expect(try self.end(of: shell(command)) == end)
  }

  @Test func runningProcessIsStopped() throws {
    let process = try shell("while :; do sleep 1; done")
    #expect(try process.end() == nil)
    process.stop()
    // There is no process left to wait for.
    #expect(throws: SystemError.self) { try process.end() }
  }

  @Test func processGetsStreamsAndVariables() throws {
    let folder = try TemporaryFolder()
    try folder.write("in", to: "input")
    let (reading, writing) = try OpenFile.pipe()
    let process = try shell(
      #"printf '%s' "$WORD, $(cat), $HOME"; echo err >&2"#,
      [.input(folder.path("input")), .descriptor(writing), .output(folder.path("error"))])
    try writing.close()
    #expect(try end(of: process) == .status(0))
    #expect(try String(decoding: reading.readToEnd(expecting: 0), as: UTF8.self) == "a b, in, ")
    try reading.close()
    #expect(folder.text(of: "error") == "err\n")
    #expect(try FileStatus.of(folder.path("error")).permissions & 0o077 == 0)
  }

  @Test func missingProgramIsNotFound() {
    #expect(throws: SystemError.notFound) {
      try ChildProcess("/nowhere/program", arguments: ["program"], streams: [])
    }
  }

  @Test func environmentVariablesAreRead() throws {
    let path = try #require(CurrentProcess.variable("PATH"))
    #expect(CurrentProcess.variables.contains("PATH=\(path)"))
    #expect(CurrentProcess.variable("SLUICE_IS_NOT_SET") == nil)
  }
}
