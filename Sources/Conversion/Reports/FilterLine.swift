/// Where a filter stands: which of the inputs, and which of its lines.
public struct FilterLine: Hashable, Sendable {
  /// Index of the list among the inputs.
  public var source: Int
  /// Number of the line in its list, from 1.
  public var line: Int

  /// A line of an input.
  public init(source: Int, line: Int) {
    self.source = source
    self.line = line
  }
}
