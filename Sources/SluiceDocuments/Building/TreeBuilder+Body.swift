import SluiceText

/// The "in body" insertion mode (HTML 13.2.6.4.7).
extension TreeBuilder {
  mutating func inBody(_ token: Token) {
    switch token {
    case .space(let text):
      reconstructFormatting()
      insertText(text)
    case .text(let text):
      let text = text.contains(0) ? text.filter { $0 != 0 } : text
      if text.isEmpty { return }
      reconstructFormatting()
      insertText(text)
      if !text.allSatisfy(\.isHTMLSpace) { isFramesetAllowed = false }
    case .comment: insertComment()
    case .doctype: return
    case .start(let tag): startInBody(tag, token: token)
    case .end(let tag): endInBody(tag, token: token)
    case .endOfFile: if !templateModes.isEmpty { inTemplate(token) }
    }
  }

  static let headings = TagSet(.h1, .h2, .h3, .h4, .h5, .h6)

  private mutating func startInBody(_ tag: Tag?, token: Token) {
    switch tag {
    case .html:
      if !stack.isOpen(.template), let html = stack.entries.first?.node { addMissingAttributes(to: html) }
    case .base, .basefont, .bgsound, .link, .meta, .noframes, .script, .style, .template, .title:
      inHead(token)
    case .body:
      guard stack.count > 1, stack.entries[1].tag == .body, !stack.isOpen(.template) else { return }
      isFramesetAllowed = false
      addMissingAttributes(to: stack.entries[1].node)
    case .frameset: framesetInBody()
    case .address, .article, .aside, .blockquote, .center, .details, .dialog, .dir, .div, .dl, .fieldset,
      .figcaption, .figure, .footer, .header, .hgroup, .main, .menu, .nav, .ol, .p, .search, .section,
      .summary,
      .ul:
      closeParagraph()
      insert()
    case .h1, .h2, .h3, .h4, .h5, .h6:
      closeParagraph()
      if let current = stack.entries.last, current.isHTML(Self.headings) { pop() }
      insert()
    case .pre, .listing:
      closeParagraph()
      insert()
      dropsLineBreak = true
      isFramesetAllowed = false
    case .form:
      let isInTemplate = stack.isOpen(.template)
      if form != 0, !isInTemplate { return }
      closeParagraph()
      let node = insert()
      if !isInTemplate { form = node }
    case .li: startItem(TagSet(.li))
    case .dd, .dt: startItem(TagSet(.dd, .dt))
    case .plaintext:
      closeParagraph()
      insert()
      tokenizer.state = .plain
    case .button:
      if stack.has(.button) { close(.button) }
      reconstructFormatting()
      insert()
      isFramesetAllowed = false
    case .a:
      if let (_, entry) = formattingIndex(named: Tag.a.rawValue) {
        adopt(Tag.a.rawValue)
        removeFormatting(entry.node)
        if let index = stack.index(of: entry.node) {
          document.nodes[Int(entry.node)].isOpen = false
          stack.remove(at: index)
        }
      }
      reconstructFormatting()
      insertFormatting()
    case .b, .big, .code, .em, .font, .i, .s, .small, .strike, .strong, .tt, .u:
      reconstructFormatting()
      insertFormatting()
    case .nobr:
      reconstructFormatting()
      if stack.has(.nobr) {
        adopt(Tag.nobr.rawValue)
        reconstructFormatting()
      }
      insertFormatting()
    case .applet, .marquee, .object:
      reconstructFormatting()
      insert()
      formatting.append(.marker)
      isFramesetAllowed = false
    case .table:
      if document.mode != .quirks { closeParagraph() }
      insert()
      isFramesetAllowed = false
      mode = .inTable
    case .area, .br, .embed, .img, .keygen, .wbr:
      reconstructFormatting()
      insertVoid()
      isFramesetAllowed = false
    case .input:
      reconstructFormatting()
      insertVoid()
      if !isHiddenInput { isFramesetAllowed = false }
    case .param, .source, .track: insertVoid()
    case .hr:
      closeParagraph()
      insertVoid()
      isFramesetAllowed = false
    case .image:
      tokenizer.tag.name = Tag.img.rawValue
      startInBody(.img, token: .start(.img))
    case .textarea:
      insertText(.characters(.textarea))
      dropsLineBreak = true
      isFramesetAllowed = false
    case .xmp:
      closeParagraph()
      reconstructFormatting()
      isFramesetAllowed = false
      insertText(.raw(.xmp))
    case .iframe:
      isFramesetAllowed = false
      insertText(.raw(.iframe))
    case .noembed: insertText(.raw(.noembed))
    case .noscript: insertText(.raw(.noscript))
    case .select: startSelect()
    case .optgroup, .option:
      if stack.currentTag == .option { pop() }
      reconstructFormatting()
      insert()
    case .rb, .rtc:
      if stack.has(.ruby) { generateImpliedEndTags() }
      insert()
    case .rp, .rt:
      if stack.has(.ruby) { generateImpliedEndTags(except: .rtc) }
      insert()
    case .math:
      reconstructFormatting()
      insertForeign(.mathML)
    case .svg:
      reconstructFormatting()
      insertForeign(.svg)
    case .caption, .col, .colgroup, .frame, .head, .tbody, .td, .tfoot, .th, .thead, .tr: return
    default:
      reconstructFormatting()
      insert()
    }
  }

