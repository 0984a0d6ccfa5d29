import SluiceRules
import SluiceSyntax

/// The selector of a hiding filter for all sites that is a single name: `div`, `.ad`, `#ad` or `:root`.
struct GenericName {
  enum Kind { case tag, classOrID, pseudoClass }

  let kind: Kind
  let range: ByteRange
  /// The name with the character before it.
  let text: String

  /// Creates a name; nil for other filters and selectors.
  init?(_ filter: CosmeticFilter, _ bytes: Span<UInt8>) {
    guard filter.kind == .hiding || filter.kind == .extendedHiding, !filter.isException,
      filter.domains.allSatisfy({ $0.isExcluded || $0.kind == .any }), filter.modifiers.isEmpty,
      // No element name and no name in the tables of the rules is longer.
      filter.body.count <= 24
    else { return nil }
    if CSSSelector.isPlain(bytes.extracting(filter.body.indices)) {
      (kind, range, text) = (.classOrID, filter.body, bytes.text(filter.body))
      return
    }
    guard let selector = ParsedSelector(of: bytes.extracting(filter.body.indices)),
      let simple = selector.onlySimple
    else { return nil }
    switch simple.condition {
    case .type: kind = .tag
    case .class, .id: kind = .classOrID
    case .pseudoClass: kind = .pseudoClass
    case .attribute, .any, .not, .has, .nth, .languages, .direction, .pseudoElement, .nesting: return nil
    }
    let start = filter.body.lowerBound
    range = ByteRange(start + simple.range.lowerBound, start + simple.range.upperBound)
    text = bytes.text(range)
  }
}
