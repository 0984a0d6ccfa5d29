/// The insertion modes before the body.
extension TreeBuilder {
  mutating func initial(_ token: Token) {
    switch token {
    case .space: return
    case .comment: return insertComment(into: 0)
    case .doctype:
      let node = document.add(HTMLDocument.Record(kind: .doctype, offset: Int32(clamping: tokenizer.start)))
      document.insert(node, into: 0)
      document.mode = tokenizer.doctype.mode
      mode = .beforeHTML
      return
    default: break
    }
    document.mode = .quirks
    take(token, in: .beforeHTML)
  }

  mutating func beforeHTML(_ token: Token) {
    switch token {
    case .doctype, .space: return
    case .comment: return insertComment(into: 0)
    case .start(.html):
      insert()
      mode = .beforeHead
      return
    case .end(.head), .end(.body), .end(.html), .end(.br): break
    case .end: return
    default: break
    }
    insert(implied: .html)
    take(token, in: .beforeHead)
  }

  mutating func beforeHead(_ token: Token) {
    switch token {
    case .space, .doctype: return
    case .comment: return insertComment()
    case .start(.html): return inBody(token)
    case .start(.head):
      head = insert()
      mode = .inHead
      return
    case .end(.head), .end(.body), .end(.html), .end(.br): break
    case .end: return
    default: break
    }
    head = insert(implied: .head)
    take(token, in: .inHead)
  }

  mutating func inHead(_ token: Token) {
    switch token {
    case .space(let text): return insertText(text)
    case .comment: return insertComment()
    case .doctype: return
    case .start(.html): return inBody(token)
    case .start(.base), .start(.basefont), .start(.bgsound), .start(.link), .start(.meta):
      return insertVoid()
    case .start(.title): return insertText(.characters(.title))
    case .start(.noscript): return insertText(.raw(.noscript))
    case .start(.noframes): return insertText(.raw(.noframes))
    case .start(.style): return insertText(.raw(.style))
    case .start(.script): return insertText(.script)
    case .end(.head):
      pop()
      mode = .afterHead
      return
    case .start(.template): return beginTemplate()
    case .end(.template): return endTemplate()
    case .start(.head): return
    case .end(.body), .end(.html), .end(.br): break
    case .end: return
    default: break
    }
    pop()
    take(token, in: .afterHead)
  }

  private mutating func beginTemplate() {
    insert()
    formatting.append(.marker)
    isFramesetAllowed = false
    mode = .inTemplate
    templateModes.append(.inTemplate)
  }

  mutating func endTemplate() {
    guard stack.isOpen(.template) else { return }
    generateImpliedEndTags(Self.allImplied)
    pop(through: .template)
    leaveTemplate()
  }

  mutating func leaveTemplate() {
    clearFormattingToMarker()
    if !templateModes.isEmpty { templateModes.removeLast() }
    resetMode()
  }

  mutating func afterHead(_ token: Token) {
    switch token {
    case .space(let text): return insertText(text)
    case .comment: return insertComment()
    case .doctype: return
    case .start(.html): return inBody(token)
    case .start(.body):
      insert()
      isFramesetAllowed = false
      mode = .inBody
      return
    case .start(.frameset):
      insert()
      mode = .inFrameset
      return
    case .start(.base), .start(.basefont), .start(.bgsound), .start(.link), .start(.meta), .start(.noframes),
      .start(.script), .start(.style), .start(.template), .start(.title):
      // These elements are added to the closed head.
      stack.push(ElementStack.Entry(node: head, name: Tag.head.rawValue, namespace: .html))
      inHead(token)
      if let index = stack.index(of: head) { stack.remove(at: index) }
      return
    case .end(.template): return endTemplate()
    case .end(.body), .end(.html), .end(.br): break
    case .start(.head), .end: return
    default: break
    }
    insert(implied: .body)
    take(token, in: .inBody)
  }

  mutating func inText(_ token: Token) {
    switch token {
    case .space(let text), .text(let text): insertText(text)
    case .endOfFile:
      pop()
      take(token, in: originalMode)
    case .end:
      pop()
      mode = originalMode
    case .start, .comment, .doctype: break
    }
  }

  /// Sets the insertion mode that the open elements require.
  mutating func resetMode() {
    for (index, entry) in stack.entries.enumerated().reversed() {
      switch entry.tag {
      case .select:
        let isInTable =
          stack.entries[..<index].lazy.reversed()
          .first { $0.isHTML(TagSet(.template, .table)) }?.tag == .table
        mode = isInTable ? .inSelectInTable : .inSelect
      case .td where index > 0, .th where index > 0: mode = .inCell
      case .tr: mode = .inRow
      case .tbody, .thead, .tfoot: mode = .inTableBody
      case .caption: mode = .inCaption
      case .colgroup: mode = .inColumnGroup
      case .table: mode = .inTable
      case .template: mode = templateModes.last ?? .inBody
      case .head where index > 0: mode = .inHead
      case .body: mode = .inBody
      case .frameset: mode = .inFrameset
      case .html: mode = head == 0 ? .beforeHead : .afterHead
      default:
        if index > 0 { continue }
        mode = .inBody
      }
      return
    }
  }
}
