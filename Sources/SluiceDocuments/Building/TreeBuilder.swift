import SluiceText

/// Builds the tree of a page with the HTML standard's tree construction algorithm.
///
/// Parsing takes linear time: no method recurses with the depth of the page, and every list that is searched
/// has a maximum length.
struct TreeBuilder {
  var document = HTMLDocument()
  var tokenizer = HTMLTokenizer()
  var mode = InsertionMode.initial
  /// The mode to return to after the text of an element or of a table.
  var originalMode = InsertionMode.initial
  var templateModes: [InsertionMode] = []
  var stack = ElementStack()
  var formatting: [FormattingEntry] = []
  var head: Int32 = 0
  var form: Int32 = 0
  var isFramesetAllowed = true
  /// Whether nodes inserted into a table are moved before it (foster parenting).
  var isFostering = false
  var firstOfToken: Int32 = 0
  /// Whether to drop a line break at the start of the next text.
  var dropsLineBreak = false
  var tableText: [UInt8] = []

  /// An insertion mode of tree construction. The mode "in head noscript" never occurs: scripting is enabled,
  /// so the content of `noscript` is text.
  enum InsertionMode: Sendable {
    case initial, beforeHTML, beforeHead, inHead, afterHead, inBody, text, inTable, inTableText
    case inCaption, inColumnGroup, inTableBody, inRow, inCell, inSelect, inSelectInTable, inTemplate,
      afterBody
    case inFrameset, afterFrameset, afterAfterBody, afterAfterFrameset
  }

  /// A token for tree construction. A text token has the tokenizer's text or a part of it.
  enum Token {
    case space([UInt8])
    case text([UInt8])
    case start(Tag?)
    case end(Tag?)
    case comment
    case doctype
    case endOfFile
  }

  static func document(_ bytes: [UInt8]) throws(HTMLProblem) -> HTMLDocument {
    if bytes.count > 1 << 29 { throw .tooLong }
    let whole = bytes.span
    if whole.invalidUTF8(in: ByteRange(0, bytes.count)) != nil {
      return try document(Array(String(decoding: bytes, as: UTF8.self).utf8))
    }
    var builder = TreeBuilder()
    let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    try builder.read(whole, from: hasMark ? 3 : 0)
    return builder.document
  }

  private mutating func read(_ input: Span<UInt8>, from start: Int) throws(HTMLProblem) {
    tokenizer = HTMLTokenizer(from: start)
    while true {
      tokenizer.isInForeignContent =
        stack.current != 0 && document.nodes[Int(stack.current)].namespace != .html
      let token = tokenizer.next(input, document: &document)
      if tokenizer.isTooLarge || document.nodes.count + document.attributes.count > HTMLDocument.maximumSize {
        throw .tooManyNodes(offset: tokenizer.start)
      }
      firstOfToken = Int32(clamping: document.nodes.count)
      switch token {
      case .text: take(text: tokenizer.text)
      case .startTag:
        dropsLineBreak = false
        take(.start(Tag(rawValue: tokenizer.tag.name)))
      case .endTag:
        dropsLineBreak = false
        take(.end(Tag(rawValue: tokenizer.tag.name)))
      case .comment:
        dropsLineBreak = false
        take(.comment)
      case .doctype: take(.doctype)
      case .end:
        take(.endOfFile)
        document.dropTemplateContents()
        return
      }
    }
  }

  private mutating func take(text: [UInt8]) {
    var text = text
    if dropsLineBreak, text.first == 0x0A { text.removeFirst() }
    dropsLineBreak = false
    let space = text.prefix { $0.isHTMLSpace }
    if !space.isEmpty { take(.space(Array(space))) }
    if space.count < text.count { take(.text(space.isEmpty ? text : Array(text[space.count...]))) }
  }

  /// Handles a token with the rules for foreign content or for the current mode.
  mutating func take(_ token: Token) {
    if usesForeignRules(token) { return foreign(token) }
    process(token, mode: mode)
  }

