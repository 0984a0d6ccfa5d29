/// The number of rule lists that a conversion writes.
@nonexhaustive public enum ListSplit: String, CaseIterable, Sendable {
  /// One list.
  case none
  /// Two lists: network filters and cosmetic filters.
  case action
  /// Two lists if a single one would slow pages down or express less than the filters specify; otherwise one.
  ///
  /// The choice depends on the target and the filters. With `ignore-following-rules`, one list is as good as
  /// two. Without it, a list with both kinds of filters has two drawbacks:
  ///
  /// - Documents cannot share its style sheet, which costs 8 ms per document with EasyList (docs/reference/limits.md).
  /// - Exceptions to hiding do not apply in frames.
  case whereBetter
}
