import SluiceLists
import SluiceSyntax

extension OpenDocument {
  /// Returns the sections of the list, which begin at headings between dashes or asterisks, and its `!#if`
  /// blocks.
  func symbols() -> [DocumentSymbol] {
    var sections: [DocumentSymbol] = []
    var section: DocumentSymbol?
    /// The open blocks, outermost first.
    var open: [DocumentSymbol] = []
    func add(_ symbol: DocumentSymbol) {
      if open.isEmpty {
        if section == nil { sections.append(symbol) } else { section?.children.append(symbol) }
      } else {
        open[open.count - 1].children.append(symbol)
      }
    }
    func close(before line: Int) {
      guard var last = section else { return }
      last.range.end = range(ofLine: max(line - 1, last.range.start.line)).end
      sections.append(last)
      section = nil
    }
    for line in text.lines.indices where text.lines[line].bytes.first == ASCII.bang {
      let list = FilterList(parsing: content(ofLine: line))
      let parsed = list.lines.first
      switch parsed?.content {
      case .directive(let directive):
        switch directive.kind {
        case .if where open.count < Self.maximumDepth:
          open.append(symbol(list.bytes.span.text(directive.argument), .event, line, prefix: "!#if "))
        case .endif:
          guard var block = open.popLast() else { continue }
          block.range.end = range(ofLine: line).end
          add(block)
        case .if, .else, .include, .safari_cb_affinity: break
        }
      case .comment:
        guard let title = Self.title(content(ofLine: line)), open.isEmpty else { continue }
        close(before: line)
        section = symbol(title, .namespace, line)
      case .blank, .header, .metadata, .hint, .network, .cosmetic, .hosts, .continuation, .rejected, nil:
        break
      }
    }
    let end = text.lines.count
    while var block = open.popLast() {
      block.range.end = range(ofLine: end - 1).end
      add(block)
    }
    close(before: end)
    return sections
  }

  /// The maximum nesting depth of shown blocks.
  private static let maximumDepth = 32

  private func symbol(_ name: String, _ kind: DocumentSymbol.Kind, _ line: Int, prefix: String = "")
    -> DocumentSymbol
  {
    // A symbol's name must be short and not empty.
    let shown = DisplayText.escaping(String((prefix + name).prefix(100)))
    return DocumentSymbol(
      name: shown, kind: kind, range: range(ofLine: line), selectionRange: range(ofLine: line))
  }

  /// Returns the title in a decorated comment, such as `! ---- Sites ---- !`.
  private static func title(_ comment: ArraySlice<UInt8>) -> String? {
    let signs = Set("-=*#!~ \t".utf8)
    let start = comment.dropFirst().drop { $0 == 0x20 || $0 == 0x09 }
    guard let first = start.first, Set("-=*".utf8).contains(first),
      start.prefix(3).allSatisfy({ $0 == first }),
      start.count >= 3, let from = start.firstIndex(where: { !signs.contains($0) }),
      let last = start.lastIndex(where: { !signs.contains($0) })
    else { return nil }
    return String(decoding: start[from...last], as: UTF8.self)
  }
}
