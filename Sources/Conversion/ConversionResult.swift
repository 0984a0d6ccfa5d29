import ContentBlocker

/// A rule list, ready to be written.
public struct ConvertedList: Sendable {
  /// Which filters it holds.
  public enum Part: String, CaseIterable, Sendable {
    /// Every filter.
    case all
    /// Network filters.
    case network
    /// Cosmetic filters.
    case cosmetic
  }

  /// Which filters it holds.
  public var part: Part
  /// The rules in their order.
  public var rules: RuleList
}

/// What a conversion gives.
public struct ConversionResult: Sendable {
  /// One rule list, or two when split: network, then cosmetic.
  public var lists: [ConvertedList]
  /// What became of every line.
  public var report: ConversionReport
  /// Which filters each rule comes from; nil unless ``ConversionOptions/makesSourceMap`` is set.
  public var sourceMap: SourceMap?
}

/// Why a conversion gives nothing.
public enum ConversionError: Error, Hashable, Sendable {
  /// A rule list has more rules than allowed, and blocking rules could not or should not be left out. With
  /// `splitFits` two lists, one of network and one of cosmetic filters, would be within the limit.
  case tooManyRules(part: ConvertedList.Part, rules: Int, limit: Int, splitFits: Bool)
}
