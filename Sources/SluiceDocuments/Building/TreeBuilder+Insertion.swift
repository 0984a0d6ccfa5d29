import SluiceText

extension TreeBuilder {
  /// A place for a node: before a child of the parent, or after all children.
  struct InsertionPoint {
    var parent: Int32
    var before: Int32 = 0
  }

  /// Returns the "appropriate place for inserting a node" (HTML 13.2.6.1).
  func place(in target: Int32? = nil, isFostered: Bool = false) -> InsertionPoint {
    let parent = target ?? stack.current
    let record = document.nodes[Int(parent)]
    guard isFostering || isFostered, record.kind == .element, record.namespace == .html,
      Self.fostering.contains(record.name)
    else { return InsertionPoint(parent: parent) }
    let table = stack.lastIndex(of: .table)
    if let template = stack.lastIndex(of: .template), template > table ?? -1 {
      return InsertionPoint(parent: stack.entries[template].node)
    }
    guard let table else { return InsertionPoint(parent: stack.entries.first?.node ?? 0) }
    let node = stack.entries[table].node
    if document.nodes[Int(node)].isAttached {
      return InsertionPoint(parent: document.nodes[Int(node)].parent, before: node)
    }
    return InsertionPoint(parent: stack.entries[table - 1].node)
  }

  private static let fostering = TagSet(.table, .tbody, .tfoot, .thead, .tr)

  /// Returns the place for the next node other than text.
  ///
  /// At the maximum depth, the innermost element is closed, and the node becomes its sibling. WebKit inserts
  /// nodes at the end of a token, so elements of the same token have no parent yet and are not closed.
  private mutating func boundedPlace() -> InsertionPoint {
    let place = place()
    guard stack.isDeep, place.before == 0, place.parent < firstOfToken || stack.isFull else {
      return place
    }
    let record = document.nodes[Int(place.parent)]
    guard record.isAttached else { return place }
    pop()
    return InsertionPoint(parent: record.parent)
  }

  mutating func element(
    _ namespace: HTMLDocument.Namespace = .html, name: Int32, attributes: Range<Int>
  ) -> Int32 {
    document.add(
      HTMLDocument.Record(
        kind: .element, namespace: namespace, name: name, first: Int32(attributes.lowerBound),
        attributeCount: Int32(attributes.count), offset: Int32(clamping: tokenizer.start)))
  }

  mutating func insertClosed(
    _ namespace: HTMLDocument.Namespace = .html, name: Int32, attributes: Range<Int>
  ) -> ElementStack.Entry {
    let place = boundedPlace()
    let node = element(namespace, name: name, attributes: attributes)
    document.insert(node, into: place.parent, before: place.before)
    return ElementStack.Entry(node: node, name: name, namespace: namespace)
  }

  /// Inserts an element for the current tag and opens it.
  @discardableResult
  mutating func insert() -> Int32 {
    open(insertClosed(name: tokenizer.tag.name, attributes: tokenizer.tag.attributes))
  }

  @discardableResult
  mutating func insert(implied tag: Tag) -> Int32 {
    open(insertClosed(name: tag.rawValue, attributes: 0..<0))
  }

  mutating func insertVoid() {
    _ = insertClosed(name: tokenizer.tag.name, attributes: tokenizer.tag.attributes)
  }

  @discardableResult
  mutating func open(_ entry: ElementStack.Entry) -> Int32 {
    stack.push(entry)
    document.nodes[Int(entry.node)].isOpen = true
    return entry.node
  }

  @discardableResult
  mutating func pop() -> ElementStack.Entry? {
    guard let entry = stack.pop() else { return nil }
    document.nodes[Int(entry.node)].isOpen = false
    return entry
  }

  mutating func pop(through tag: Tag) {
    guard let index = stack.lastIndex(of: tag) else { return }
    pop(to: index)
  }

  /// Pops elements down to and including the one at this index.
  mutating func pop(to index: Int) {
    while stack.count > max(index, 1), pop() != nil {}
  }

  mutating func popUntil(_ set: TagSet) {
    while let entry = stack.entries.last, !entry.isHTML(set), pop() != nil {}
  }

  mutating func insertText(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    let place = place()
    // The document node cannot contain text.
    if document.nodes[Int(place.parent)].kind == .document { return }
    let before =
      place.before == 0
      ? document.nodes[Int(place.parent)].lastChild : document.nodes[Int(place.before)].previous
    let end = Int32(document.text.count)
    document.text += bytes
    let last = document.nodes[Int(before)]
    if before != 0, last.kind == .text, last.first + last.name == end {
      document.nodes[Int(before)].name += Int32(bytes.count)
      return
    }
    let node = document.add(
      HTMLDocument.Record(
        kind: .text, name: Int32(bytes.count), first: end, offset: Int32(clamping: tokenizer.start)))
    document.insert(node, into: place.parent, before: place.before)
  }

  mutating func insertComment(into target: Int32? = nil) {
    let place = target.map { InsertionPoint(parent: $0) } ?? boundedPlace()
    let node = document.add(
      HTMLDocument.Record(kind: .comment, offset: Int32(clamping: tokenizer.start)))
    document.insert(node, into: place.parent, before: place.before)
  }

  /// Inserts an element whose text the tokenizer reads in a special state.
  mutating func insertText(_ state: HTMLTokenizer.State) {
    insert()
    tokenizer.state = state
    originalMode = mode
    mode = .text
  }

  mutating func addMissingAttributes(to node: Int32) {
    let known = document.range(node)
    let names = Set(document.attributes[known].map(\.name))
    let new = tokenizer.tag.attributes.filter { !names.contains(document.attributes[$0].name) }
    if new.isEmpty { return }
    let start = document.attributes.count
    document.attributes += Array(document.attributes[known])
    for index in new { document.attributes.append(document.attributes[index]) }
    document.nodes[Int(node)].first = Int32(start)
    document.nodes[Int(node)].attributeCount = Int32(document.attributes.count - start)
  }

  func tagAttribute(_ name: String) -> [UInt8]? {
    guard let number = document.names.number(of: Array(name.utf8).span),
      let index = tokenizer.tag.attributes.first(where: { document.attributes[$0].name == number })
    else { return nil }
    return [UInt8](document.value(of: document.attributes[index]))
  }
}
