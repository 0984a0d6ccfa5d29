/// The error for a page that exceeds a limit.
@nonexhaustive public enum HTMLProblem: Error, Hashable, Sendable {
  /// The page has more than 512 MiB.
  case tooLong
  /// The page has more nodes and attributes than ``HTMLDocument/maximumSize``. Parsing stopped at the offset.
  case tooManyNodes(offset: Int)
}

extension HTMLProblem: CustomStringConvertible {
  /// The message for the user.
  public var description: String {
    switch self {
    case .tooLong: "the page has more than 512 MiB"
    case .tooManyNodes(let offset):
      "the page has more than \(HTMLDocument.maximumSize.grouped) nodes and attributes, at byte \(offset.grouped)"
    }
  }
}
