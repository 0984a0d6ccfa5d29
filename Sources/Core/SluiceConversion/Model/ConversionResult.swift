import SluiceRules

/// A rule list that is ready to be encoded.
public struct ConvertedList: Sendable {
  /// The kinds of filters in a rule list.
  public enum Part: String, CaseIterable, Sendable {
    /// All filters.
    case all
    /// Network filters only.
    case network
    /// Cosmetic filters only.
    case cosmetic
  }

  /// The kinds of filters in this list.
  public var part: Part
  /// The form of the rules.
  public var form: ListForm
  /// The rules, in order.
  public var rules: RuleList
  /// The filter that each rule was made for; the first one for a rule with several filters.
  package var locations: [FilterLocation]
}

/// The result of a conversion.
public struct ConversionResult: Sendable {
  /// The rule lists: one, or a network list followed by a cosmetic list.
  public var lists: [ConvertedList]
  /// The outcome of every line.
  public var report: ConversionReport
  /// The filters that each rule comes from, or `nil` if ``ConversionOptions/makesSourceMap`` is `false`.
  public var sourceMap: SourceMap?
}

/// An error that stops a conversion.
public enum ConversionError: Error, Hashable, Sendable {
  /// A rule list exceeds the maximum number of rules, and truncation is disabled or not sufficient.
  case tooManyRules(part: ConvertedList.Part, rules: Int, limit: Int, remedies: LimitRemedies)
  /// A rule list exceeds the maximum size of its JSON, and truncation is disabled or not sufficient.
  case tooManyBytes(part: ConvertedList.Part, bytes: Int, limit: Int, remedies: LimitRemedies)
}

/// The options that would keep a conversion within its limit.
public struct LimitRemedies: OptionSet, Hashable, Sendable {
  /// The raw bits.
  public let rawValue: UInt8

  /// Creates a set from raw bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Write two lists, one with network filters and one with cosmetic filters.
  public static let split = LimitRemedies(rawValue: 1)
  /// Drop blocking rules from the end.
  public static let truncation = LimitRemedies(rawValue: 2)
  /// Use ``ListForm/size`` instead of the requested form.
  public static let smallerForm = LimitRemedies(rawValue: 4)
}
