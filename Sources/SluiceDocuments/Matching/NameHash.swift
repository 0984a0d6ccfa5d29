import SluiceRules
import SluiceText

/// Case-insensitive hashes of element and attribute names, IDs, classes, and parts of attribute values.
/// Different names can have the same hash.
struct NameHash {
  /// The kind of name. A part is a sequence of three bytes in an attribute value.
  enum Kind: UInt8 { case id, `class`, attribute, type, part }

  static func of(_ name: Span<UInt8>, kind: Kind) -> UInt64 {
    of(name, range: 0..<name.count, kind: kind)
  }

  private static func of(_ name: Span<UInt8>, range: Range<Int>, kind: Kind) -> UInt64 {
    var hash = ByteHash()
    hash.add(kind.rawValue)
    for index in range { hash.add(name[index].asciiLowercased) }
    hash.mix(0)
    return hash.value
  }

  static func parts(of value: Span<UInt8>, in attribute: Span<UInt8>, _ body: (UInt64) -> Void) {
    guard value.count >= 3 else { return }
    var start = ByteHash()
    start.add(Kind.part.rawValue)
    for index in 0..<attribute.count { start.add(attribute[index].asciiLowercased) }
    start.add(0)
    for index in 0..<(value.count - 2) {
      var hash = start
      for place in index..<(index + 3) { hash.add(value[place].asciiLowercased) }
      hash.mix(0)
      body(hash.value)
    }
  }

  static func names(of node: Int32, in document: borrowing HTMLDocument, _ body: (UInt64) -> Void) {
    body(of(document.names[document.nodes[Int(node)].name], kind: .type))
    for index in document.range(node) {
      let attribute = document.attributes[index]
      body(of(document.names[attribute.name], kind: .attribute))
      if attribute.hasNamespace { continue }
      if attribute.name == Names.idNumber { body(of(document.value(of: attribute), kind: .id)) }
      if attribute.name == Names.classNumber {
        let value = document.value(of: attribute)
        var start = 0
        while start < value.count {
          var end = start
          while end < value.count, !value[end].isHTMLSpace { end += 1 }
          if end > start { body(of(value, range: start..<end, kind: .class)) }
          start = end + 1
        }
      }
    }
  }
}

extension ParsedSelector.Condition {
  /// The hash of a name that an element must have to satisfy the condition, or `nil` if no name is required.
  var name: UInt64? {
    switch self {
    case .id(let name): NameHash.of(name.span, kind: .id)
    case .class(let name): NameHash.of(name.span, kind: .class)
    case .attribute(let attribute): NameHash.of(attribute.name.span, kind: .attribute)
    case .type(let name, _): name.map { NameHash.of($0.span, kind: .type) }
    case .any, .not, .has, .nth, .languages, .direction, .pseudoClass, .pseudoElement, .nesting: nil
    }
  }

  /// The hashes of all parts that an attribute value must have to satisfy the condition.
  var parts: [UInt64] {
    guard case .attribute(let attribute) = self, attribute.comparison != nil else { return [] }
    var parts: [UInt64] = []
    NameHash.parts(of: attribute.value.span, in: attribute.name.span) { parts.append($0) }
    return parts
  }

  /// Whether the condition depends only on the name and attributes of the element.
  var isOfElement: Bool {
    switch self {
    case .id, .class, .attribute, .type, .pseudoElement: true
    case .any(let list), .not(let list): list.allSatisfy(\.isOfElement)
    case .has, .nth, .languages, .direction, .pseudoClass, .nesting: false
    }
  }

  /// Returns whether any element can satisfy the condition, given the names in a document.
  func isPossible(_ has: (UInt64) -> Bool) -> Bool {
    switch self {
    case .id, .class, .attribute, .type: name.map(has) ?? true
    case .any(let list), .has(let list): list.contains { $0.isPossible(has) }
    case .pseudoElement: false
    case .not, .nth, .languages, .direction, .pseudoClass, .nesting: true
    }
  }
}

extension ParsedSelector.Complex {
  var isOfElement: Bool {
    compounds.count == 1 && compounds[0].combinator == nil
      && compounds[0].simples.allSatisfy(\.condition.isOfElement)
  }

  func isPossible(_ has: (UInt64) -> Bool) -> Bool {
    compounds.allSatisfy { $0.simples.allSatisfy { $0.condition.isPossible(has) } }
  }

  /// The hashes of the names that ancestors of the element must have.
  var namesAround: [UInt64] {
    zip(compounds, compounds.dropFirst()).flatMap { outer, inner -> [UInt64] in
      switch inner.combinator {
      case .child, .descendant, nil: outer.simples.compactMap(\.condition.name)
      case .nextSibling, .laterSibling: []
      }
    }
  }
}

/// A counting filter of the names of an element's ancestors, updated incrementally in tree order. A selector
/// cannot match if the filter lacks a name that the selector requires of an ancestor.
struct AncestorNames {
  private var counts = [UInt32](repeating: 0, count: Self.size)
  private var slots: [Int] = []
  private var elements: [(node: Int32, start: Int)] = []

  private static let size = 1 << 13

  mutating func move(to node: Int32, in document: borrowing HTMLDocument) {
    let parent = document.nodes[Int(node)].parent
    if (elements.last?.node ?? 0) == parent { return }
    let outer = document.nodes[Int(parent)].parent
    if (elements.last?.node ?? 0) == outer { return push(parent, document: document) }
    while let last = elements.last, last.node != parent { pop() }
    if !elements.isEmpty { return }
    var chain: [Int32] = []
    var next = parent
    while next != 0 {
      chain.append(next)
      next = document.nodes[Int(next)].parent
    }
    for node in chain.reversed() { push(node, document: document) }
  }

  func contain(_ names: [UInt64]) -> Bool {
    for name in names where counts[Self.slot(name)] == 0 { return false }
    return true
  }

  private static func slot(_ name: UInt64) -> Int { Int(truncatingIfNeeded: name ^ name >> 32) & (size - 1) }

  private mutating func push(_ node: Int32, document: borrowing HTMLDocument) {
    elements.append((node, slots.count))
    NameHash.names(of: node, in: document) { name in
      counts[Self.slot(name)] += 1
      slots.append(Self.slot(name))
    }
  }

  private mutating func pop() {
    guard let last = elements.popLast() else { return }
    for slot in slots[last.start...] { counts[slot] -= 1 }
    slots.removeSubrange(last.start...)
  }
}
