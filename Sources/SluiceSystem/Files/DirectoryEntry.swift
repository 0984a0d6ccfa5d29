import SluiceC

/// The name of an entry in a folder: a single path component that leads downward.
///
/// Names in a manifest, a cache or a list of names on disk are untrusted input like everything else. A name
/// of this type can neither lead out of the folder nor refer to the folder itself.
public struct FileName: Hashable, Sendable {
  /// The name as bytes, which are not necessarily valid text.
  package let bytes: [UInt8]

  /// Creates a name from bytes; returns nil for invalid names: an empty one, `.`, `..`, or one that contains
  /// `/` or NUL.
  package init?(bytes: [UInt8]) {
    let isStepUpOrNowhere = bytes.count <= 2 && bytes.allSatisfy { $0 == UInt8(ascii: ".") }
    guard !isStepUpOrNowhere, !bytes.contains(UInt8(ascii: "/")), !bytes.contains(0) else { return nil }
    self.bytes = bytes
  }

  /// Creates a name from text; returns nil for invalid names: an empty one, `.`, `..`, or one that contains
  /// `/` or NUL.
  public init?(_ text: String) { self.init(bytes: Array(text.utf8)) }

  /// Returns a hidden name derived from this one: `.NAME` and a suffix. A long name is cut, since names have
  /// at most 255 bytes.
  package func hidden(_ suffix: FileName) -> FileName {
    FileName(unchecked: [UInt8(ascii: ".")] + bytes.prefix(200) + suffix.bytes)
  }

  /// Creates a name that is composed of valid names.
  private init(unchecked bytes: [UInt8]) { self.bytes = bytes }

  package func hasPrefix(_ prefix: String) -> Bool { bytes.starts(with: prefix.utf8) }

  package func hasSuffix(_ suffix: String) -> Bool {
    bytes.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
  }

  var cString: [CChar] { bytes.map { CChar(bitPattern: $0) } + [0] }
}

extension FileName: CustomStringConvertible {
  /// The name as text, with a replacement for invalid bytes.
  public var description: String { String(decoding: bytes, as: UTF8.self) }
}

extension FileName: Comparable {
  /// Compares by bytes, as `LC_ALL=C ls` does.
  public static func < (first: FileName, second: FileName) -> Bool {
    first.bytes.lexicographicallyPrecedes(second.bytes)
  }
}

extension FileName: ExpressibleByStringLiteral {
  /// Creates a name from a literal.
  public init(stringLiteral text: StaticString) {
    let bytes = text.withUTF8Buffer { Array($0) }
    guard let name = FileName(bytes: bytes) else {
      preconditionFailure("'\(text)' is not the name of a file")
    }
    self = name
  }
}

extension FileName: Codable {
  /// Decodes text if it is a valid name.
  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let name = FileName(text) else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath, debugDescription: "'\(text)' is not the name of a file"))
    }
    self = name
  }

  /// Encodes the name as text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

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
