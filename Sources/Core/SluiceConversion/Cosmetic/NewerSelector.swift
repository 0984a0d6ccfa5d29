import SluiceRules
import SluiceSyntax

/// Detects selectors that some WebKit versions of the target do not support.
enum NewerSelector {
  /// Returns the finding for a selector that makes some WebKit versions drop its rule, or `nil` if all
  /// versions support it.
  ///
  /// - Throws: A finding if some WebKit versions ignore only a part of the selector. They would hide other
  ///   elements, for example too many of them with `:not(:is(…))`.
  static func finding(
    for selector: CSSSelector, _ filter: CosmeticFilter, _ missing: SelectorFeatures, in bytes: Span<UInt8>
  ) throws(Finding) -> Finding? {
    if selector.needs.areMet(without: missing) { return nil }
    let forgiven = selector.needs.ignorable.intersection(missing)
    let features = selector.needs.features.intersection(missing)
    let body = bytes.extracting(filter.body.indices)
    let place = CSSSelector.place(of: forgiven.isEmpty ? features : forgiven, in: body).map {
      ByteRange(filter.body.lowerBound + $0.lowerBound, filter.body.lowerBound + $0.upperBound)
    }
    let span = place ?? filter.body
    if !forgiven.isEmpty { throw .unsupported(.newerSelector, span) }
    return .approximated(.newerSelector, span)
  }
}