  private mutating func framesetInBody() {
    guard stack.count > 1, stack.entries[1].tag == .body, isFramesetAllowed else { return }
    document.remove(stack.entries[1].node)
    pop(to: 1)
    insert()
    mode = .inFrameset
  }

  private mutating func startSelect() {
    reconstructFormatting()
    insert()
    isFramesetAllowed = false
    switch mode {
    case .inTable, .inCaption, .inTableBody, .inRow, .inCell: mode = .inSelectInTable
    default: mode = .inSelect
    }
  }

  var isHiddenInput: Bool {
    tagAttribute("type").map { $0.span.equalsIgnoringCase(Array("hidden".utf8), range: 0..<$0.count) }
      ?? false
  }

  private mutating func startItem(_ names: TagSet) {
    isFramesetAllowed = false
    for entry in stack.entries.reversed() {
      if entry.isHTML(names), let tag = entry.tag {
        close(tag, except: tag)
        break
      }
      if Self.isSpecial(entry), !entry.isHTML(TagSet(.address, .div, .p)) { break }
    }
    closeParagraph()
    insert()
  }

  /// Closes the open paragraph in button scope, if there is one.
  mutating func closeParagraph() {
    if stack.has(.p, in: .button) { close(.p, except: .p) }
  }

  static let implied = TagSet(.dd, .dt, .li, .optgroup, .option, .p, .rb, .rp, .rt, .rtc)
  static let allImplied = TagSet(
    implied, tags: .caption, .colgroup, .tbody, .td, .tfoot, .th, .thead, .tr)

  mutating func generateImpliedEndTags(_ tags: TagSet = Self.implied, except tag: Tag? = nil) {
    while let current = stack.entries.last, current.isHTML(tags), current.tag != tag, pop() != nil {}
  }

  /// Closes the innermost element with this tag, after the elements inside it whose end tags are implied.
  mutating func close(_ tag: Tag, except exception: Tag? = nil) {
    generateImpliedEndTags(except: exception)
    pop(through: tag)
  }

  /// Returns whether an element is special: end tags of ordinary elements do not close it.
  static func isSpecial(_ entry: ElementStack.Entry) -> Bool {
    entry.namespace == .html ? special.contains(entry.name) : entry.isForeignBoundary
  }

  private static let special = TagSet(
    .address, .applet, .area, .article, .aside, .base, .basefont, .bgsound, .blockquote, .body, .br, .button,
    .caption, .center, .col, .colgroup, .dd, .details, .dir, .div, .dl, .dt, .embed, .fieldset, .figcaption,
    .figure, .footer, .form, .frame, .frameset, .h1, .h2, .h3, .h4, .h5, .h6, .head, .header, .hgroup, .hr,
    .html, .iframe, .img, .input, .keygen, .li, .link, .listing, .main, .marquee, .menu, .meta, .nav,
    .noembed,
    .noframes, .noscript, .object, .ol, .p, .param, .plaintext, .pre, .script, .search, .section, .select,
    .source, .style, .summary, .table, .tbody, .td, .template, .textarea, .tfoot, .th, .thead, .title, .tr,
    .track, .ul, .wbr, .xmp)
}
