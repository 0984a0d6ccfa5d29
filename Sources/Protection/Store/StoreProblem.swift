/// What is wrong with the store.
public enum StoreProblem: Error, Hashable, Sendable {
  /// The folder cannot be used, and why.
  case unusable(String)
  /// The folder cannot be used, and why. Lists act from a temporary one, and nothing is kept, until it can.
  case temporary(String)
  /// What it says of lists is not as it was written, and is not believed.
  case damaged
  /// Another process has it locked for longer than can be waited for.
  case busy
  /// Something cannot be written, and why.
  case notWritten(String)

  /// What is wrong, in plain words.
  public var message: String {
    switch self {
    case .unusable(let reason): "the store cannot be used: \(reason)"
    case .temporary(let reason):
      "the store cannot be used: \(reason); lists act from a temporary folder"
    case .damaged: "the store was damaged"
    case .busy: "another process has the store locked"
    case .notWritten(let reason): "the store cannot be written: \(reason)"
    }
  }
}
