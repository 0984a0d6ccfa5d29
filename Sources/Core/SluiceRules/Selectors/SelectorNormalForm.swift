/// A canonical form of a selector. Equivalent selectors have equal forms, even if the order, quoting,
/// escaping or spacing of their parts differs.
package struct SelectorNormalForm: Hashable, Sendable {
  private let bytes: [UInt8]

  /// Creates the form of one of the selectors between commas. Returns nil if the selector has a part whose
  /// argument the tree does not contain.
  package init?(_ selector: ParsedSelector.Complex) {
    guard let bytes = NormalText(selector)?.bytes else { return nil }
    self.bytes = bytes
  }

  /// Creates the form of all selectors between commas.
  package init?(_ selector: ParsedSelector) {
    guard let bytes = NormalText(of: selector.alternatives)?.bytes else { return nil }
    self.bytes = bytes
  }
}

/// A text that is equal only for equivalent selectors. The length precedes each part that would otherwise be
/// ambiguous.
private struct NormalText {
  private(set) var bytes: [UInt8] = []

  init?(_ selector: ParsedSelector.Complex) {
    for compound in selector.compounds {
      append(compound.combinator?.rawValue ?? 0)
      // `*` has no effect next to other conditions.
      let simples = compound.simples.filter { compound.simples.count == 1 || !$0.condition.isAny }
      guard let texts = Self.each(simples, { NormalText($0.condition) }) else { return nil }
      append(texts)
    }
  }

  /// Creates the text of a list. The order and repetition of its selectors do not matter.
  init?(of selectors: [ParsedSelector.Complex]) {
    guard let texts = Self.each(selectors, { NormalText($0) }) else { return nil }
    append(texts)
  }

  private init?(_ condition: ParsedSelector.Condition) {
    switch condition {
    case .type(let name, let namespace):
      append(name == nil ? "*" : "t")
      append(namespace == .none ? 0 : 1)
      append(text: name ?? [])
    case .class(let name):
      append(".")
      append(text: name)
    case .id(let name):
      append("#")
      append(text: name)
    case .attribute(let attribute): append(attribute)
    case .any(let list): if !append("i", list) { return nil }
    case .not(let list): if !append("!", list) { return nil }
    case .has(let list): if !append("h", list) { return nil }
    case .nth(let position):
      append("n")
      append(position.isFromEnd ? 1 : 0)
      append(position.isOfType ? 1 : 0)
      append(text: Array("\(position.step)n\(position.offset)".utf8))
      if let list = position.of, !append("s", list) { return nil }
    case .languages(let ranges):
      append("l")
      append(ranges.map { NormalText(text: $0) })
    case .direction(let direction):
      append("d")
      append(text: direction)
    case .pseudoClass(let name):
      // The tree does not contain the arguments of these.
      if name == .host || name == .state || name == .heading || name == .activeViewTransitionType {
        return nil
      }
      append(":")
      append(text: Array("\(name)".utf8))
    case .pseudoElement: return nil
    case .nesting: append("&")
    }
  }

  private init(text: [UInt8]) { append(text: text) }

  private mutating func append(_ attribute: ParsedSelector.Attribute) {
    append("[")
    append(attribute.namespace == .none ? 0 : 1)
    append(text: attribute.name)
    append(text: Array(attribute.comparison.map { "\($0)" }?.utf8 ?? "".utf8))
    append(text: attribute.value)
    append(attribute.ignoresCase ? 1 : attribute.respectsCase ? 2 : 0)
  }

  private mutating func append(_ kind: Unicode.Scalar, _ list: [ParsedSelector.Complex]) -> Bool {
    guard let text = NormalText(of: list) else { return false }
    append(kind)
    append(text: text.bytes)
    return true
  }

  private mutating func append(_ kind: Unicode.Scalar) { bytes.append(UInt8(ascii: kind)) }

  private mutating func append(_ number: UInt8) { bytes.append(number) }

  private mutating func append(text: [UInt8]) {
    bytes += "\(text.count):".utf8
    bytes += text
  }

  private mutating func append(_ texts: [NormalText]) {
    let each = Set(texts.map { $0.bytes }).sorted { $0.lexicographicallyPrecedes($1) }
    bytes += "\(each.count);".utf8
    for text in each { append(text: text) }
  }

  private static func each<Element>(
    _ elements: [Element], _ text: (Element) -> NormalText?
  ) -> [NormalText]? {
    var texts: [NormalText] = []
    for element in elements {
      guard let text = text(element) else { return nil }
      texts.append(text)
    }
    return texts
  }
}

extension ParsedSelector.Condition {
  /// `*`
  fileprivate var isAny: Bool { self == .type(nil, .any) }
}
