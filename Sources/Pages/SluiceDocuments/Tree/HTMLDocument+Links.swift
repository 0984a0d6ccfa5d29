/// Methods that change the tree during parsing.
extension HTMLDocument {
  /// Adds a node without inserting it into the tree.
  mutating func add(_ record: Record) -> Int32 {
    nodes.append(record)
    return Int32(nodes.count - 1)
  }

  /// Inserts a detached node into a parent, before one of its children or after all of them.
  mutating func insert(_ node: Int32, into parent: Int32, before sibling: Int32 = 0) {
    let previous = sibling == 0 ? nodes[Int(parent)].lastChild : nodes[Int(sibling)].previous
    nodes[Int(node)].parent = parent
    nodes[Int(node)].isAttached = true
    nodes[Int(node)].previous = previous
    nodes[Int(node)].next = sibling
    if previous == 0 {
      nodes[Int(parent)].firstChild = node
    } else {
      nodes[Int(previous)].next = node
    }
    if sibling == 0 {
      nodes[Int(parent)].lastChild = node
    } else {
      nodes[Int(sibling)].previous = node
    }
  }

  mutating func remove(_ node: Int32) {
    let record = nodes[Int(node)]
    guard record.isAttached else { return }
    if record.previous == 0 {
      nodes[Int(record.parent)].firstChild = record.next
    } else {
      nodes[Int(record.previous)].next = record.next
    }
    if record.next == 0 {
      nodes[Int(record.parent)].lastChild = record.previous
    } else {
      nodes[Int(record.next)].previous = record.previous
    }
    nodes[Int(node)].parent = 0
    nodes[Int(node)].previous = 0
    nodes[Int(node)].next = 0
    nodes[Int(node)].isAttached = false
  }

  /// Removes the contents of templates, which are not part of the page.
  mutating func dropTemplateContents() {
    for index in nodes.indices
    where nodes[index].kind == .element && nodes[index].namespace == .html
      && nodes[index].name == Tag.template.rawValue
    {
      nodes[index].firstChild = 0
      nodes[index].lastChild = 0
    }
  }

  /// Moves all children of a node to the end of another node.
  mutating func moveChildren(of node: Int32, to parent: Int32) {
    while nodes[Int(node)].firstChild != 0 {
      let child = nodes[Int(node)].firstChild
      remove(child)
      insert(child, into: parent)
    }
  }
}
