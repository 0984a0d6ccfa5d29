extension HTMLDocument {
  /// The tree as indented text with one node per line, for tests and debugging.
  ///
  /// Names have a namespace prefix unless they are HTML names, attributes are sorted by name, and text is
  /// quoted.
  public var outlineText: String {
    var lines: [String] = []
    var pending: String?
    var depth = 0
    var node: Int32 = 0
    func flush() {
      if let text = pending { lines.append(text + "\"") }
      pending = nil
    }
    while true {
      let handle = Node(index: node)
      let indent = String(repeating: " ", count: max(depth - 1, 0))
      switch nodes[Int(node)].kind {
      case .document: break
      case .doctype:
        flush()
        lines.append(indent + "!doctype")
      case .comment:
        flush()
        lines.append(indent + "!--")
      case .element:
        flush()
        let prefix =
          switch namespace(of: handle) {
          case .html: ""
          case .svg: "svg "
          case .mathML: "math "
          }
        let words = attributes(of: handle).map {
          " \(String(decoding: $0.name, as: UTF8.self))=\(String(decoding: $0.value, as: UTF8.self))"
        }
        lines.append(
          indent + prefix + String(decoding: name(of: handle), as: UTF8.self) + words.sorted().joined())
      case .text:
        // Adjacent text nodes form a single text.
        pending = (pending ?? indent + "\"") + String(decoding: text(of: handle), as: UTF8.self)
      }
      if nodes[Int(node)].firstChild != 0 {
        flush()
        node = nodes[Int(node)].firstChild
        depth += 1
        continue
      }
      while node != 0, nodes[Int(node)].next == 0 {
        flush()
        node = nodes[Int(node)].parent
        depth -= 1
      }
      if node == 0 {
        flush()
        return lines.joined(separator: "\n")
      }
      node = nodes[Int(node)].next
    }
  }
}
