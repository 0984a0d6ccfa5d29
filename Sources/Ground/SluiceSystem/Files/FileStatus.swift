import SluiceC

/// The status of a file, folder or other entry.
package struct FileStatus: Sendable {
  package enum Kind: Sendable {
    case regular
    case folder
    case link
    /// A device, pipe or socket.
    case special
  }

  package let kind: Kind
  /// The size of a regular file in bytes.
  package let size: Int
  /// The number of names that the file has.
  package let linkCount: Int
  /// The identity of the file, regardless of its path.
  package let identity: FileIdentity
  /// The permissions, including the set-ID and sticky bits.
  package let permissions: mode_t
  package let owner: uid_t
  package let group: gid_t
  /// Whether the entry belongs to this user.
  package var isOwn: Bool { owner == geteuid() }
  /// The time of the last change to the contents.
  package let modified: FileTime

  init(_ raw: stat) {
    switch raw.st_mode & S_IFMT {
    case S_IFREG: kind = .regular
    case S_IFDIR: kind = .folder
    case S_IFLNK: kind = .link
    default: kind = .special
    }
    size = Int(raw.st_size)
    linkCount = Int(raw.st_nlink)
    identity = FileIdentity(device: UInt64(truncatingIfNeeded: raw.st_dev), inode: UInt64(raw.st_ino))
    permissions = raw.st_mode & 0o7777
    owner = raw.st_uid
    group = raw.st_gid
    let time = raw.modificationTime
    modified = FileTime(seconds: Int64(time.tv_sec), nanoseconds: Int64(time.tv_nsec))
  }

  /// Returns the status of the file that the path leads to, or of a symbolic link itself if links are not
  /// followed.
  package static func of(_ path: String, followingLinks: Bool = true) throws(SystemError) -> FileStatus {
    var raw = stat()
    let path = Pathname.ofSystem(path)
    guard (followingLinks ? stat(path, &raw) : lstat(path, &raw)) == 0 else { throw .last }
    return FileStatus(raw)
  }
}

/// A file time as the system stores it. Users can set any year, so nanoseconds since 1970 may not fit into 64
/// bits.
package struct FileTime: Hashable, Comparable, Sendable {
  /// Seconds since 1970.
  package let seconds: Int64
  /// The nanoseconds after the seconds.
  package let nanoseconds: Int64

  package init(seconds: Int64, nanoseconds: Int64 = 0) {
    (self.seconds, self.nanoseconds) = (seconds, nanoseconds)
  }

  package static func < (a: FileTime, b: FileTime) -> Bool {
    (a.seconds, a.nanoseconds) < (b.seconds, b.nanoseconds)
  }
}

/// The identity of a file, regardless of its path.
package struct FileIdentity: Hashable, Sendable {
  package let device: UInt64
  package let inode: UInt64
}
