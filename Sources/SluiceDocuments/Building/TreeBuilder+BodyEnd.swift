/// End tags in the "in body" insertion mode, and the insertion modes after the body and for framesets.
extension TreeBuilder {
  mutating func endInBody(_ tag: Tag?, token: Token) {
    switch tag {
    case .template: endTemplate()
    case .body: if stack.has(.body) { mode = .afterBody }
    case .html:
      guard stack.has(.body) else { return }
      take(token, in: .afterBody)
    case .address, .article, .aside, .blockquote, .button, .center, .details, .dialog, .dir, .div, .dl,
      .fieldset, .figcaption, .figure, .footer, .header, .hgroup, .listing, .main, .menu, .nav, .ol, .pre,
      .search, .section, .summary, .ul:
      if let tag, stack.has(tag) { close(tag) }
    case .form: endForm()
    case .p:
      if !stack.has(.p, in: .button) { insert(implied: .p) }
      closeParagraph()
    case .li:
      if stack.has(.li, in: .listItem) { close(.li, except: .li) }
    case .dd, .dt: if let tag, stack.has(tag) { close(tag, except: tag) }
    case .h1, .h2, .h3, .h4, .h5, .h6:
      guard stack.hasAny(Self.headings) else { return }
      generateImpliedEndTags()
      popUntil(Self.headings)
      pop()
    case .a, .b, .big, .code, .em, .font, .i, .nobr, .s, .small, .strike, .strong, .tt, .u:
      adopt(tokenizer.tag.name)
    case .applet, .marquee, .object:
      guard let tag, stack.has(tag) else { return }
      close(tag)
      clearFormattingToMarker()
    case .br:
      reconstructFormatting()
      _ = insertClosed(name: Tag.br.rawValue, attributes: 0..<0)
      isFramesetAllowed = false
    default: anyOtherEndTag(tokenizer.tag.name)
    }
  }

  private mutating func endForm() {
    if stack.isOpen(.template) {
      if stack.has(.form) { close(.form) }
      return
    }
    let node = form
    form = 0
    guard node != 0, stack.has(node: node) else { return }
    generateImpliedEndTags()
    guard let index = stack.index(of: node) else { return }
    document.nodes[Int(node)].isOpen = false
    stack.remove(at: index)
  }

  mutating func anyOtherEndTag(_ name: Int32) {
    guard stack.isOpen(name) else { return }
    for index in stack.entries.indices.reversed() {
      let entry = stack.entries[index]
      if entry.namespace == .html, entry.name == name {
        generateImpliedEndTags(except: Tag(rawValue: name))
        return pop(to: index)
      }
      if Self.isSpecial(entry) { return }
    }
  }

  // MARK: After the body

  mutating func afterBody(_ token: Token) {
    switch token {
    case .space, .start(.html): inBody(token)
    case .comment: insertComment(into: stack.entries.first?.node)
    case .doctype: return
    case .end(.html): mode = .afterAfterBody
    case .endOfFile: return
    default:
      take(token, in: .inBody)
    }
  }

  mutating func afterAfterBody(_ token: Token) {
    switch token {
    case .comment: insertComment(into: 0)
    case .doctype, .space, .start(.html): inBody(token)
    case .endOfFile: return
    default:
      take(token, in: .inBody)
    }
  }

  // MARK: Framesets

  mutating func inFrameset(_ token: Token) {
    switch token {
    case .space(let text): insertText(text)
    case .text(let text): insertText(text.filter(\.isHTMLSpace))
    case .comment: insertComment()
    case .start(.html): inBody(token)
    case .start(.frameset): insert()
    case .end(.frameset):
      guard stack.count > 1 else { return }
      pop()
      if stack.currentTag != .frameset { mode = .afterFrameset }
    case .start(.frame): insertVoid()
    case .start(.noframes): inHead(token)
    case .start, .end, .doctype, .endOfFile: return
    }
  }

  mutating func afterFrameset(_ token: Token) {
    switch token {
    case .space(let text): insertText(text)
    case .text(let text): insertText(text.filter(\.isHTMLSpace))
    case .comment: insertComment()
    case .start(.html): inBody(token)
    case .end(.html): mode = .afterAfterFrameset
    case .start(.noframes): inHead(token)
    case .start, .end, .doctype, .endOfFile: return
    }
  }

  mutating func afterAfterFrameset(_ token: Token) {
    switch token {
    case .comment: insertComment(into: 0)
    case .doctype, .space, .start(.html): inBody(token)
    case .start(.noframes): inHead(token)
    case .text, .start, .end, .endOfFile: return
    }
  }
}
