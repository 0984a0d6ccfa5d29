/// A problem with the store.
@nonexhaustive public enum StoreProblem: Error, Hashable, Sendable {
  /// The folder cannot be used, with the reason.
  case unusable(String)
  /// The folder cannot be used, with the reason. Until it can be used, a temporary folder replaces it, whose
  /// contents are lost at the next start.
  case temporary(String)
  /// The stored state is damaged and is ignored.
  case damaged
  /// Another process has held the lock for too long.
  case busy
  /// Something cannot be written, with the reason.
  case notWritten(String)

  /// A description of the problem.
  public var message: String {
    switch self {
    case .unusable(let reason): "cannot use the store: \(reason)"
    case .temporary(let reason):
      "cannot use the store: \(reason); the lists are in a temporary folder"
    case .damaged: "the store was damaged"
    case .busy: "another process has the store locked"
    case .notWritten(let reason): "cannot write to the store: \(reason)"
    }
  }
}

extension StoreProblem: CustomStringConvertible {
  /// The message for the user.
  public var description: String { message }
}
