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
  public var advancedFilters: AdvancedFilters { AdvancedFilters(sources, report, options) }
}

extension ConversionResult {
  /// The rules for a web extension that change requests and responses as filters ask for.
  ///
  /// They are made on each access, unless the rule list depends on them.
  public var requestChanges: RequestChanges { changes ?? RequestChanges(sources, options) }

  /// Changes the outcome of filters that rules of a web extension apply.
  public mutating func settle(in changes: RequestChanges) { report.settle(in: changes, sources) }
}

extension Converter {
  /// Returns the rules for a web extension that change requests and responses as filters ask for.
  public func requestChanges(of sources: [ParsedSource]) -> RequestChanges {
    RequestChanges(sources, options)
  }
}
