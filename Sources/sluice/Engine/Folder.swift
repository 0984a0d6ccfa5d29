#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

import ListBuilder

/// A folder for temporary files. Whoever makes one removes it.
struct Folder {
  let path: String

  /// Makes a folder of a new name where the system wants temporary files.
  static func temporary() throws(SystemError) -> Folder {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(parent)/sluice-engine-XXXXXX".utf8CString)
    guard template.withUnsafeMutableBufferPointer({ $0.baseAddress.flatMap { mkdtemp($0) } }) != nil else {
      throw .last
    }
    return Folder(path: String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self))
  }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Removes the folder and the files in it, folders too. What cannot be removed stays.
  func remove() { Self.remove(path) }

  /// The bytes of all files in a folder.
  static func byteCount(of path: String) -> Int {
    Path.names(in: path).reduce(0) { $0 + ((try? FileStatus.of("\(path)/\($1)").size) ?? 0) }
  }

  private static func remove(_ path: String) {
    for name in Path.names(in: path) {
      let inner = "\(path)/\(name)"
      if (try? FileStatus.of(inner, followingLinks: false).kind) == .folder {
        remove(inner)
      } else {
        unlink(inner)
      }
    }
    rmdir(path)
  }
}
