/// An option of a network filter.
public struct Option: Hashable, Sendable {
  /// The kind of option.
  public var kind: OptionKind
  /// Whether a `~` precedes the name.
  public var isNegated: Bool
  /// The name as written, without the `~`.
  public var name: ByteRange
  /// The value after the `=`, if there is one.
  public var value: ByteRange?

  /// The range of the whole option.
  public var range: ByteRange {
    ByteRange(name.lowerBound - (isNegated ? 1 : 0), value?.upperBound ?? name.upperBound)
  }

  /// The equivalent option without a `~` if there is one: `first-party` for `~third-party`.
  public var affirmed: (kind: OptionKind, isNegated: Bool) {
    guard isNegated, let opposite = OptionTable.definition(of: kind)?.opposite else {
      return (kind, isNegated)
    }
    return (opposite, false)
  }
}
