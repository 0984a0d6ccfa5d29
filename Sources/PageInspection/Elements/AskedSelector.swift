import ContentBlocker

/// A selector that is looked for in lists, however they write it: `div > .ad` is found in `##.x, div>.ad`.
public struct AskedSelector: Sendable {
  private let bytes: [UInt8]
  private let forms: Set<SelectorNormalForm>

  /// A selector; each between its commas is looked for by itself.
  public init(_ selector: Selector) {
    bytes = selector.bytes
    forms = Self.forms(selector)
  }

  /// Whether a selector is it, or has a part of it between its commas.
  func isIn(_ selector: Selector) -> Bool {
    bytes == selector.bytes || !forms.isDisjoint(with: Self.forms(selector))
  }

  private static func forms(_ selector: Selector) -> Set<SelectorNormalForm> {
    Set(ParsedSelector(selector)?.alternatives.compactMap(SelectorNormalForm.init) ?? [])
  }
}
