import CLibrary

/// A folder for temporary files. Whoever makes one removes it.
package struct ScratchFolder: Sendable {
  package let path: String

  /// Makes a folder of a new name, which begins with `prefix`, where the system wants temporary files.
  package init(_ prefix: String) throws(SystemError) {
    let parent = CurrentProcess.variable("TMPDIR") ?? "/tmp"
    var template = Array("\(parent)/\(prefix)-XXXXXX".utf8CString)
    // The letters are replaced where they are: the template ends with a NUL and becomes no longer.
    guard template.withUnsafeMutableBufferPointer({ $0.baseAddress.flatMap { mkdtemp($0) } }) != nil else {
      throw .last
    }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// The path of a file in it.
  package func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Removes the folder and the files in it, folders too. What cannot be removed stays.
  package func remove() { Self.remove(path) }

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
