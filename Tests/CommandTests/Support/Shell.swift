import TestSupport
import Foundation

/// Runs shell scripts in which `sluice` is the executable built with the tests.
enum Shell {
  struct Result {
    let status: Int32
    let output: String
    let error: String
  }

  /// Runs a `sh` script in a folder, with empty standard input unless the script redirects it.
  ///
  /// Plain commands run in this process, which saves the start of a shell and of a debug build, unless
  /// `SLUICE_PROGRAM` names a program to test.
  static func run(_ script: String, in folder: TemporaryFolder) throws -> Result {
    if ProcessInfo.processInfo.environment["SLUICE_PROGRAM"] == nil,
      let result = try PlainScript(script)?.run(in: folder)
    {
      return result
    }
    let running = try start("sluice() { \"$SLUICE\" \"$@\"; }\n\(script)", in: folder)
    running.process.waitUntilExit()
    return Result(
      status: running.process.terminationStatus, output: running.text(of: "output"),
      error: running.text(of: "error"))
  }

  /// Runs a script in a new repository, with a function `commit MESSAGE`.
  ///
  /// Returns nil and prints a message if git is missing.
  static func git(_ script: String, in folder: TemporaryFolder) throws -> Result? {
    guard try run("command -v git", in: folder).status == 0 else {
      print("skipped: git is not installed")
      return nil
    }
    let start = """
      export HOME="$PWD" GIT_CONFIG_NOSYSTEM=1
      git init -q -b main . && git config user.email a@example && git config user.name a && git config commit.gpgsign false
      commit() { git add -A && git commit -q -m "$1"; }
      """
    return try run("\(start)\n\(script)", in: folder)
  }

  /// Starts a `sh` script, which can call `$SLUICE`.
  static func start(_ script: String, in folder: TemporaryFolder) throws -> Running {
    let streams = try TemporaryFolder()
    try streams.write("", to: "output")
    try streams.write("", to: "error")
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", script]
    process.currentDirectoryURL = URL(filePath: folder.path)
    process.environment = [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
      "SLUICE": try BuiltProgram.sluice,
    ]
    process.standardInput = FileHandle.nullDevice
    // Files instead of pipes, so that nobody has to read both at once.
    process.standardOutput = try FileHandle(forWritingTo: URL(filePath: streams.path("output")))
    process.standardError = try FileHandle(forWritingTo: URL(filePath: streams.path("error")))
    // Dispatch threads block signals and child processes inherit the mask, so a shell would wait for SIGCHLD
    // forever.
    var (none, before) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    try process.run()
    return Running(process: process, streams: streams)
  }

  /// A running script.
  struct Running {
    fileprivate let process: Process
    fileprivate let streams: TemporaryFolder

    var isRunning: Bool { process.isRunning }

    func stop() {
      process.terminate()
      process.waitUntilExit()
    }

    /// Returns whether the script writes a text to standard error the given number of times before the
    /// timeout.
    func says(_ text: String, times: Int = 1) async -> Bool {
      await Shell.comesTrue { self.text(of: "error").components(separatedBy: text).count > times }
    }

    /// Returns whether the script writes a text to standard output the given number of times before the
    /// timeout.
    func prints(_ text: String, times: Int = 1) async -> Bool {
      await Shell.comesTrue { self.text(of: "output").components(separatedBy: text).count > times }
    }

    /// Sends an interrupt, as Ctrl-C does, and returns how the script ended.
    func interrupt() -> (Process.TerminationReason, Int32) {
      process.interrupt()
      process.waitUntilExit()
      return (process.terminationReason, process.terminationStatus)
    }

    func text(of stream: String) -> String { streams.text(of: stream) ?? "" }
  }

  /// Returns whether a condition becomes true within a minute, which is long enough for a busy machine.
  static func comesTrue(_ condition: () -> Bool) async -> Bool {
    for _ in 0..<1200 {
      if condition() { return true }
      try? await Task.sleep(for: .milliseconds(50))
    }
    return false
  }
}
