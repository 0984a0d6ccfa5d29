/// The insertion modes for tables, including foster parenting.
extension TreeBuilder {
  private static let tableContext = TagSet(.table, .template, .html)
  private static let bodyContext = TagSet(.tbody, .tfoot, .thead, .template, .html)
  private static let rowContext = TagSet(.tr, .template, .html)

  mutating func inTable(_ token: Token) {
    switch token {
    case .space, .text:
      if let current = stack.entries.last,
        current.isHTML(TagSet(.table, .tbody, .template, .tfoot, .thead, .tr))
      {
        tableText = []
        originalMode = mode
        mode = .inTableText
        return take(token)
      }
    case .comment: return insertComment()
    case .doctype: return
    case .start(.caption):
      popUntil(Self.tableContext)
      formatting.append(.marker)
      insert()
      mode = .inCaption
      return
    case .start(.colgroup):
      popUntil(Self.tableContext)
      insert()
      mode = .inColumnGroup
      return
    case .start(.col):
      popUntil(Self.tableContext)
      insert(implied: .colgroup)
      mode = .inColumnGroup
      return take(token)
    case .start(.tbody), .start(.tfoot), .start(.thead):
      popUntil(Self.tableContext)
      insert()
      mode = .inTableBody
      return
    case .start(.td), .start(.th), .start(.tr):
      popUntil(Self.tableContext)
      insert(implied: .tbody)
      mode = .inTableBody
      return take(token)
    case .start(.table):
      guard stack.has(.table, in: .table) else { return }
      pop(through: .table)
      resetMode()
      return take(token)
    case .end(.table):
      guard stack.has(.table, in: .table) else { return }
      pop(through: .table)
      return resetMode()
    case .end(.body), .end(.caption), .end(.col), .end(.colgroup), .end(.html), .end(.tbody), .end(.td),
      .end(.tfoot), .end(.th), .end(.thead), .end(.tr):
      return
    case .start(.style), .start(.script), .start(.template), .end(.template): return inHead(token)
    case .start(.input): if isHiddenInput { return insertVoid() }
    case .start(.form):
      if form != 0 || stack.isOpen(.template) { return }
      form = insert()
      pop()
      return
    case .endOfFile: return inBody(token)
    default: break
    }
    foster(token)
  }

  private mutating func foster(_ token: Token) {
    isFostering = true
    inBody(token)
    isFostering = false
  }

  /// Handles the "in table text" mode: whitespace stays in the table, and other text is moved before it.
  mutating func inTableText(_ token: Token) {
    switch token {
    case .space(let text), .text(let text): tableText += text.contains(0) ? text.filter { $0 != 0 } : text
    default:
      let text = tableText
      tableText = []
      mode = originalMode
      if text.allSatisfy(\.isHTMLSpace) { insertText(text) } else { foster(.text(text)) }
      take(token)
    }
  }

  mutating func inCaption(_ token: Token) {
    switch token {
    case .end(.caption): _ = endCaption()
    case .start(.caption), .start(.col), .start(.colgroup), .start(.tbody), .start(.td), .start(.tfoot),
      .start(.th), .start(.thead), .start(.tr), .end(.table):
      if endCaption() { take(token) }
    case .end(.body), .end(.col), .end(.colgroup), .end(.html), .end(.tbody), .end(.td), .end(.tfoot),
      .end(.th), .end(.thead), .end(.tr):
      return
    default: inBody(token)
    }
  }

  private mutating func endCaption() -> Bool {
    guard stack.has(.caption, in: .table) else { return false }
    generateImpliedEndTags()
    pop(through: .caption)
    clearFormattingToMarker()
    mode = .inTable
    return true
  }

  mutating func inColumnGroup(_ token: Token) {
    switch token {
    case .space(let text): return insertText(text)
    case .comment: return insertComment()
    case .doctype: return
    case .start(.html): return inBody(token)
    case .start(.col): return insertVoid()
    case .end(.colgroup):
      guard stack.currentTag == .colgroup else { return }
      pop()
      mode = .inTable
      return
    case .end(.col): return
    case .start(.template), .end(.template): return inHead(token)
    case .endOfFile: return inBody(token)
    default: break
    }
    guard stack.currentTag == .colgroup else { return }
    pop()
    mode = .inTable
    take(token)
  }

  mutating func inTableBody(_ token: Token) {
    switch token {
    case .start(.tr):
      popUntil(Self.bodyContext)
      insert()
      mode = .inRow
    case .start(.th), .start(.td):
      popUntil(Self.bodyContext)
      insert(implied: .tr)
      mode = .inRow
      take(token)
    case .end(.tbody), .end(.tfoot), .end(.thead):
      guard let tag = Tag(rawValue: tokenizer.tag.name), stack.has(tag, in: .table) else { return }
      popUntil(Self.bodyContext)
      pop()
      mode = .inTable
    case .start(.caption), .start(.col), .start(.colgroup), .start(.tbody), .start(.tfoot), .start(.thead),
      .end(.table):
      guard stack.hasAny(TagSet(.tbody, .tfoot, .thead), in: .table) else { return }
      popUntil(Self.bodyContext)
      pop()
      mode = .inTable
      take(token)
    case .end(.body), .end(.caption), .end(.col), .end(.colgroup), .end(.html), .end(.td), .end(.th),
      .end(.tr):
      return
    default: inTable(token)
    }
  }

  mutating func inRow(_ token: Token) {
    switch token {
    case .start(.th), .start(.td):
      popUntil(Self.rowContext)
      insert()
      mode = .inCell
      formatting.append(.marker)
    case .end(.tr): _ = endRow()
    case .start(.caption), .start(.col), .start(.colgroup), .start(.tbody), .start(.tfoot), .start(.thead),
      .start(.tr), .end(.table):
      if endRow() { take(token) }
    case .end(.tbody), .end(.tfoot), .end(.thead):
      guard let tag = Tag(rawValue: tokenizer.tag.name), stack.has(tag, in: .table), endRow() else { return }
      take(token)
    case .end(.body), .end(.caption), .end(.col), .end(.colgroup), .end(.html), .end(.td), .end(.th): return
    default: inTable(token)
    }
  }

  private mutating func endRow() -> Bool {
    guard stack.has(.tr, in: .table) else { return false }
    popUntil(Self.rowContext)
    pop()
    mode = .inTableBody
    return true
  }

  mutating func inCell(_ token: Token) {
    switch token {
    case .end(.td), .end(.th):
      guard let tag = Tag(rawValue: tokenizer.tag.name), stack.has(tag, in: .table) else { return }
      generateImpliedEndTags()
      pop(through: tag)
      clearFormattingToMarker()
      mode = .inRow
    case .start(.caption), .start(.col), .start(.colgroup), .start(.tbody), .start(.td), .start(.tfoot),
      .start(.th), .start(.thead), .start(.tr):
      if closeCell() { take(token) }
    case .end(.body), .end(.caption), .end(.col), .end(.colgroup), .end(.html): return
    case .end(.table), .end(.tbody), .end(.tfoot), .end(.thead), .end(.tr):
      guard let tag = Tag(rawValue: tokenizer.tag.name), stack.has(tag, in: .table), closeCell() else {
        return
      }
      take(token)
    default: inBody(token)
    }
  }

  private mutating func closeCell() -> Bool {
    guard stack.hasAny(TagSet(.td, .th), in: .table) else { return false }
    generateImpliedEndTags()
    popUntil(TagSet(.td, .th))
    pop()
    clearFormattingToMarker()
    mode = .inRow
    return true
  }
}
