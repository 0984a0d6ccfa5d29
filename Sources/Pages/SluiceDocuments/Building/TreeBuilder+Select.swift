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
