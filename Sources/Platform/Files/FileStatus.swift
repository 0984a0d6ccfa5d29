import CLibrary

/// What a path leads to.
package struct FileStatus: Sendable {
  package enum Kind: Sendable {
    case regular
    case folder
    case link
    /// A device, pipe or socket.
    case special
  }

  package let kind: Kind
  /// Bytes in a regular file.
  package let size: Int
  /// Which file it is, whatever its path.
  package let identity: FileIdentity
  /// Read, write and execute bits, and those for set-id and sticky.
  package let permissions: mode_t
  package let owner: uid_t
  package let group: gid_t
  /// Whether it is this user's.
  package var isOwn: Bool { owner == geteuid() }
  /// When its bytes were last changed.
  package let modified: FileTime

  init(_ raw: stat) {
    switch raw.st_mode & S_IFMT {
    case S_IFREG: kind = .regular
    case S_IFDIR: kind = .folder
    case S_IFLNK: kind = .link
    default: kind = .special
    }
    size = Int(raw.st_size)
    identity = FileIdentity(device: UInt64(truncatingIfNeeded: raw.st_dev), inode: UInt64(raw.st_ino))
    permissions = raw.st_mode & 0o7777
    owner = raw.st_uid
    group = raw.st_gid
    let time = raw.modificationTime
    modified = FileTime(seconds: Int64(time.tv_sec), nanoseconds: Int64(time.tv_nsec))
  }

  /// Of the file that the path leads to, or of the link itself when links are not followed.
  package static func of(_ path: String, followingLinks: Bool = true) throws(SystemError) -> FileStatus {
    var raw = stat()
    guard (followingLinks ? stat(path, &raw) : lstat(path, &raw)) == 0 else { throw .last }
    return FileStatus(raw)
  }
}

/// A point in time of a file, as the system keeps it: anybody can set it to any year, so that nanoseconds since 1970 may
/// be more than 64 bits.
package struct FileTime: Hashable, Comparable, Sendable {
  /// Seconds since 1970.
  package let seconds: Int64
  /// Nanoseconds after these.
  package let nanoseconds: Int64

  package init(seconds: Int64, nanoseconds: Int64 = 0) {
    (self.seconds, self.nanoseconds) = (seconds, nanoseconds)
  }

  package static func < (a: FileTime, b: FileTime) -> Bool {
    (a.seconds, a.nanoseconds) < (b.seconds, b.nanoseconds)
  }
}

/// Which file it is, whatever its path.
package struct FileIdentity: Hashable, Sendable {
  package let device: UInt64
  package let inode: UInt64
}
