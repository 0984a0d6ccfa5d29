/// Into how many rule lists filters are converted.
public enum ListSplit: String, CaseIterable, Sendable {
  /// One.
  case none
  /// Two: one of network filters, one of cosmetic filters.
  case action
  /// Two where one would cost pages more or hold less than the filters say, one otherwise.
  ///
  /// That depends on the target and on the filters. With `ignore-following-rules` one list is as good as two. Without
  /// it, one list with both kinds of filters cannot keep the style sheet that documents share (8 ms a document with
  /// EasyList, docs/limits.md), and exceptions to hiding do not hold in frames.
  case whereBetter
}
