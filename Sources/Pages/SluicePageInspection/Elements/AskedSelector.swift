import SluiceRules

/// A selector to find in filter lists, regardless of spelling: `div > .ad` is found in `##.x, div>.ad`.
public struct AskedSelector: Sendable {
  private let bytes: [UInt8]
  private let forms: Set<SelectorNormalForm>

  /// Creates a query for a selector. Each part of a selector list is searched separately.
  public init(_ selector: Selector) {
    bytes = selector.bytes
    forms = Self.forms(selector)
  }

  /// Returns whether a selector equals this selector or shares a part of its selector list.
  func isIn(_ selector: Selector) -> Bool {
    bytes == selector.bytes || !forms.isDisjoint(with: Self.forms(selector))
  }

  private static func forms(_ selector: Selector) -> Set<SelectorNormalForm> {
    Set(ParsedSelector(selector)?.alternatives.compactMap(SelectorNormalForm.init) ?? [])
  }
}
