import SluiceText

/// The document of a page as WebKit builds it, before any script runs.
///
/// Nodes are stored in arrays. The input is decoded as UTF-8, with U+FFFD for invalid bytes. Scripting counts
/// as enabled, so `noscript` contains text. The contents of `template` are not part of the tree.
package struct HTMLDocument: Sendable {
  /// A node of a document. It is only valid for this document.
  package struct Node: Hashable, Sendable {
    /// The index of the node in parsing order, which can differ from tree order.
    package let index: Int32

    /// The document node, which is the root of the tree.
    package static let document = Node(index: 0)
  }

  package enum Kind: UInt8, Hashable, Sendable { case document, doctype, element, text, comment }

  package enum Namespace: UInt8, Hashable, Sendable { case html, svg, mathML }

  /// The rendering mode, which depends on the doctype. In quirks mode, classes and IDs are case-insensitive.
  package enum Mode: UInt8, Hashable, Sendable { case standards, limitedQuirks, quirks }

  /// The maximum number of nodes and attributes combined. The largest real pages have a tenth of it.
  package static let maximumSize = 1 << 22

  package internal(set) var mode = Mode.standards

  var nodes = [Record(kind: .document)]
  var attributes: [Attribute] = []
  /// The concatenated values of attributes.
  var values: [UInt8] = []
  /// The concatenated text of text nodes.
  var text: [UInt8] = []
  var names = Names()

  /// The data of a node. In references to nodes, 0 (the document) means no node.
  struct Record: Sendable {
    var kind: Kind
    var namespace = Namespace.html
    /// Whether the element is on the parser's stack of open elements.
    var isOpen = false
    /// For elements, the number of the name. For text nodes, the length of the text in bytes.
    var name: Int32 = 0
    var parent: Int32 = 0
    var firstChild: Int32 = 0
    var lastChild: Int32 = 0
    var previous: Int32 = 0
    var next: Int32 = 0
    /// For elements, the index of the first attribute. For text nodes, the offset of the text.
    var first: Int32 = 0
    var attributeCount: Int32 = 0
    var offset: Int32 = 0
    /// Whether the node has a parent. A `parent` of 0 is the document if this is true, and no node otherwise.
    var isAttached = false
  }

  struct Attribute: Hashable, Sendable {
    var name: Int32
    /// Whether the name has a namespace, such as `xlink:href` in SVG and MathML. The stored name is the part
    /// after the colon.
    var hasNamespace = false
    var start: Int32
    var count: Int32
  }

  init() {}
}

extension HTMLDocument {
  /// The `html` element, or `nil` in a document without elements, which the parser never creates.
  package var root: Node? { children(of: .document).first { kind(of: $0) == .element } }

  package func kind(of node: Node) -> Kind { nodes[Int(node.index)].kind }

  /// Returns the parent of a node, or `nil` for the document node.
  package func parent(of node: Node) -> Node? {
    nodes[Int(node.index)].isAttached ? Node(index: nodes[Int(node.index)].parent) : nil
  }

  /// Returns the children of a node, in order.
  package func children(of node: Node) -> some Sequence<Node> {
    sequence(first: nodes[Int(node.index)].firstChild) { nodes[Int($0)].next }
      .lazy.prefix { $0 != 0 }.map { Node(index: $0) }
  }

  /// All elements in tree order.
  package var elements: some Sequence<Node> {
    sequence(first: 0) { following($0, within: 0) }
      .lazy.filter { nodes[Int($0)].kind == .element }.map { Node(index: $0) }
  }

  /// Returns the next node in tree order inside `top`, or `nil` at the end.
  func following(_ node: Int32, within top: Int32) -> Int32? {
    if nodes[Int(node)].firstChild != 0 { return nodes[Int(node)].firstChild }
    var node = node
    while node != top {
      if nodes[Int(node)].next != 0 { return nodes[Int(node)].next }
      node = nodes[Int(node)].parent
    }
    return nil
  }

  /// Returns the name of an element: in lowercase, except for some SVG names. Returns an empty array for
  /// other nodes.
  package func name(of node: Node) -> [UInt8] {
    kind(of: node) == .element ? [UInt8](names[nodes[Int(node.index)].name]) : []
  }

  package func namespace(of node: Node) -> Namespace { nodes[Int(node.index)].namespace }

  /// Returns the attributes of an element, in order. The name of `xlink:href` in SVG is `href`.
  package func attributes(of node: Node) -> [(name: [UInt8], value: [UInt8])] {
    attributes[range(node.index)].map { ([UInt8](names[$0.name]), [UInt8](value(of: $0))) }
  }

  /// Returns the value of an attribute without a namespace, or `nil` if the element does not have it.
  package func attribute(_ name: String, of node: Node) -> [UInt8]? {
    guard let number = names.number(of: Array(name.utf8).span) else { return nil }
    return attribute(number, of: node.index).map { [UInt8](value(of: $0)) }
  }

  /// Returns the text of a text node, or the text directly inside another node.
  package func text(of node: Node) -> [UInt8] {
    let record = nodes[Int(node.index)]
    if record.kind == .text { return Array(text[Int(record.first)..<Int(record.first) + Int(record.name)]) }
    return children(of: node).reduce(into: []) { if kind(of: $1) == .text { $0 += text(of: $1) } }
  }

  /// Returns the offset of an element's tag in the source text. For an implied element, this is the offset of
  /// the token that implies it.
  package func offset(of node: Node) -> Int { Int(nodes[Int(node.index)].offset) }

  func range(_ node: Int32) -> Range<Int> {
    let record = nodes[Int(node)]
    return record.kind == .element
      ? Int(record.first)..<Int(record.first) + Int(record.attributeCount) : 0..<0
  }

  func attribute(_ name: Int32, of node: Int32) -> Attribute? {
    for index in range(node) where attributes[index].name == name && !attributes[index].hasNamespace {
      return attributes[index]
    }
    return nil
  }

  @_lifetime(borrow self)
  func value(of attribute: Attribute) -> Span<UInt8> {
    values.span.extracting(Int(attribute.start)..<Int(attribute.start) + Int(attribute.count))
  }
}

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

  mutating func moveChildren(of node: Int32, to parent: Int32) {
    while nodes[Int(node)].firstChild != 0 {
      let child = nodes[Int(node)].firstChild
      remove(child)
      insert(child, into: parent)
    }
  }
}
