/// Finds which of many texts occur in others, in one pass over the bytes whatever the number of texts: a tree of
/// the texts, where each node knows the longest end of its text that begins another text (Aho and Corasick).
struct TextFinder {
  private struct Node {
    let byte: UInt8
    /// The next child of the same parent; 0 for none.
    let sibling: Int32
    var firstChild: Int32 = 0
    /// The node of the longest proper end of this node's text.
    var shorter: Int32 = 0
    /// Whether a text ends here, or at a node that can be reached through ``shorter``.
    var endsText = false
    var isReported = false
  }

  private var nodes = [Node(byte: 0, sibling: 0)]
  /// The children of the root, which nearly all bytes are compared with.
  private var beginnings = [Int32](repeating: 0, count: 256)
  private var numbers: [Int32: [Int]] = [:]

  var isEmpty: Bool { nodes.count == 1 }

  /// Creates a finder of texts with numbers. Empty texts occur nowhere.
  init(_ texts: [(number: Int, text: String)]) {
    for (number, text) in texts where !text.isEmpty {
      var node: Int32 = 0
      for byte in text.utf8 {
        var next = child(of: node, byte)
        if next == 0 {
          next = Int32(nodes.count)
          nodes.append(Node(byte: byte, sibling: nodes[Int(node)].firstChild))
          nodes[Int(node)].firstChild = next
          if node == 0 { beginnings[Int(byte)] = next }
        }
        node = next
      }
      numbers[node, default: []].append(number)
      nodes[Int(node)].endsText = true
    }
    link()
  }

  /// Links each node with its longest end, from the root down.
  private mutating func link() {
    var queue: [Int32] = [0]
    var next = 0
    while next < queue.count {
      let parent = queue[next]
      next += 1
      var node = nodes[Int(parent)].firstChild
      while node != 0 {
        if parent != 0 {
          let shorter = follow(nodes[Int(parent)].shorter, byte: nodes[Int(node)].byte)
          nodes[Int(node)].shorter = shorter
          if nodes[Int(shorter)].endsText { nodes[Int(node)].endsText = true }
        }
        queue.append(node)
        node = nodes[Int(node)].sibling
      }
    }
  }

  /// Returns whether any text occurs in a line. Calls `report` with the number of each text that occurs for the
  /// first time.
  mutating func isFound(in line: ArraySlice<UInt8>, _ report: (Int) -> Void) -> Bool {
    var (node, isFound) = (Int32(0), false)
    for byte in line {
      node = follow(node, byte: byte)
      guard nodes[Int(node)].endsText else { continue }
      isFound = true
      // The nodes after a reported one were reported with it.
      var end = node
      while end != 0, !nodes[Int(end)].isReported {
        nodes[Int(end)].isReported = true
        numbers[end]?.forEach(report)
        end = nodes[Int(end)].shorter
      }
    }
    return isFound
  }

  private func follow(_ node: Int32, byte: UInt8) -> Int32 {
    var node = node
    while node != 0 {
      let next = child(of: node, byte)
      if next != 0 { return next }
      node = nodes[Int(node)].shorter
    }
    return beginnings[Int(byte)]
  }

  private func child(of node: Int32, _ byte: UInt8) -> Int32 {
    if node == 0 { return beginnings[Int(byte)] }
    var child = nodes[Int(node)].firstChild
    while child != 0, nodes[Int(child)].byte != byte { child = nodes[Int(child)].sibling }
    return child
  }
}
