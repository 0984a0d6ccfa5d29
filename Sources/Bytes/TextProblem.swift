/// What is wrong with a piece of text that may stand anywhere: a pattern, a selector, a line.
///
/// What is wrong with a whole file says so itself, in its `location`.
public protocol TextProblem: Error {
  /// The bytes of the piece that it is about; empty where something is missing.
  var place: Range<Int> { get }
}

extension TextProblem {
  /// Where it is in the piece, which must be the one that was read.
  public func location(in text: some InputBytes & ~Escapable) -> TextLocation {
    TextLocation(of: place, in: text)
  }
}
