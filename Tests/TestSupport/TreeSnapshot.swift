import Foundation

/// The contents of a folder with all attributes that reveal a change: kinds, modes, times, sizes, contents
/// and link targets.
package struct TreeSnapshot: Equatable {
  private var entries: [String: String] = [:]

  /// Takes a snapshot without following links.
  package init(of path: String) { add(path) }

  private mutating func add(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    var entry = "mode \(String(status.st_mode, radix: 8)), time \(time.tv_sec).\(time.tv_nsec)"
    switch status.st_mode & S_IFMT {
    case S_IFREG: entry += ", \(FileManager.default.contents(atPath: path)?.base64EncodedString() ?? "")"
    case S_IFLNK: entry += ", to \((try? FileManager.default.destinationOfSymbolicLink(atPath: path)) ?? "")"
    case S_IFDIR:
      for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] {
        add("\(path)/\(name)")
      }
    default: break
    }
    entries[path] = entry
  }

  /// Returns the paths whose entries differ.
  package func differences(from other: TreeSnapshot) -> [String] {
    Set(entries.keys).union(other.entries.keys).filter { entries[$0] != other.entries[$0] }.sorted()
  }
}
