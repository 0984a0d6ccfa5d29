import Foundation

/// The programs that were built with the tests.
public enum BuiltProgram {
  /// The path of the program: the value of `SLUICE_PROGRAM`, such as a release build, or the one that SwiftPM
  /// puts next to the test bundle.
  public static var sluice: String {
    get throws {
      if let path = ProcessInfo.processInfo.environment["SLUICE_PROGRAM"] { return path }
      var folders = CommandLine.arguments.compactMap { argument in
        argument.range(of: ".xctest").map { bundle in
          URL(filePath: String(argument[..<bundle.upperBound])).deletingLastPathComponent().path
        }
      }
      folders += Bundle.allBundles.map { $0.bundleURL.deletingLastPathComponent().path }
      folders += Bundle.allBundles.map { $0.bundleURL.path }
      let candidates = folders.map { "\($0)/sluice" }
      guard
        let path = candidates.first(where: {
          var isFolder = ObjCBool(false)
          return FileManager.default.fileExists(atPath: $0, isDirectory: &isFolder) && !isFolder.boolValue
        })
      else { throw MissingExecutable(searched: candidates) }
      return path
    }
  }

  private struct MissingExecutable: Error {
    let searched: [String]
  }
}
