import Platform

/// What tells whether a file or folder has changed since it was read.
package struct FileStamp: Equatable, Sendable {
  /// Nil when there is nothing at the path.
  private let size: Int64?
  /// The time of a folder changes when a name in it comes or goes.
  private let modified: FileTime?
  /// Which file it is, whatever its path.
  package let identity: FileIdentity?

  /// Of what is at the path now.
  package init(of path: String) {
    let status = try? FileStatus.of(path)
    size = status.map { Int64($0.size) }
    modified = status?.modified
    identity = status?.identity
  }
}
