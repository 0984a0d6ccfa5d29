/// The result of a conversion.
public struct ConversionResult: Sendable {
  /// The rule lists: one, or a network list followed by a cosmetic list.
  public var lists: [ConvertedList]
  /// The outcome of every line.
  public var report: ConversionReport
  /// The filters that each rule comes from, or `nil` if ``ConversionOptions/makesSourceMap`` is `false`.
  public var sourceMap: SourceMap?
  /// The estimated time that a document would take if the list were split in two, in microseconds. It is nil
  /// unless ``Converter/estimatesTwoLists`` is true and exceptions for pages take part in the conditions of
  /// rules, which they only do in a single list.
  package internal(set) var microsecondsPerDocumentInTwoLists: Int?
  /// The lists that were converted.
  package let sources: [ParsedSource]
  package let options: ConversionOptions
  /// The rules of a web extension that the rule lists depend on; nil if they depend on none.
  var changes: RequestChanges?

  /// The filters that need a page script, a style sheet in the page, or a proxy, with the exceptions to them.
  ///
  /// They are collected on each access.
  public var deferred: DeferredFilters { DeferredFilters(sources, report, options) }
}
