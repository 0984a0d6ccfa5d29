/// An error that is thrown if a page exceeds the limits.
public enum HTMLProblem: Error, Hashable, Sendable {
  /// The page has more than 512 MiB.
  case tooLong
  /// The page has more nodes and attributes than ``HTMLDocument/maximumSize``. The offset is that of the
  /// first excess one.
  case tooManyNodes(offset: Int)
}
