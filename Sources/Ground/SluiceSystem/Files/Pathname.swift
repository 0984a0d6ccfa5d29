/// Paths as text, and the contents of folders.
package enum Pathname {
  /// Returns the folder of a path; `.` if the path has none.
  package static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Returns the last component of a path.
  package static func name(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }

  /// The folder for caches, relative to the user's home folder.
  #if canImport(Darwin)
    package static let caches = "Library/Caches"
  #else
    package static let caches = ".cache"
  #endif

  /// Returns the sorted names of all entries in a folder; empty if it cannot be read.
  package static func names(in folder: String) -> [String] {
    ((try? Directory(folder).names()) ?? []).map(\.description)
  }

  /// Returns the total size of all files in a folder in bytes.
  package static func byteCount(of folder: String) -> Int {
    names(in: folder).reduce(0) { sum, name in
      // The total size of sparse files can exceed 64 bits.
      let (size, overflow) = sum.addingReportingOverflow(
        (try? FileStatus.of("\(folder)/\(name)").size) ?? 0)
      return overflow ? .max : size
    }
  }
}
