/// An option of a network filter.
public struct Option: Hashable, Sendable {
  /// The kind of option.
  public var kind: OptionKind
  /// Whether a `~` precedes the name.
  public var isNegated: Bool
  /// The name as written, without the `~`.
  public var name: ByteRange
  /// The value after the `=`; nil if there is no `=`.
  public var value: ByteRange?

  /// The range of the whole option.
  public var range: ByteRange {
    ByteRange(name.lowerBound - (isNegated ? 1 : 0), value?.upperBound ?? name.upperBound)
  }

  /// The equivalent option without a `~`, such as `first-party` for `~third-party`; the option itself if
  /// there is no equivalent.
  public var affirmed: (kind: OptionKind, isNegated: Bool) {
    guard isNegated, let opposite = kind.row.opposite else { return (kind, isNegated) }
    return (opposite, false)
  }

  /// Returns whether the option has a `~` and no effect, because it states the default.
  package func statesDefault(inException isException: Bool) -> Bool {
    guard isNegated else { return false }
    return switch kind.row.negation {
    case .isDefault: true
    case .isDefaultInExceptions: isException
    case .invalid, .meaningful, .opposite: false
    }
  }
}
