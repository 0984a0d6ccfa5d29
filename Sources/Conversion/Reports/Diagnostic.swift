import FilterSyntax

/// What became of one filter.
public enum Outcome: String, CaseIterable, Hashable, Sendable {
  /// WebKit does what the filter means.
  case exact
  /// WebKit does less than the filter means, or an exception allows more on the same page; the reason says what.
  case approximated
  /// The filter is none of WebKit's rules, and a script does in pages what it means. No conversion says so by itself:
  /// see ``ConversionReport/settleInPages(where:)``.
  case inPage
  /// The filter needs a script or a style sheet in the page, which a content blocker cannot give.
  case deferred
  /// The filter is not in the output.
  case dropped
}

/// What a filter became and why, when it is not exact.
public struct Diagnostic: Hashable, Sendable {
  /// Index of the list among the inputs.
  public var source: Int
  /// The line of the filter in the list as it was read, without its line end. A filter that goes on in further
  /// lines has all of them, with what lies between.
  public var line: ByteRange
  /// The bytes of the line that the reason is about.
  public var span: ByteRange
  /// Where ``span`` is: the list, line and columns.
  public var location: TextLocation
  /// What became of the filter.
  public var outcome: Outcome
  /// Why, as a stable id.
  public var reason: Reason
  /// Whether a script in the page does less than the filter means: it shows elements that rules may hide.
  var isApproximatedInPages = false
}
