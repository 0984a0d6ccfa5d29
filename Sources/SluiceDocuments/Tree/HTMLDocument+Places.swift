/// The positions of elements in the source text of a page.
extension HTMLDocument {
  /// Returns this tree with each element's position in the source text of another tree, usually the same page
  /// before its scripts ran.
  ///
  /// An element is identified by its name and attributes. If scripts added or removed elements with the same
  /// name and attributes, an element gets a position between those of its neighbors, if possible. An element
  /// that is missing from the text gets the position of the element before it.
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
    // For each element, the position of the next element whose position is certain.
    var next = Int32.max
    var limits: [Int32] = []
    for place in certain.reversed() {
      limits.append(next)
      next = place ?? next
    }
    limits.reverse()
    let inOrder = places.mapValues { $0.sorted() }
    // For each tag, the number of source elements before the current position. This avoids repeated searches:
    // a page can have 100,000 elements with one tag.
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

  private struct ElementTag: Hashable {
    let name: [UInt8]
    let attributes: [[UInt8]]

    init(_ node: Node, in document: HTMLDocument) {
      name = document.name(of: node)
      attributes = document.attributes(of: node).flatMap { [$0.name, $0.value] }
    }
  }
}
