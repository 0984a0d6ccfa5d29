import SluiceSyntax

/// The outcome of converting a filter.
@frozen public enum Outcome: String, CaseIterable, Hashable, Sendable {
  /// The rules have exactly the effect that the filter specifies.
  case converted
  /// The rules have less effect than the filter specifies, or an exception allows more on the same page; see
  /// the reason.
  case approximated
  /// No rule implements the filter, but a page script does.
  ///
  /// Conversions never produce this outcome; see ``ConversionReport/settleInPages(where:)``.
  case inPage
  /// The filter needs a script or style sheet in the page, which a content blocker cannot provide.
  case needsScript
  /// The filter is not in the output.
  case unsupported
}

/// The outcome of a filter that is not exact, with the reason.
public struct Diagnostic: Hashable, Sendable {
  /// The list and the line of the filter.
  public var place: FilterPlace
  /// The filter's line in the list as it was read, without the line ending. For a filter that spans several
  /// lines, the range from the first to the last of them.
  public var line: ByteRange
  /// The bytes of the line that the reason refers to.
  public var span: ByteRange
  /// The location of ``span``: list, line and columns.
  public var location: TextLocation
  /// The outcome of the filter.
  public var outcome: Outcome
  /// The reason for the outcome.
  public var reason: Reason
  /// Whether a page script can only approximate the filter, because the filter shows elements that rules may
  /// hide.
  var isApproximatedInPages = false
}
