import Foundation

/// A finished run of a program.
public struct ToolRun: Sendable {
  /// The exit status.
  public var status: Int32
  /// The bytes written to standard output.
  public var output: Data
  /// The text written to standard error.
  public var errors: String

  /// The system's Python, which has the bindings of WebKitGTK.
  public static let python = URL(filePath: "/usr/bin/python3")

  /// Runs a Python program until it exits.
  ///
  /// Its output goes to files in `folder`, because a pipe could fill up.
  public static func python(_ script: URL, _ arguments: [String], in folder: URL) async throws -> ToolRun {
    let files = FileManager.default
    let id = UUID().uuidString
    let output = folder.appending(path: "\(id).out")
    let errors = folder.appending(path: "\(id).err")
    _ = files.createFile(atPath: output.path, contents: nil)
    _ = files.createFile(atPath: errors.path, contents: nil)
    let process = Process()
    process.executableURL = python
    process.arguments = [script.path] + arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try await run(process)
    return ToolRun(
      status: process.terminationStatus, output: try Data(contentsOf: output),
      errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
  }

  /// Runs a program, and terminates it when the test is cancelled.
  ///
  /// A thread that lives until the program exits starts it. webkit-probe's child processes are killed when
  /// the thread that started it ends, and the threads of tasks come and go.
  private static func run(_ process: Process) async throws {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        Thread.detachNewThread {
          do {
            try process.run()
            process.waitUntilExit()
            continuation.resume()
          } catch {
            continuation.resume(throwing: error)
          }
        }
      }
    } onCancel: {
      if process.isRunning { process.terminate() }
    }
  }
}
