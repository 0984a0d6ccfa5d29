import SluiceC

/// The reason why a system call failed.
package struct SystemError: Error, Hashable, Sendable {
  /// The value of `errno`.
  package let code: Int32

  package init(code: Int32) { self.code = code }

  /// The error of the last call.
  package static var last: SystemError { SystemError(code: errno) }
}

extension SystemError: CustomStringConvertible {
  package var description: String { String(cString: strerror(code)) }
}

extension SystemError {
  /// The entry does not exist.
  package static let notFound = SystemError(code: ENOENT)
  /// The entry already exists.
  package static let exists = SystemError(code: EEXIST)
  package static let isFolder = SystemError(code: EISDIR)
  package static let isNoFolder = SystemError(code: ENOTDIR)
  package static let invalid = SystemError(code: EINVAL)
  /// Permission denied.
  package static let denied = SystemError(code: EACCES)
  /// The entry is in use, such as a mount point.
  package static let busy = SystemError(code: EBUSY)
  /// The file or folder no longer exists.
  package static let stale = SystemError(code: ESTALE)
  /// The operation would cross file systems.
  package static let otherFileSystem = SystemError(code: EXDEV)
  /// A signal interrupted the call.
  package static let interrupted = SystemError(code: EINTR)
  /// This process has reached its limit of open files.
  package static let tooManyOpenFiles = SystemError(code: EMFILE)
  /// The address does not belong to this machine.
  package static let foreignAddress = SystemError(code: EADDRNOTAVAIL)
  /// The file exceeds the maximum size.
  package static let tooLarge = SystemError(code: EFBIG)
  /// The path leads to a device, a pipe or a socket instead of a file.
  package static let notRegular = SystemError(code: ESPIPE)

  /// Whether the file system or the user's quota is full.
  package var isOutOfSpace: Bool { code == ENOSPC || code == EDQUOT }

  /// Whether a limit prevents opening more files at the moment.
  package var isLimit: Bool { [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(code) }

  /// The reason why a file was not read, as the end of a sentence.
  package var reasonNotRead: String {
    switch self {
    case .tooLarge: "it is larger than \(OpenFile.maximumBytes >> 30) GiB"
    case .notRegular: "it is a device or a pipe and not a file"
    default: description
    }
  }
}
