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
  /// The form of its rules.
  public var form: ListForm
  /// The rules in their order.
  public var rules: RuleList
  /// For each rule the filter that it was made for, of several the first.
  package var locations: [FilterLocation]
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
  /// A rule list has more rules than allowed, and blocking rules could not or should not be left out.
  case tooManyRules(part: ConvertedList.Part, rules: Int, limit: Int, remedies: LimitRemedies)
  /// The JSON of a rule list is larger than allowed, and the same holds.
  case tooManyBytes(part: ConvertedList.Part, bytes: Int, limit: Int, remedies: LimitRemedies)
}

/// What would bring a conversion within its limit.
public struct LimitRemedies: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt8

  /// The remedies with these bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Two lists, one of network and one of cosmetic filters.
  public static let split = LimitRemedies(rawValue: 1)
  /// To leave out blocking rules.
  public static let truncation = LimitRemedies(rawValue: 2)
  /// ``ListForm/size`` instead of the form that was asked for.
  public static let smallerForm = LimitRemedies(rawValue: 4)
}
