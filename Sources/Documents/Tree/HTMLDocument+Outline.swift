extension HTMLDocument {
  /// The tree as text, a node a line, indented by its depth: names with the namespace if it is not HTML's, attributes in
  /// the order of their names, text in quotes. For tests and for looking at it.
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
        // Text that stands side by side is one.
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