  mutating func take(_ token: Token, in newMode: InsertionMode) {
    mode = newMode
    take(token)
  }

  mutating func process(_ token: Token, mode: InsertionMode) {
    switch mode {
    case .initial: initial(token)
    case .beforeHTML: beforeHTML(token)
    case .beforeHead: beforeHead(token)
    case .inHead: inHead(token)
    case .afterHead: afterHead(token)
    case .inBody: inBody(token)
    case .text: inText(token)
    case .inTable: inTable(token)
    case .inTableText: inTableText(token)
    case .inCaption: inCaption(token)
    case .inColumnGroup: inColumnGroup(token)
    case .inTableBody: inTableBody(token)
    case .inRow: inRow(token)
    case .inCell: inCell(token)
    case .inSelect: inSelect(token)
    case .inSelectInTable: inSelectInTable(token)
    case .inTemplate: inTemplate(token)
    case .afterBody: afterBody(token)
    case .inFrameset: inFrameset(token)
    case .afterFrameset: afterFrameset(token)
    case .afterAfterBody: afterAfterBody(token)
    case .afterAfterFrameset: afterAfterFrameset(token)
    }
  }
}

extension HTMLDocument {
  package init(parsing page: some InputBytes & ~Escapable) throws(HTMLProblem) {
    self = try TreeBuilder.document(page.inputArray())
  }
}

extension HTMLDocument {
  /// Parses a single element with its content. Its place in a page is unknown.
  ///
  /// Returns `nil` if the text does not begin with an element. `isAlone` is `false` if another element
  /// follows.
  package static func element(
    parsing text: some InputBytes & ~Escapable
  ) throws(HTMLProblem) -> (document: HTMLDocument, element: Node, isAlone: Bool)? {
    let text = text.inputArray()
    guard let start = text.firstIndex(where: { !$0.isHTMLSpace }), text[start] == ASCII.less else {
      return nil
    }
    let name = text[(start + 1)...].prefix { !$0.isHTMLSpace && !"/>".utf8.contains($0) }.map(
      \.asciiLowercased)
    let around = surroundings[String(decoding: name, as: UTF8.self)] ?? "<body>"
    let before = Array("<!DOCTYPE html>\(around)".utf8)
    let bytes = before + text[start...]
    let document = try HTMLDocument(parsing: bytes)
    guard let element = document.elements.first(where: { document.offset(of: $0) == before.count }) else {
      return nil
    }
    // Elements that the end of the text implies have the offset of that end.
    let written = document.elements.count { (before.count..<bytes.count).contains(document.offset(of: $0)) }
    let within = sequence(first: element.index) { document.following($0, within: element.index) }
      .count { document.nodes[Int($0)].kind == .element }
    return (document, element, isAlone: written <= within)
  }

  /// The start tags that must enclose elements that are only valid in certain parents.
  private static let surroundings = [
    "td": "<table><tbody><tr>", "th": "<table><tbody><tr>", "tr": "<table><tbody>", "tbody": "<table>",
    "thead": "<table>", "tfoot": "<table>", "caption": "<table>", "colgroup": "<table>",
    "col": "<table><colgroup>", "frame": "<frameset>", "html": "", "head": "<html>",
    "body": "<html><head></head>",
    "frameset": "<html><head></head>",
  ]
}

/// The error for a page that exceeds a limit.
package enum HTMLProblem: Error, Hashable, Sendable {
  /// The page has more than 512 MiB.
  case tooLong
  /// The page has more nodes and attributes than ``HTMLDocument/maximumSize``. Parsing stopped at the offset.
  case tooManyNodes(offset: Int)
}

extension HTMLProblem: CustomStringConvertible {
  /// The message for the user.
  package var description: String {
    switch self {
    case .tooLong: "the page has more than 512 MiB"
    case .tooManyNodes(let offset):
      "the page has more than \(HTMLDocument.maximumSize.grouped) nodes and attributes, at byte \(offset.grouped)"
    }
  }
}
