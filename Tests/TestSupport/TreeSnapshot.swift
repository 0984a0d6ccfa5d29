import Foundation

/// What is in a folder and below it, with all by which a change shows: kinds, modes, times, sizes, contents,
/// the targets of links.
package struct TreeSnapshot: Equatable {
  private var entries: [String: String] = [:]

  /// Takes a snapshot; links are not followed.
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

  /// The paths whose entries differ.
  package func differences(from other: TreeSnapshot) -> [String] {
    Set(entries.keys).union(other.entries.keys).filter { entries[$0] != other.entries[$0] }.sorted()
  }
}
