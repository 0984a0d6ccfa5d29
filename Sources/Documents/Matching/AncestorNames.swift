/// The names of the elements around one, counted in slots: a selector that asks for a name whose slot is empty cannot match.
/// It is kept while the tree is walked in its order.
struct AncestorNames {
  private var counts = [UInt32](repeating: 0, count: Self.size)
  private var slots: [Int] = []
  private var elements: [(node: Int32, start: Int)] = []

  private static let size = 1 << 13

  /// Makes it that of the elements around a node.
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

  /// Whether all names may be there.
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
