import Foundation
import TestSupport
import Testing

/// Samples/Browser on Linux, used as a person does: keys, and the names that screen readers get.
@Suite(.ends, .browser) struct FaceTests {
  private static let script = Repository.root.appending(
    path: "Tests/BrowserModelTests/Driver/drive_browser.py")

  /// The program, which SwiftPM puts next to the test bundle; nil if it or the engine is missing.
  private static let program: String? = {
    let bundle = CommandLine.arguments.first { $0.contains(".xctest") } ?? Bundle.main.bundlePath
    let end = bundle.range(of: ".xctest")?.upperBound ?? bundle.endIndex
    let folder = URL(filePath: String(bundle[..<end])).deletingLastPathComponent()
    let program = folder.appending(path: "sluice-browser").path
    let libraries = ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib"]
    let hasEngine = libraries.contains {
      FileManager.default.fileExists(atPath: "\($0)/libwebkitgtk-6.0.so.4")
    }
    let check = Process()
    check.executableURL = ToolRun.python
    check.arguments = [script.path, "--check"]
    check.standardOutput = FileHandle.nullDevice
    guard hasEngine, FileManager.default.isExecutableFile(atPath: program), (try? check.run()) != nil else {
      return nil
    }
    check.waitUntilExit()
    // 69 says that something is missing. A script that cannot run fails the test.
    return check.terminationStatus == 69 ? nil : program
  }()

  @Test(.enabled(if: program != nil, "WebKitGTK 6, Xvfb, at-spi2-core or python3-gi are missing"))
  func browserDoesWhatAPersonAsksFor() async throws {
    let folder = try TemporaryFolder()
    let run = try await ToolRun.python(
      Self.script, [try #require(Self.program), folder.path("screen")], in: folder.url)
    let output = String(decoding: run.output, as: UTF8.self)
    #expect(run.status == 0, "\(output) \(run.errors)")
    #expect(output.split(separator: "\n").filter { $0.hasPrefix("ok ") }.count == 30)
  }
}
