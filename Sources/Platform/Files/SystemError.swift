import CLibrary

/// Why a system call failed.
package struct SystemError: Error, Hashable, Sendable {
  /// The value of `errno`.
  package let code: Int32

  /// The error with this number.
  package init(code: Int32) { self.code = code }

  /// The failure of the call just made.
  package static var last: SystemError { SystemError(code: errno) }
}

extension SystemError: CustomStringConvertible {
  package var description: String { String(cString: strerror(code)) }
}

extension SystemError {
  /// Nothing has this name.
  package static let notFound = SystemError(code: ENOENT)
  /// Something has this name already.
  package static let exists = SystemError(code: EEXIST)
  package static let isFolder = SystemError(code: EISDIR)
  package static let isNoFolder = SystemError(code: ENOTDIR)
  package static let invalid = SystemError(code: EINVAL)
  /// This user may not.
  package static let denied = SystemError(code: EACCES)
  /// It is in use, such as the place where something is mounted.
  package static let busy = SystemError(code: EBUSY)
  /// What was meant is no longer there.
  package static let stale = SystemError(code: ESTALE)
  /// It would go from one file system to another.
  package static let otherFileSystem = SystemError(code: EXDEV)
  /// A signal ended the call.
  package static let interrupted = SystemError(code: EINTR)
  /// This process has as many files open as it may.
  package static let tooManyOpenFiles = SystemError(code: EMFILE)
  /// The address is none of this machine.
  package static let foreignAddress = SystemError(code: EADDRNOTAVAIL)
  /// The file has more bytes than are read.
  package static let tooLarge = SystemError(code: EFBIG)
  /// At the path is a device, a pipe or a socket, where a file should be.
  package static let notRegular = SystemError(code: ESPIPE)

  /// Whether the file system, or this user's part of it, is full.
  package var isOutOfSpace: Bool { code == ENOSPC || code == EDQUOT }

  /// Whether nothing more can be opened now.
  package var isLimit: Bool { [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(code) }

  /// Why a file was not read, as the end of a sentence about it.
  package var reasonNotRead: String {
    switch self {
    case .tooLarge: "it is larger than \(FileDescriptor.maximumBytes >> 30) GiB"
    case .notRegular: "it is a device or a pipe and not a file"
    default: description
    }
  }
}
