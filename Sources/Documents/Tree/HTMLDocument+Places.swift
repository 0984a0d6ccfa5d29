/// Where elements stand in the text that a page was made of.
extension HTMLDocument {
  /// The tree with its elements where they stand in the text that another tree was read from: that of the page before its
  /// scripts ran, if this is the page behind them.
  ///
  /// An element is the one with the same tag, of several the first the first. One that the text has not is taken to
  /// stand where the element before it does.
  package func placed(like source: HTMLDocument) -> HTMLDocument {
    var places: [ElementTag: [Int32]] = [:]
    for node in source.elements.reversed() {
      places[ElementTag(node, in: source), default: []].append(source.nodes[Int(node.index)].offset)
    }
    var placed = self
    var last: Int32 = 0
    for node in elements {
      last = places[ElementTag(node, in: self)]?.popLast() ?? last
      placed.nodes[Int(node.index)].offset = last
    }
    return placed
  }

  /// What the tag of an element says.
  private struct ElementTag: Hashable {
    let name: [UInt8]
    let attributes: [[UInt8]]

    init(_ node: Node, in document: HTMLDocument) {
      name = document.name(of: node)
      attributes = document.attributes(of: node).flatMap { [$0.name, $0.value] }
    }
  }
}
