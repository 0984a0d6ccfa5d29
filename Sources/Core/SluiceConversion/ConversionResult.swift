/// The result of a conversion.
public struct ConversionResult: Sendable {
  /// The rule lists: one, or a network list followed by a cosmetic list.
  public var lists: [ConvertedList]
  /// The outcome of every line.
  public var report: ConversionReport
  /// The filters that each rule comes from, or `nil` if ``ConversionOptions/makesSourceMap`` is `false`.
  public var sourceMap: SourceMap?
}
