import Foundation
import Testing

/// Where the project is, and the real lists and requests beside it.
package enum Repository {
  /// The root of the package. Links are resolved, so that it is found from a copy made of links too.
  package static let root = URL(filePath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// `../shared` beside the package, or what `SLUICE_SHARED` names.
  package static let shared: URL =
    ProcessInfo.processInfo.environment["SLUICE_SHARED"].map { URL(filePath: $0) }
    ?? root.deletingLastPathComponent().appending(path: "shared")

  /// The bytes of a file of the project.
  package static func bytes(of path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: root.appending(path: path)))
  }

  /// The text of a file of the project.
  package static func text(of path: String) throws -> String {
    String(decoding: try bytes(of: path), as: UTF8.self)
  }

  /// The rule lists among the golden outputs, in the order of their paths. What examples in `Samples` read is no output: some
  /// of it is wrong on purpose.
  package static func goldenRuleLists() throws -> [URL] {
    let lists = try ["Samples", "Samples/tracker-radar/expected"].flatMap { path in
      let folder = root.appending(path: path)
      return try FileManager.default.contentsOfDirectory(atPath: folder.path)
        .filter { $0.hasSuffix(".json") }.map { folder.appending(path: $0) }
    }
    return lists.sorted { $0.path < $1.path }
  }

  /// The bytes of a file in `../shared`.
  package static func sharedBytes(of path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: shared.appending(path: path)))
  }

  /// A test that needs a file or folder in `../shared` and, where that is absent, is skipped with this comment.
  package static func needs(_ path: String) -> some SuiteTrait & TestTrait {
    let file = shared.appending(path: path).path
    let isThere = FileManager.default.fileExists(atPath: file)
    return ConditionTrait.enabled(if: isThere, "skipped: \(file) is missing")
  }
}
