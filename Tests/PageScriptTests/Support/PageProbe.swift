import Foundation
import TestSupport
import Testing

/// Opens pages with scripts in a real WebKit, by `.ci/page-cases`.
enum PageProbe {
  /// A page, and what is asked of it.
  struct Job: Encodable {
    var isolated: String?
    var page: String?
    var html: String
    var url: String
    var then: [String] = []
    var value: String
    var patience = 80
    /// What the value is once the page has had its time, however busy the machine is.
    var expected: JSONValue?
  }

  private static let tool = Repository.root.appending(path: ".ci/page-cases")

  static let isAvailable: Bool = {
    let isAvailable = (try? run(["--check"]).status) == 0
    if !isAvailable { print("skipped: the tests of scripts in pages: WebKitGTK cannot be run here") }
    return isAvailable
  }()

  static var comment: Comment { "skipped: WebKitGTK cannot be run here" }

  struct Failure: Error { let status: Int32 }

  /// The values of the jobs, in their order.
  static func values(of jobs: [Job]) throws -> [JSONValue] {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "cases.json")
    try JSONEncoder().encode(jobs).write(to: file)
    let (status, output) = try run([file.path])
    guard status == 0 else { throw Failure(status: status) }
    return try JSONDecoder().decode([JSONValue].self, from: output)
  }

  private static func run(_ arguments: [String]) throws -> (status: Int32, output: Data) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/python3")
    process.arguments = [tool.path] + arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, output)
  }
}
