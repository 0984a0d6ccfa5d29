/// The position of a filter: the input and the line.
public struct FilterLine: Hashable, Sendable {
  /// The index of the list among the inputs.
  public var source: Int
  /// The line number in the list, from 1.
  public var line: Int

  /// Creates a position from an input index and a line number.
  public init(source: Int, line: Int) {
    self.source = source
    self.line = line
  }
}
