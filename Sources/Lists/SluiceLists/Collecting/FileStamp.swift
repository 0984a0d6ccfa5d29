import SluiceSystem

/// The state of a file or folder, for detecting changes since it was read.
package struct FileStamp: Equatable, Sendable {
  /// The size; nil if nothing is at the path.
  private let size: Int64?
  /// The modification time. A folder's time changes when an entry is added or removed.
  private let modified: FileTime?
  /// The identity of the file, independent of its path.
  package let identity: FileIdentity?

  /// Reads the current state of a path.
  package init(of path: String) {
    let status = try? FileStatus.of(path)
    size = status.map { Int64($0.size) }
    modified = status?.modified
    identity = status?.identity
  }
}
