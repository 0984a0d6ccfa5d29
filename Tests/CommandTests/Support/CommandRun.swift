import Foundation
import SluiceConversion
import SluiceSystem
import SluiceText
import TestSupport

@testable import sluice

extension PlainScript {
  /// Whether the commands can run in the process of the tests. Commands that start or end processes, watch files,
  /// or use the streams otherwise cannot.
  private var isForThisProcess: Bool {
    commands.allSatisfy { command in
      let words = command.words + command.files.compactMap { $0 }
      let streams = ["/dev/", "/proc/"]
      return !words.contains { word in
        Self.others.contains(String(word.prefix { $0 != "=" })) || streams.contains { word.contains($0) }
      }
    }
  }

  private static let others: Set<String> = [
    "--engine", "--broken", "--network", "--git", "--staged", "--watch", "lsp", "serve", "playground",
  ]

  /// Runs the commands in this process; returns nil if they need processes of their own.
  func run(in folder: TemporaryFolder) throws -> Shell.Result? {
    guard isForThisProcess, !mayFetch(in: folder) else { return nil }
    let streams = try TemporaryFolder()
    for name in ["output", "error"] { try streams.write("", to: name) }
    var status: Int32 = 0
    for command in commands where !command.needsSuccess || status == 0 {
      status = try run(command, in: folder, streams)
    }
    return Shell.Result(
      status: status, output: streams.text(of: "output") ?? "", error: streams.text(of: "error") ?? "")
  }

  /// Whether a build could start a process that fetches lists.
  private func mayFetch(in folder: TemporaryFolder) -> Bool {
    commands.contains { $0.words.first == "build" }
      && (FileManager.default.subpaths(atPath: folder.path) ?? []).contains { name in
        name.contains(".json") && folder.text(of: name)?.lowercased().contains("\"http") ?? false
      }
  }

  private func run(
    _ command: Command, in folder: TemporaryFolder, _ streams: TemporaryFolder
  ) throws -> Int32 {
    var context = RunContext()
    context.folder = folder.path
    context.variables = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"]
    context.program = try BuiltProgram.sluice
    func open(_ stream: Int, _ flags: Int32, otherwise path: String) throws -> OpenFile {
      let named = command.files[stream].map { $0.hasPrefix("/") ? $0 : folder.path($0) }
      return try OpenFile.open(named ?? path, flags: flags)
    }
    context.input = try open(0, O_RDONLY, otherwise: "/dev/null")
    defer { try? context.input.close() }
    // A redirection replaces a file. Commands without one write one after the other.
    func output(_ stream: Int, _ name: String) throws -> OpenFile {
      let isNew = command.files[stream] != nil
      return try open(
        stream, O_WRONLY | O_CREAT | (isNew ? O_TRUNC : O_APPEND), otherwise: streams.path(name))
    }
    context.output = try output(1, "output")
    defer { try? context.output.close() }
    context.error = try output(2, "error")
    defer { try? context.error.close() }
    return Self.onThread { [context] in
      context.run { Program.run(command.words.map { Array($0.utf8) }, console: .ofRun()).rawValue }
    }
  }

  /// Calls a closure on a thread with as much stack as that of a process. Threads of tasks have less.
  private static func onThread(_ body: @escaping @Sendable () -> Int32) -> Int32 {
    let status = Locked<Int32>(0)
    let isDone = DispatchSemaphore(value: 0)
    let thread = Thread {
      let result = body()
      status.withLock { $0 = result }
      isDone.signal()
    }
    thread.stackSize = 8 << 20
    thread.start()
    isDone.wait()
    return status.withLock { $0 }
  }
}
