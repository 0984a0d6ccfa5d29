import Foundation
import Testing
import TestSupport

/// Runs protection-driver with a real WebKitGTK on its own display.
enum DriverRun {
  private static let script = Repository.root.appending(
    path: "Tests/SluiceProtectionTests/Driver/run_driver.py")

  static let isAvailable = obstacle == nil

  /// The reason why no WebKit can run here, as a comment for skipped tests.
  static var comment: Comment { Comment(rawValue: obstacle ?? "WebKit is available") }

  private static let obstacle: String? = {
    let process = Process()
    process.executableURL = ToolRun.python
    process.arguments = [script.path, "--check"]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    let isThere = FileManager.default.isExecutableFile(atPath: ToolRun.python.path)
    if isThere, (try? process.run()) != nil {
      process.waitUntilExit()
      let library = ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib"]
        .contains {
          FileManager.default.fileExists(atPath: "\($0)/libwebkitgtk-6.0.so.4")
        }
      // 69 says that something is missing. A script that cannot run fails the tests.
      if process.terminationStatus != 69, library { return nil }
    }
    print("skipped: protection in real WebKit: WebKitGTK 6, Xvfb or python3 are missing")
    return "WebKitGTK 6, Xvfb or python3 are missing"
  }()

  /// Runs a task and returns its output.
  static func run(
    _ words: [String], program: String = "protection-driver", in folder: TemporaryFolder? = nil
  ) async throws -> [String: Value] {
    let folder = try folder ?? TemporaryFolder()
    let run = try await ToolRun.python(
      script, [executable(program).path, folder.path] + words, in: folder.url)
    guard run.status == 0, let line = run.output.split(separator: UInt8(ascii: "\n")).last else {
      throw Problem(description: "\(words): \(String(decoding: run.output, as: UTF8.self)) \(run.errors)")
    }
    return try JSONDecoder().decode([String: Value].self, from: line)
  }

  struct Problem: Error, CustomStringConvertible {
    var description: String
  }

  /// A value of the output.
  enum Value: Decodable, Equatable {
    case text(String)
    case number(Double)
    case counts([String: Int])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let text = try? container.decode(String.self) {
        self = .text(text)
      } else if let number = try? container.decode(Double.self) {
        self = .number(number)
      } else {
        self = .counts(try container.decode([String: Int].self))
      }
    }
  }

  /// Returns the path of an executable, which SwiftPM puts next to the test bundle.
  private static func executable(_ name: String) -> URL {
    let bundle = CommandLine.arguments.first { $0.contains(".xctest") } ?? Bundle.main.bundlePath
    let end = bundle.range(of: ".xctest")?.upperBound ?? bundle.endIndex
    return URL(filePath: String(bundle[..<end])).deletingLastPathComponent().appending(
      path: name)
  }
}
