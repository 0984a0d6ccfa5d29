import Foundation

/// A finished run of a program.
public struct ToolRun: Sendable {
  /// What it exited with.
  public var status: Int32
  /// What it wrote to standard output.
  public var output: Data
  /// What it wrote to standard error.
  public var errors: String

  /// The system's Python, which has the bindings of WebKitGTK.
  public static let python = URL(filePath: "/usr/bin/python3")

  /// Runs a Python program to its end. Its output goes to files in `folder`: a pipe could fill up.
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

  /// Ends the program when the test's time is over.
  ///
  /// The program is started by a thread that lives until it ends: webkit-probe's own children are killed
  /// with the thread that started it, and those of tasks come and go.
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
