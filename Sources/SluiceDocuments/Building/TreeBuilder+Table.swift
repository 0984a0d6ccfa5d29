/// The insertion modes for tables, including foster parenting.
extension TreeBuilder {
  private static let tableContext = TagSet(.table, .template, .html)
  private static let bodyContext = TagSet(.tbody, .tfoot, .thead, .template, .html)
  private static let rowContext = TagSet(.tr, .template, .html)
  private static let parts = TagSet(.caption, .col, .colgroup, .tbody, .td, .tfoot, .th, .thead, .tr)
  /// The end tags that modes ignore if they do not handle them.
  private static let ignoredEnds = TagSet(parts, tags: .body, .html)

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
      enter(.inCaption, in: Self.tableContext)
      return formatting.append(.marker)
    case .start(.colgroup): return enter(.inColumnGroup, in: Self.tableContext)
    case .start(.col):
      enter(.inColumnGroup, in: Self.tableContext, implied: .colgroup)
      return take(token)
    case .start(.tbody), .start(.tfoot), .start(.thead): return enter(.inTableBody, in: Self.tableContext)
    case .start(.td), .start(.th), .start(.tr):
      enter(.inTableBody, in: Self.tableContext, implied: .tbody)
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
    case .end(Self.ignoredEnds): return
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

  /// Closes the elements inside those of a context, opens an element for the current tag or an implied one, and
  /// sets its mode.
  private mutating func enter(_ mode: InsertionMode, in context: TagSet, implied tag: Tag? = nil) {
    popUntil(context)
    if let tag { insert(implied: tag) } else { insert() }
    self.mode = mode
  }

  /// Closes the elements inside those of a context and the innermost one of these, and sets the mode outside.
  private mutating func leave(_ context: TagSet, to mode: InsertionMode) {
    popUntil(context)
    pop()
    self.mode = mode
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
    case .start(Self.parts), .end(.table): if endCaption() { take(token) }
    case .end(Self.ignoredEnds): return
    default: inBody(token)
    }
  }

  private mutating func endCaption() -> Bool {
    guard stack.has(.caption, in: .table) else { return false }
    close(.caption)
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
    take(token, in: .inTable)
  }

  mutating func inTableBody(_ token: Token) {
    switch token {
    case .start(.tr): enter(.inRow, in: Self.bodyContext)
    case .start(.th), .start(.td):
      enter(.inRow, in: Self.bodyContext, implied: .tr)
      take(token)
    case .end(.tbody), .end(.tfoot), .end(.thead):
      guard let tag = Tag(rawValue: tokenizer.tag.name), stack.has(tag, in: .table) else { return }
      leave(Self.bodyContext, to: .inTable)
    case .start(Self.parts), .end(.table):
      guard stack.hasAny(TagSet(.tbody, .tfoot, .thead), in: .table) else { return }
      leave(Self.bodyContext, to: .inTable)
      take(token)
    case .end(Self.ignoredEnds): return
    default: inTable(token)
    }
  }

  mutating func inRow(_ token: Token) {
    switch token {
    case .start(.th), .start(.td):
      enter(.inCell, in: Self.rowContext)
      formatting.append(.marker)
    case .end(.tr): _ = endRow()
    case .start(Self.parts), .end(.table): if endRow() { take(token) }
    case .end(.tbody), .end(.tfoot), .end(.thead):
      guard let tag = Tag(rawValue: tokenizer.tag.name), stack.has(tag, in: .table), endRow() else { return }
      take(token)
    case .end(Self.ignoredEnds): return
    default: inTable(token)
    }
  }

  private mutating func endRow() -> Bool {
    guard stack.has(.tr, in: .table) else { return false }
    leave(Self.rowContext, to: .inTableBody)
    return true
  }

  mutating func inCell(_ token: Token) {
    switch token {
    case .end(.td), .end(.th):
      guard let tag = Tag(rawValue: tokenizer.tag.name), stack.has(tag, in: .table) else { return }
      close(tag)
      clearFormattingToMarker()
      mode = .inRow
    case .start(Self.parts): if closeCell() { take(token) }
    case .end(.table), .end(.tbody), .end(.tfoot), .end(.thead), .end(.tr):
      guard let tag = Tag(rawValue: tokenizer.tag.name), stack.has(tag, in: .table), closeCell() else {
        return
      }
      take(token)
    case .end(Self.ignoredEnds): return
    default: inBody(token)
    }
  }

  private mutating func closeCell() -> Bool {
    guard stack.hasAny(TagSet(.td, .th), in: .table) else { return false }
    generateImpliedEndTags()
    leave(TagSet(.td, .th), to: .inRow)
    clearFormattingToMarker()
    return true
  }
}

