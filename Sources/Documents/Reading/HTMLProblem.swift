/// Why a page is not read.
public enum HTMLProblem: Error, Hashable, Sendable {
  /// It has more than 512 MiB.
  case tooLong
  /// It has more nodes and attributes than are read, with the one that begins there.
  case tooManyNodes(offset: Int)
}
