import Foundation
import TestSupport
import Testing

/// The cases of scriptlets, surrogates and hostile pages in a real WebKit, by `Driver/run_cases.py`: with the scripts, and
/// without them, where they must fail.
@Suite(.serialized, .enabled(if: PageProbe.isAvailable, PageProbe.comment), .ends)
struct ScriptletCaseTests {
  @Test(arguments: ["Scriptlets", "Surrogates", "Hostile"]) func cases(folder: String) throws {
    let path = Repository.root.appending(path: "Tests/PageScriptTests/Cases/\(folder)").path
    let files = try FileManager.default.contentsOfDirectory(atPath: path).filter { $0.hasSuffix(".json") }
      .sorted()
    #expect(!files.isEmpty)
    let (status, output) = try run(files.map { "\(path)/\($0)" })
    #expect(status == 0, "\(output)")
  }

  /// Nothing is thrown into a page, whatever stands in a list.
  @Test func oddCalls() throws {
    let (status, output) = try run(["--fuzz", "2000"])
    #expect(status == 0, "\(output)")
  }

  private func run(_ arguments: [String]) throws -> (status: Int32, output: String) {
    let driver = Repository.root.appending(path: "Tests/PageScriptTests/Driver/run_cases.py").path
    let scripts = Repository.root.appending(path: "Sources/PageScript/Scripts").path
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/python3")
    process.arguments = [driver, "--scripts", scripts] + arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }
}