/// The insertion modes for `select` and `template`.
extension TreeBuilder {
  mutating func inSelect(_ token: Token) {
    switch token {
    case .space(let text), .text(let text): insertText(text.contains(0) ? text.filter { $0 != 0 } : text)
    case .comment: insertComment()
    case .doctype: return
    case .start(.html): inBody(token)
    case .start(.option):
      if stack.currentTag == .option { pop() }
      insert()
    case .start(.optgroup):
      closeOptions()
      insert()
    case .start(.hr):
      closeOptions()
      insertVoid()
    case .end(.optgroup):
      if stack.currentTag == .option, stack.count > 1, stack.entries[stack.count - 2].tag == .optgroup {
        pop()
      }
      if stack.currentTag == .optgroup { pop() }
    case .end(.option): if stack.currentTag == .option { pop() }
    case .end(.select), .start(.select): _ = endSelect()
    case .start(.input), .start(.keygen), .start(.textarea): if endSelect() { take(token) }
    case .start(.script), .start(.template), .end(.template): inHead(token)
    case .endOfFile: inBody(token)
    case .start, .end: return
    }
  }

  private mutating func closeOptions() {
    if stack.currentTag == .option { pop() }
    if stack.currentTag == .optgroup { pop() }
  }

  private mutating func endSelect() -> Bool {
    guard stack.has(.select, in: .select) else { return false }
    pop(through: .select)
    resetMode()
    return true
  }

  mutating func inSelectInTable(_ token: Token) {
    switch token {
    case .start(.caption), .start(.table), .start(.tbody), .start(.tfoot), .start(.thead), .start(.tr),
      .start(.td), .start(.th):
      pop(through: .select)
      resetMode()
      take(token)
    case .end(.caption), .end(.table), .end(.tbody), .end(.tfoot), .end(.thead), .end(.tr), .end(.td),
      .end(.th):
      guard let tag = Tag(rawValue: tokenizer.tag.name), stack.has(tag, in: .table) else { return }
      pop(through: .select)
      resetMode()
      take(token)
    default: inSelect(token)
    }
  }

  mutating func inTemplate(_ token: Token) {
    switch token {
    case .space, .text, .comment, .doctype: inBody(token)
    case .start(.base), .start(.basefont), .start(.bgsound), .start(.link), .start(.meta), .start(.noframes),
      .start(.script), .start(.style), .start(.template), .start(.title), .end(.template):
      inHead(token)
    case .start(.caption), .start(.colgroup), .start(.tbody), .start(.tfoot), .start(.thead):
      switchTemplate(to: .inTable, token)
    case .start(.col): switchTemplate(to: .inColumnGroup, token)
    case .start(.tr): switchTemplate(to: .inTableBody, token)
    case .start(.td), .start(.th): switchTemplate(to: .inRow, token)
    case .start: switchTemplate(to: .inBody, token)
    case .end: return
    case .endOfFile:
      guard stack.isOpen(.template) else { return }
      pop(through: .template)
      leaveTemplate()
      take(token)
    }
  }

  private mutating func switchTemplate(to mode: InsertionMode, _ token: Token) {
    if !templateModes.isEmpty { templateModes.removeLast() }
    templateModes.append(mode)
    self.mode = mode
    take(token)
  }
}
