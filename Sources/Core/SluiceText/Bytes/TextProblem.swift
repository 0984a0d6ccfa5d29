/// A problem in a short text, such as a pattern, a selector or a line.
///
/// Problems in whole files have a `location` of their own instead.
public protocol TextProblem: Error {
  /// The affected bytes of the text; an empty range where text is missing.
  var place: Range<Int> { get }
}

extension TextProblem {
  /// Returns the location of the problem in the text, which must be the text that contains the problem.
  public func location(in text: some InputBytes & ~Escapable) -> TextLocation {
    TextLocation(of: place, in: text)
  }
}
