/// A page as WebKit has it when all of its text is read and no script has run: a tree of nodes, held in arrays.
///
/// It is read as UTF-8; what is ill-formed becomes U+FFFD. Scripts are taken to be on, so `noscript` holds text. What is
/// in a `template` is no part of the tree.
public struct HTMLDocument: Sendable {
  /// A node of one document. It has a meaning in this document alone.
  public struct Node: Hashable, Sendable {
    /// Its index. Nodes that were read later have higher ones, which need not be the order of the tree.
    public let index: Int32

    /// The document itself, which holds all others.
    public static let document = Node(index: 0)
  }

  /// What a node is.
  public enum Kind: UInt8, Hashable, Sendable { case document, doctype, element, text, comment }

  /// The languages that an element's name is of.
  public enum Namespace: UInt8, Hashable, Sendable { case html, svg, mathML }

  /// Whether the page has what old pages lack, a doctype: without one, classes and ids are the same in any case.
  public enum Mode: UInt8, Hashable, Sendable { case standards, limitedQuirks, quirks }

  /// The most nodes and attributes that are read. The largest pages have a tenth of this.
  public static let maximumSize = 1 << 22

  /// How the page is to be shown.
  public internal(set) var mode = Mode.standards

  var nodes = [Record(kind: .document)]
  var attributes: [Attribute] = []
  /// The values of attributes, one behind the other.
  var values: [UInt8] = []
  /// The text of text nodes.
  var text: [UInt8] = []
  var names = Names()

  /// What is known of a node. 0, the document, stands for none where a node is named.
  struct Record: Sendable {
    var kind: Kind
    var namespace = Namespace.html
    /// Used by the reader.
    var isOpen = false
    /// The name's number; of text the number of its bytes.
    var name: Int32 = 0
    var parent: Int32 = 0
    var firstChild: Int32 = 0
    var lastChild: Int32 = 0
    var previous: Int32 = 0
    var next: Int32 = 0
    /// The first attribute; of text the first byte.
    var first: Int32 = 0
    var attributeCount: Int32 = 0
    /// Where it begins in the page's bytes.
    var offset: Int32 = 0
    /// Whether the parent is known: of a node that was taken out, 0 is none.
    var isAttached = false
  }

  struct Attribute: Hashable, Sendable {
    var name: Int32
    /// That of `xlink:href` and its like in SVG and MathML, whose name is the part behind the colon.
    var hasNamespace = false
    var start: Int32
    var count: Int32
  }

  init() {}
}

extension HTMLDocument {
  /// The `html` element; nil in a document without one, which no reader makes.
  public var root: Node? { children(of: .document).first { kind(of: $0) == .element } }

  /// What a node is.
  public func kind(of node: Node) -> Kind { nodes[Int(node.index)].kind }

  /// The node that holds it; nil for the document.
  public func parent(of node: Node) -> Node? {
    nodes[Int(node.index)].isAttached ? Node(index: nodes[Int(node.index)].parent) : nil
  }

  /// What a node holds, in order.
  public func children(of node: Node) -> some Sequence<Node> {
    sequence(first: nodes[Int(node.index)].firstChild) { nodes[Int($0)].next }
      .lazy.prefix { $0 != 0 }.map { Node(index: $0) }
  }

  /// All elements in the order of the tree.
  public var elements: some Sequence<Node> {
    sequence(first: 0) { following($0, within: 0) }
      .lazy.filter { nodes[Int($0)].kind == .element }.map { Node(index: $0) }
  }

  /// The node behind another in the order of the tree, within a third; nil behind the last.
  func following(_ node: Int32, within top: Int32) -> Int32? {
    if nodes[Int(node)].firstChild != 0 { return nodes[Int(node)].firstChild }
    var node = node
    while node != top {
      if nodes[Int(node)].next != 0 { return nodes[Int(node)].next }
      node = nodes[Int(node)].parent
    }
    return nil
  }

  /// The name of an element as it is in the tree, in small letters but for some of SVG.
  public func name(of node: Node) -> [UInt8] {
    kind(of: node) == .element ? [UInt8](names[nodes[Int(node.index)].name]) : []
  }

  /// The namespace of an element.
  public func namespace(of node: Node) -> Namespace { nodes[Int(node.index)].namespace }

  /// The attributes of an element in their order. Of `xlink:href` in SVG the name is `href`.
  public func attributes(of node: Node) -> [(name: [UInt8], value: [UInt8])] {
    attributes[range(node.index)].map { ([UInt8](names[$0.name]), [UInt8](value(of: $0))) }
  }

  /// The value of an attribute without a namespace; nil where it is absent.
  public func attribute(_ name: String, of node: Node) -> [UInt8]? {
    guard let number = names.number(of: Array(name.utf8).span) else { return nil }
    return attribute(number, of: node.index).map { [UInt8](value(of: $0)) }
  }

  /// The text that is directly in a node, or that it is.
  public func text(of node: Node) -> [UInt8] {
    let record = nodes[Int(node.index)]
    if record.kind == .text { return Array(text[Int(record.first)..<Int(record.first) + Int(record.name)]) }
    return children(of: node).reduce(into: []) { if kind(of: $1) == .text { $0 += text(of: $1) } }
  }

  /// Where an element's tag begins in the bytes that were read; where it is implied, the place that implies it.
  public func offset(of node: Node) -> Int { Int(nodes[Int(node.index)].offset) }

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
