/// The error for a page that exceeds a limit.
public enum HTMLProblem: Error, Hashable, Sendable {
  /// The page has more than 512 MiB.
  case tooLong
  /// The page has more nodes and attributes than ``HTMLDocument/maximumSize``. Parsing stopped at the offset.
  case tooManyNodes(offset: Int)
}
