import SluiceDocuments

extension HTMLDocument {
  /// The tree as indented text with one node per line, as `query_documents.js` writes it.
  ///
  /// Names have a namespace prefix unless they are HTML names, attributes are sorted by name, and text is
  /// quoted.
  var outlineText: String { outline(of: .document, indent: "").joined(separator: "\n") }

  private func outline(of parent: Node, indent: String) -> [String] {
    var lines: [String] = []
    // Adjacent text nodes form a single text.
    var pending = ""
    for node in children(of: parent) {
      if kind(of: node) == .text {
        pending += String(decoding: text(of: node), as: UTF8.self)
        continue
      }
      if !pending.isEmpty { lines.append("\(indent)\"\(pending)\"") }
      pending = ""
      switch kind(of: node) {
      case .doctype: lines.append(indent + "!doctype")
      case .comment: lines.append(indent + "!--")
      case .element: lines.append(indent + tag(node))
      case .document, .text: break
      }
      lines += outline(of: node, indent: indent + " ")
    }
    if !pending.isEmpty { lines.append("\(indent)\"\(pending)\"") }
    return lines
  }

  private func tag(_ element: Node) -> String {
    let prefix =
      switch namespace(of: element) {
      case .html: ""
      case .svg: "svg "
      case .mathML: "math "
      }
    let words = attributes(of: element).map {
      " \(String(decoding: $0.name, as: UTF8.self))=\(String(decoding: $0.value, as: UTF8.self))"
    }
    return prefix + String(decoding: name(of: element), as: UTF8.self) + words.sorted().joined()
  }
}
