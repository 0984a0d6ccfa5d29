import Foundation
import SluiceRules
import Testing
import TestSupport

/// Real engines of several releases, which `.ci/engines` installs and lists in `SLUICE_ENGINES`, such as
/// `2.44 2.54`.
enum EngineTool {
  static let engines = (ProcessInfo.processInfo.environment["SLUICE_ENGINES"] ?? "").split(separator: " ")
    .map(
      String.init)

  static let isAvailable = !engines.isEmpty
  static let comment: Comment = "skipped: no engines are set up; .ci/engines does it"

  /// Returns the release of an engine.
  static func version(of engine: String) throws -> Version {
    let parts = engine.split(separator: ".").compactMap { Int($0) }
    try #require(parts.count == 2, "\(engine) is no release")
    return Version(parts[0], parts[1])
  }

  /// Returns the JSON lines that `webkit-engines` prints for an engine and a file with this text.
  static func answers(_ command: String, _ engine: String, _ text: Data, _ flags: String...) async throws
    -> [Data]
  {
    let folder = try TemporaryFolder()
    let file = folder.path("input.json")
    try text.write(to: URL(filePath: file))
    let run = try await ToolRun.python(
      Repository.shared.appending(path: "webkit/webkit-engines"), [command, engine, file, "--json"] + flags,
      in: folder.url)
    try #require([0, 1].contains(run.status), "\(run.errors)")
    return run.output.split(separator: UInt8(ascii: "\n")).map { Data($0) }
  }
}
