/// A counting filter of the names of an element's ancestors, updated incrementally in tree order. A selector
/// cannot match if the filter lacks a name that the selector requires of an ancestor.
struct AncestorNames {
  private var counts = [UInt32](repeating: 0, count: Self.size)
  private var slots: [Int] = []
  private var elements: [(node: Int32, start: Int)] = []

  private static let size = 1 << 13

  /// Updates the filter for the ancestors of a node.
  mutating func move(to node: Int32, in document: borrowing HTMLDocument) {
    let parent = document.nodes[Int(node)].parent
    if (elements.last?.node ?? 0) == parent { return }
    let outer = document.nodes[Int(parent)].parent
    if (elements.last?.node ?? 0) == outer { return push(parent, document) }
    while let last = elements.last, last.node != parent { pop() }
    if !elements.isEmpty { return }
    var chain: [Int32] = []
    var next = parent
    while next != 0 {
      chain.append(next)
      next = document.nodes[Int(next)].parent
    }
    for node in chain.reversed() { push(node, document) }
  }

  /// Returns whether the ancestors may have all of these names.
  func contain(_ names: [UInt64]) -> Bool {
    for name in names where counts[Self.slot(name)] == 0 { return false }
    return true
  }

  private static func slot(_ name: UInt64) -> Int { Int(truncatingIfNeeded: name ^ name >> 32) & (size - 1) }

  private mutating func push(_ node: Int32, _ document: borrowing HTMLDocument) {
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
