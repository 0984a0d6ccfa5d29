/// Paths as text, and what stands in folders.
package enum Path {
  /// The folder of a path, `.` when it names none.
  package static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The last part of a path.
  package static func name(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }

  /// Where programs keep what they can get again, below the folder of the user.
  #if canImport(Darwin)
    package static let caches = "Library/Caches"
  #else
    package static let caches = ".cache"
  #endif

  /// The names of what is in a folder, sorted; none when it cannot be read.
  package static func names(in folder: String) -> [String] {
    ((try? Directory(folder).names()) ?? []).map(\.description)
  }

  /// The bytes of all files in a folder.
  package static func byteCount(of folder: String) -> Int {
    names(in: folder).reduce(0) { sum, name in
      // Two files with holes can be larger than 64 bits say.
      let (size, overflow) = sum.addingReportingOverflow(
        (try? FileStatus.of("\(folder)/\(name)").size) ?? 0)
      return overflow ? .max : size
    }
  }
}
