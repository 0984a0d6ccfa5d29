import Foundation
import Testing

/// The project's files, and the real lists and requests outside of it.
package enum Repository {
  /// The root of the package.
  ///
  /// Links are resolved, so that a copy made of links finds it too.
  package static let root = URL(filePath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The folder of real lists and requests: the value of `SLUICE_SHARED`, or `shared` next to the package.
  package static let shared: URL =
    ProcessInfo.processInfo.environment["SLUICE_SHARED"].map { URL(filePath: $0) }
    ?? root.deletingLastPathComponent().appending(path: "shared")

  /// Returns the bytes of a file in the project.
  package static func bytes(of path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: root.appending(path: path)))
  }

  /// Returns the text of a file in the project.
  package static func text(of path: String) throws -> String {
    String(decoding: try bytes(of: path), as: UTF8.self)
  }

  /// Returns the URLs of the rule lists among the golden outputs, in the order of their paths.
  ///
  /// The inputs of examples in `Samples` are not outputs; some of them contain errors on purpose.
  package static func goldenRuleLists() throws -> [URL] {
    let lists = try ["Samples", "Samples/tracker-radar/expected"].flatMap { path in
      let folder = root.appending(path: path)
      return try FileManager.default.contentsOfDirectory(atPath: folder.path)
        .filter { $0.hasSuffix(".json") }.map { folder.appending(path: $0) }
    }
    return lists.sorted { $0.path < $1.path }
  }

  /// Returns the bytes of a file in the shared folder.
  package static func sharedBytes(of path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: shared.appending(path: path)))
  }

  /// Skips a test, with a comment, unless a file or folder exists in the shared folder.
  package static func needs(_ path: String) -> some SuiteTrait & TestTrait {
    let file = shared.appending(path: path).path
    let isThere = FileManager.default.fileExists(atPath: file)
    return ConditionTrait.enabled(if: isThere, "skipped: \(file) is missing")
  }
}
