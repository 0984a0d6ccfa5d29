import SluiceRules

/// A rule list that is ready to be encoded.
public struct ConvertedList: Sendable {
  /// The kinds of filters in a rule list.
  @frozen public enum Part: String, CaseIterable, Sendable {
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
  package var locations: [FilterPlace]
}
