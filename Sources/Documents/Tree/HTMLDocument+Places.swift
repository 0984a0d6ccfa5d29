/// The positions of elements in the source text of a page.
extension HTMLDocument {
  /// Returns the tree with the positions of elements in the text of another tree: usually the page before its
  /// scripts ran.
  ///
  /// Elements are identified by their tags. If scripts added or removed elements with the same tag, an
  /// element gets a position between those of its neighbors, if possible. An element that is not in the text
  /// gets the position of the element before it.
  package func placed(like source: HTMLDocument) -> HTMLDocument {
    let places = Dictionary(grouping: source.elements) { ElementTag($0, in: source) }
      .mapValues { $0.map { source.nodes[Int($0.index)].offset } }
    let elements = Array(elements)
    let tags = elements.map { ElementTag($0, in: self) }
    let counts = tags.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    var used: [ElementTag: Int] = [:]
    var certain: [Int32?] = []
    for tag in tags {
      let own = places[tag] ?? []
      let number = used[tag, default: 0]
      used[tag] = number + 1
      certain.append(own.count == counts[tag] ? own[number] : nil)
    }
    // For each element, the next certain position.
    var next = Int32.max
    var limits: [Int32] = []
    for place in certain.reversed() {
      limits.append(next)
      next = place ?? next
    }
    limits.reverse()
    let inOrder = places.mapValues { $0.sorted() }
    // The number of elements per tag before the current position. A page can have a hundred thousand elements
    // with one tag.
    var passed: [ElementTag: Int] = [:]
    var placed = self
    var last: Int32 = -1
    for index in elements.indices {
      var place = certain[index]
      if place == nil, let own = inOrder[tags[index]] {
        var next = passed[tags[index], default: 0]
        while next < own.count, own[next] <= last { next += 1 }
        passed[tags[index]] = next
        if next < own.count, own[next] < limits[index] { place = own[next] }
      }
      last = max(place ?? last, 0)
      placed.nodes[Int(elements[index].index)].offset = last
    }
    return placed
  }

  /// The name and attributes of an element.
  private struct ElementTag: Hashable {
    let name: [UInt8]
    let attributes: [[UInt8]]

    init(_ node: Node, in document: HTMLDocument) {
      name = document.name(of: node)
      attributes = document.attributes(of: node).flatMap { [$0.name, $0.value] }
    }
  }
}
