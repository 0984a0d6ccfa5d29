/// One option of a network filter.
public struct Option: Hashable, Sendable {
  /// Which option.
  public var kind: OptionKind
  /// Whether `~` stands before the name.
  public var isNegated: Bool
  /// The name as written, without the `~`.
  public var name: ByteRange
  /// What follows the `=`, if there is one.
  public var value: ByteRange?

  /// The whole option.
  public var range: ByteRange {
    ByteRange(name.lowerBound - (isNegated ? 1 : 0), value?.upperBound ?? name.upperBound)
  }

  /// The option without a `~` where another one says the same: `first-party` for `~third-party`.
  public var affirmed: (kind: OptionKind, isNegated: Bool) {
    guard isNegated, let opposite = OptionTable.definition(of: kind)?.opposite else {
      return (kind, isNegated)
    }
    return (opposite, false)
  }
}
