import Foundation
import Testing

/// Real engines of several releases, which `.ci/engines` installs and lists in `SLUICE_ENGINES`, such as
/// `2.44 2.54`.
package enum EngineTool {
  package static let engines = (ProcessInfo.processInfo.environment["SLUICE_ENGINES"] ?? "")
    .split(separator: " ").map { String($0) }

  package static let isAvailable = !engines.isEmpty
  package static let comment: Comment = "skipped: no engines are set up; .ci/engines does it"

  /// Returns the numbers of an engine's release.
  package static func release(of engine: String) throws -> (major: Int, minor: Int) {
    let parts = engine.split(separator: ".").compactMap { Int($0) }
    try #require(parts.count == 2, "\(engine) is no release")
    return (parts[0], parts[1])
  }

  /// Returns the JSON lines that `webkit-engines` prints for an engine and a file with this text.
  package static func answers(_ command: String, _ engine: String, _ text: Data, _ flags: String...)
    async throws
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
