import SluiceC

/// The reason why an output was not written.
package enum OutputError: Error, Hashable, Sendable {
  case cannotWrite(String, SystemError)
  case isFolder(String)
  case missingFolder(output: String, folder: String)
  /// Two outputs are the same file, because the file system ignores differences of case or Unicode
  /// normalization.
  case sameFile(String, String)
  /// The reader of a pipe has closed the pipe, which is not a failure.
  case readerClosedPipe
  /// The previous contents of these files could not be restored after another file could not be written.
  case notPutBack([String], because: String, SystemError)
  /// A signal ended the work.
  case interrupted

  /// Returns the error for a failed write.
  package static func writing(_ name: String, _ error: SystemError) -> OutputError {
    switch error.code {
    case EPIPE: .readerClosedPipe
    case EINTR: .interrupted
    default: .cannotWrite(name, error)
    }
  }
}
