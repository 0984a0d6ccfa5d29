/// Formatting elements such as `<b>` and `<a>`, which are reopened if another tag closes them too early.
extension TreeBuilder {
  /// An entry in the list of active formatting elements: an element, or the marker at the start of a cell or
  /// object.
  enum FormattingEntry: Sendable {
    case marker
    case element(ElementStack.Entry)

    var entry: ElementStack.Entry? {
      if case .element(let entry) = self { entry } else { nil }
    }
  }

  /// The maximum number of active formatting elements, which real pages do not reach.
  private static let maximumFormatting = 512

  /// Inserts a formatting element for the current tag. At most three equal elements stay active.
  mutating func insertFormatting() {
    let entry = insertClosed(name: tokenizer.tag.name, attributes: tokenizer.tag.attributes)
    open(entry)
    var equal: [Int] = []
    for index in formatting.indices.reversed() {
      guard let other = formatting[index].entry else { break }
      if other.name == entry.name, haveEqualAttributes(other.node, other: entry.node) { equal.append(index) }
    }
    if equal.count >= 3 { formatting.remove(at: equal[equal.count - 1]) }
    if formatting.count >= Self.maximumFormatting { formatting.removeFirst() }
    formatting.append(.element(entry))
  }

  private func haveEqualAttributes(_ node: Int32, other: Int32) -> Bool {
    let (left, right) = (document.range(node), document.range(other))
    guard left.count == right.count else { return false }
    return left.allSatisfy { index in
      let attribute = document.attributes[index]
      guard let value = document.attribute(attribute.name, of: other) else { return false }
      return document.value(of: attribute).equals(document.value(of: value))
    }
  }

  mutating func reconstructFormatting() {
    guard let last = formatting.last?.entry, !document.nodes[Int(last.node)].isOpen else { return }
    var index = formatting.count - 1
    while index > 0, let before = formatting[index - 1].entry, !document.nodes[Int(before.node)].isOpen {
      index -= 1
    }
    for index in index..<formatting.count {
      guard let entry = formatting[index].entry else { continue }
      let copy = insertClosed(name: entry.name, attributes: document.range(entry.node))
      open(copy)
      formatting[index] = .element(copy)
    }
  }

  mutating func clearFormattingToMarker() {
    while let last = formatting.popLast(), last.entry != nil {}
  }

  private func formattingIndex(of node: Int32) -> Int? {
    formatting.lastIndex { $0.entry?.node == node }
  }

  /// Returns the last active formatting element with this name after the last marker.
  func formattingIndex(named name: Int32) -> (index: Int, entry: ElementStack.Entry)? {
    for index in formatting.indices.reversed() {
      guard let entry = formatting[index].entry else { return nil }
      if entry.name == name { return (index, entry) }
    }
    return nil
  }

  mutating func removeFormatting(_ node: Int32) {
    if let index = formattingIndex(of: node) { formatting.remove(at: index) }
  }

  /// Runs the adoption agency algorithm: closes a formatting element that overlaps with other open elements.
  mutating func adopt(_ name: Int32) {
    if let current = stack.entries.last, current.namespace == .html, current.name == name,
      formattingIndex(of: current.node) == nil
    {
      pop()
      return
    }
    for _ in 0..<8 {
      guard let (_, subject) = formattingIndex(named: name) else { return anyOtherEndTag(name) }
      guard let place = stack.index(of: subject.node) else { return removeFormatting(subject.node) }
      if !stack.has(node: subject.node) { return }
      let isSpecial = { (entry: ElementStack.Entry) in Self.isSpecial(entry) }
      guard let furthest = stack.entries[(place + 1)...].firstIndex(where: isSpecial) else {
        pop(to: place)
        return removeFormatting(subject.node)
      }
      adopt(subject, at: place, furthest: furthest)
    }
  }

  private mutating func adopt(_ subject: ElementStack.Entry, at place: Int, furthest: Int) {
    let ancestor = stack.entries[place - 1].node
    let block = stack.entries[furthest].node
    var bookmark = formattingIndex(of: subject.node) ?? formatting.count
    var last = block
    var index = furthest
    var count = 0
    while true {
      count += 1
      index -= 1
      var entry = stack.entries[index]
      if entry.node == subject.node { break }
      var formattingPlace = formattingIndex(of: entry.node)
      if count > 3, let found = formattingPlace {
        formatting.remove(at: found)
        if found < bookmark { bookmark -= 1 }
        formattingPlace = nil
      }
      guard let formattingPlace else {
        document.nodes[Int(entry.node)].isOpen = false
        stack.remove(at: index)
        continue
      }
      let copy = element(name: entry.name, attributes: document.range(entry.node))
      document.nodes[Int(entry.node)].isOpen = false
      document.nodes[Int(copy)].isOpen = true
      entry.node = copy
      stack.replace(at: index, by: entry)
      formatting[formattingPlace] = .element(entry)
      if last == block { bookmark = formattingPlace + 1 }
      document.remove(last)
      document.insert(last, into: copy)
      last = copy
    }
    document.remove(last)
    let target = self.place(in: ancestor, isFostered: true)
    document.insert(last, into: target.parent, before: target.before)
    let copy = element(name: subject.name, attributes: document.range(subject.node))
    document.moveChildren(of: block, to: copy)
    document.insert(copy, into: block)
    let entry = ElementStack.Entry(node: copy, name: subject.name, namespace: .html)
    if let old = formattingIndex(of: subject.node) {
      formatting.remove(at: old)
      if old < bookmark { bookmark -= 1 }
    }
    formatting.insert(.element(entry), at: min(bookmark, formatting.count))
    if let old = stack.index(of: subject.node) { stack.remove(at: old) }
    document.nodes[Int(subject.node)].isOpen = false
    document.nodes[Int(copy)].isOpen = true
    if let index = stack.index(of: block) { stack.insert(entry, at: index + 1) }
  }
}
