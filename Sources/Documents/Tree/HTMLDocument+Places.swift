/// Where elements stand in the text that a page was made of.
extension HTMLDocument {
  /// The tree with its elements where they stand in the text that another tree was read from: that of the page before its
  /// scripts ran, if this is the page behind them.
  ///
  /// Elements are known by their tags. Where scripts have made more of a tag, or taken some away, an element is one that stands
  /// between its neighbours, if there is one. What the text has not is taken to stand where the element before it does.
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
    // Behind each element the next place that is certain.
    var next = Int32.max
    var limits: [Int32] = []
    for place in certain.reversed() {
      limits.append(next)
      next = place ?? next
    }
    limits.reverse()
    let inOrder = places.mapValues { $0.sorted() }
    // How many of a tag stand before what is placed: a page can have a hundred thousand of one.
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
