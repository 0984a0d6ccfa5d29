import CLibrary

/// Why an output was not written.
package enum OutputError: Error, Hashable, Sendable {
  case cannotWrite(String, SystemError)
  case isFolder(String)
  case missingFolder(output: String, folder: String)
  /// Two outputs are one file there, since the case or the form of letters makes no difference.
  case sameFile(String, String)
  /// The reader of a pipe has seen enough, which is its right.
  case readerClosedPipe
  /// The former content of these could not be put back when another one was not written.
  case notPutBack([String], because: String, SystemError)
  /// A signal ended the work.
  case interrupted

  /// The failure of a write.
  package static func writing(_ name: String, _ error: SystemError) -> OutputError {
    switch error.code {
    case EPIPE: .readerClosedPipe
    case EINTR: .interrupted
    default: .cannotWrite(name, error)
    }
  }
}
