import Foundation
import TestSupport
import Testing

/// The real compiler, through `sluice webkit-compile`.
enum EngineRun {
  static let isAvailable = obstacle == nil

  /// The reason why there is no WebKit, as a comment for skipped tests.
  static var comment: Comment { Comment(rawValue: obstacle ?? "WebKit is available") }

  /// Compiles each list separately in one process.
  ///
  /// Returns WebKit's error messages, with nil for accepted lists.
  static func rejections(of lists: [[UInt8]]) throws -> [String?] {
    let folder = try TemporaryFolder()
    var paths: [String] = []
    for (number, list) in lists.enumerated() {
      let file = folder.url.appending(path: "\(number).json")
      try Data(list).write(to: file)
      paths.append(file.path)
    }
    let (status, output) = try sluice(["webkit-compile"] + paths, in: folder)
    let answers = output.split(separator: "\n").dropFirst()
    guard status == 0, answers.count == lists.count else {
      throw InstalledEngineProblem(status: status, answers: answers.count)
    }
    return answers.map { $0.hasPrefix("rejected ") ? String($0.dropFirst("rejected ".count)) : nil }
  }

  private static let obstacle: String? = {
    let answer = (try? TemporaryFolder()).flatMap { try? sluice(["webkit-compile", "/dev/null"], in: $0) }
    switch answer?.status {
    case 0: return nil
    case 69: print("skipped: the tests of the real compiler: there is no WebKitGTK")
    default: print("skipped: the tests of the real compiler: sluice webkit-compile does not run")
    }
    return "no WebKit to compile with"
  }()

  /// Runs `sluice` until it exits.
  static func sluice(_ words: [String], in folder: TemporaryFolder) throws -> (
    status: Int32, output: String
  ) {
    let output = folder.url.appending(path: "output")
    _ = FileManager.default.createFile(atPath: output.path, contents: nil)
    let process = Process()
    process.executableURL = executable
    process.arguments = words
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return (process.terminationStatus, try String(contentsOf: output, encoding: .utf8))
  }

  /// The path of the executable, which SwiftPM puts next to the test bundle.
  private static var executable: URL {
    let bundle = CommandLine.arguments.first { $0.contains(".xctest") } ?? Bundle.main.bundlePath
    let end = bundle.range(of: ".xctest")?.upperBound ?? bundle.endIndex
    return URL(filePath: String(bundle[..<end])).deletingLastPathComponent().appending(path: "sluice")
  }
}

/// The error if the process ended before all lists were compiled.
struct InstalledEngineProblem: Error, CustomStringConvertible {
  var status: Int32
  var answers: Int

  var description: String { "sluice webkit-compile ended with status \(status) after \(answers) lists" }
}
