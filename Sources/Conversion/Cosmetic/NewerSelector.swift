import ContentBlocker
import FilterSyntax

/// Selectors that not every WebKit of the target knows.
enum NewerSelector {
  /// What is to be said of a selector: WebKit that does not know it leaves out its rule. Nil where all know it.
  ///
  /// - Throws: for one of which such a WebKit ignores a part. It would hide other elements, `:not(:is(…))` more.
  static func finding(
    for selector: Selector, _ filter: CosmeticFilter, _ missing: SelectorFeatures, in bytes: Span<UInt8>
  ) throws(Finding) -> Finding? {
    let forgiven = selector.needs.ignorable.intersection(missing)
    let features = selector.needs.features.intersection(missing)
    if forgiven.isEmpty, features.isEmpty { return nil }
    let body = bytes.extracting(filter.body.indices)
    let place = Selector.place(of: forgiven.isEmpty ? features : forgiven, in: body).map {
      ByteRange(filter.body.lowerBound + $0.lowerBound, filter.body.lowerBound + $0.upperBound)
    }
    let span = place ?? filter.body
    if !forgiven.isEmpty { throw .dropped(.newerSelector, span) }
    return .approximated(.newerSelector, span)
  }
}
