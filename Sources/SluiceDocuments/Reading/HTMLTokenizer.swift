import SluiceText

/// Splits the text of a page into tags, text and comments, as defined by the HTML standard.
///
/// The properties hold the content of the current token until the next one is read. All methods take the
/// bytes as a parameter, because a `Span` cannot be stored. Names and values are stored in the document.
struct HTMLTokenizer {
  enum Token: Sendable { case text, startTag, endTag, comment, doctype, end }

  /// The kind of text at the current offset.
  enum State: Sendable {
    case data
    /// Text with character references, up to the end tag with this name.
    case characters(Tag)
    /// Text without character references, up to the end tag with this name.
    case raw(Tag)
    case script
    case plain
  }

  var state = State.data
  /// Whether `<![CDATA[` begins text, as inside SVG and MathML.
  var isInForeignContent = false
  private(set) var offset = 0
  private(set) var start = 0
  private(set) var text: [UInt8] = []
  var tag = TagToken()
  private(set) var doctype = DoctypeToken()
  /// Whether the number of attributes exceeds the limit.
  private(set) var isTooLarge = false

  private var name: [UInt8] = []

  struct TagToken: Sendable {
    var name: Int32 = 0
    var isSelfClosing = false
    /// The range of the tag's attributes in the document's attributes.
    var attributes = 0..<0
  }

  init(from start: Int = 0) { offset = start }

  mutating func next(_ input: Span<UInt8>, document: inout HTMLDocument) -> Token {
    while true {
      start = offset
      guard offset < input.count else { return .end }
      if case .data = state, input[offset] == ASCII.less {
        if let token = markup(input, document: &document) { return token }
        // An end tag without a name produces no token.
        if offset > start { continue }
      }
      text.removeAll(keepingCapacity: true)
      switch state {
      case .data: data(input)
      case .plain: append(input, to: input.count, replacesNull: true)
      case .characters(let tag):
        let end = endTag(input, name: document.names[tag.rawValue])
        if let token = rawText(input, to: end, hasReferences: true, document: &document) { return token }
      case .raw(let tag):
        let end = endTag(input, name: document.names[tag.rawValue])
        if let token = rawText(input, to: end, document: &document) { return token }
      case .script:
        let end = ScriptText.end(input, from: offset)
        if let token = rawText(input, to: end, document: &document) { return token }
      }
      if !text.isEmpty { return .text }
    }
  }

  // MARK: Text

  /// Reads text up to a possible tag. The first character is always text.
  private mutating func data(_ input: Span<UInt8>) {
    repeat {
      switch input[offset] {
      case ASCII.ampersand:
        offset = CharacterReference.append(input, at: offset, isInAttribute: false, to: &text)
      case 0x0D: lineBreak(input)
      default:
        let run = offset
        offset += 1
        while offset < input.count, !input[offset].endsTextRun { offset += 1 }
        text.append(input.extracting(run..<offset))
      }
    } while offset < input.count && input[offset] != ASCII.less
  }

  /// Appends literal text with normalized line breaks.
  private mutating func append(
    _ input: Span<UInt8>, to end: Int, replacesNull: Bool, hasReferences: Bool = false
  ) {
    while offset < end {
      switch input[offset] {
      case ASCII.ampersand where hasReferences:
        offset = CharacterReference.append(input, at: offset, isInAttribute: false, to: &text)
      case 0x0D: lineBreak(input)
      case 0 where replacesNull:
        text.append("\u{FFFD}" as StaticString)
        offset += 1
      default:
        text.append(input[offset])
        offset += 1
      }
    }
  }

  private mutating func lineBreak(_ input: Span<UInt8>) {
    text.append(0x0A)
    offset += input.byte(offset + 1) == 0x0A ? 2 : 1
  }

  /// Reads the text up to an end tag, or that tag if there is no text before it.
  private mutating func rawText(
    _ input: Span<UInt8>, to end: Int, hasReferences: Bool = false, document: inout HTMLDocument
  ) -> Token? {
    if end == offset {
      state = .data
      return markup(input, document: &document)
    }
    append(input, to: end, replacesNull: true, hasReferences: hasReferences)
    return nil
  }

  /// Returns the offset of the next end tag with this name, or of the end of the input.
  private func endTag(_ input: Span<UInt8>, name: Span<UInt8>) -> Int {
    var end = offset
    while end < input.count, !(input[end] == ASCII.less && input.isTag(end, open: "</", name: name)) {
      end += 1
    }
    return end
  }

  // MARK: Markup

  /// Reads a tag, comment or doctype. Returns `nil` if the text at the offset is not markup, or if it
  /// produces no token.
  private mutating func markup(_ input: Span<UInt8>, document: inout HTMLDocument) -> Token? {
    let next = input.byte(offset + 1)
    if next.isLetter { return readTag(input, from: offset + 1, document: &document) ? .startTag : nil }
    switch next {
    case ASCII.slash:
      let name = input.byte(offset + 2)
      if name.isLetter { return readTag(input, from: offset + 2, document: &document) ? .endTag : nil }
      if offset + 2 >= input.count { return nil }
      if name == ASCII.greater {
        offset += 3
        return nil
      }
      return bogusComment(input, from: offset + 2)
    case ASCII.bang: return declaration(input)
    case ASCII.question: return bogusComment(input, from: offset + 1)
    default: return nil
    }
  }

  private mutating func declaration(_ input: Span<UInt8>) -> Token? {
    let start = offset + 2
    if input.byte(start) == ASCII.dash, input.byte(start + 1) == ASCII.dash {
      offset = Self.endOfComment(input, from: start + 2)
      return .comment
    }
    let word = start..<min(input.count, start + 7)
    if input.equalsIgnoringCase(Self.doctypeName, range: word) {
      doctype = DoctypeToken(input, from: start + 7, end: &offset)
      return .doctype
    }
    if isInForeignContent, input.equals(word, text: "[CDATA[") {
      text.removeAll(keepingCapacity: true)
      offset = start + 7
      var end = offset
      while end < input.count, !input.equals(end..<end + 3, text: "]]>") { end += 1 }
      append(input, to: end, replacesNull: false)
      offset = min(end + 3, input.count)
      return text.isEmpty ? nil : .text
    }
    return bogusComment(input, from: start)
  }

  private static let doctypeName = Array("doctype".utf8)

  private mutating func bogusComment(_ input: Span<UInt8>, from start: Int) -> Token {
    offset = start
    while offset < input.count, input[offset] != ASCII.greater { offset += 1 }
    offset = min(offset + 1, input.count)
    return .comment
  }

  private static func endOfComment(_ input: Span<UInt8>, from start: Int) -> Int {
    if input.byte(start) == ASCII.greater { return start + 1 }
    if input.equals(start..<start + 2, text: "->") { return start + 2 }
    var offset = start
    while offset < input.count {
      if input[offset] == ASCII.dash, input.byte(offset + 1) == ASCII.dash {
        if input.byte(offset + 2) == ASCII.greater { return offset + 3 }
        if input.byte(offset + 2) == ASCII.bang, input.byte(offset + 3) == ASCII.greater {
          return offset + 4
        }
      }
      offset += 1
    }
    return input.count
  }

  // MARK: Tags

  /// Reads a tag whose name begins at the offset. Returns `false` if the input ends inside the tag, which is
  /// then dropped.
  private mutating func readTag(_ input: Span<UInt8>, from start: Int, document: inout HTMLDocument) -> Bool {
    var index = start
    name.removeAll(keepingCapacity: true)
    while index < input.count, !input[index].endsTagName {
      name.appendName(input[index])
      index += 1
    }
    tag = TagToken(name: document.names.insert(name.span))
    let first = document.attributes.count
    var known = AttributeNames()
    while true {
      while index < input.count, input[index].isHTMLSpace || input[index] == ASCII.slash {
        if input[index] == ASCII.slash, input.byte(index + 1) == ASCII.greater {
          tag.isSelfClosing = true
        }
        index += 1
      }
      guard index < input.count else {
        offset = input.count
        return false
      }
      if input[index] == ASCII.greater { break }
      guard readAttribute(input, at: &index, document: &document, known: &known, first: first) else {
        offset = input.count
        return false
      }
    }
    tag.attributes = first..<document.attributes.count
    offset = index + 1
    return true
  }

  /// Reads an attribute. The first of duplicate attributes wins.
  private mutating func readAttribute(
    _ input: Span<UInt8>, at index: inout Int, document: inout HTMLDocument, known: inout AttributeNames,
    first: Int
  ) -> Bool {
    if document.attributes.count >= HTMLDocument.maximumSize {
      isTooLarge = true
      return false
    }
    name.removeAll(keepingCapacity: true)
    repeat {
      name.appendName(input[index])
      index += 1
    } while index < input.count && !input[index].endsTagName && input[index] != ASCII.equals
    while input.byte(index).isHTMLSpace, index < input.count { index += 1 }
    let start = document.values.count
    if input.byte(index) == ASCII.equals {
      index += 1
      while input.byte(index).isHTMLSpace, index < input.count { index += 1 }
      readValue(input, at: &index, values: &document.values)
    }
    if index >= input.count { return false }
    let number = document.names.insert(name.span)
    guard known.insert(number, attributes: document.attributes[first...]) else {
      document.values.removeSubrange(start...)
      return true
    }
    document.attributes.append(
      HTMLDocument.Attribute(
        name: number, start: Int32(start), count: Int32(document.values.count - start)))
    return true
  }

  private func readValue(_ input: Span<UInt8>, at index: inout Int, values: inout [UInt8]) {
    let quote = input.byte(index)
    let isQuoted = quote == ASCII.quote || quote == ASCII.apostrophe
    if isQuoted { index += 1 }
    while index < input.count {
      let byte = input[index]
      if isQuoted ? byte == quote : byte.isHTMLSpace || byte == ASCII.greater {
        if isQuoted { index += 1 }
        return
      }
      switch byte {
      case ASCII.ampersand:
        index = CharacterReference.append(input, at: index, isInAttribute: true, to: &values)
        continue
      case 0x0D:
        values.append(0x0A)
        if input.byte(index + 1) == 0x0A { index += 1 }
      case 0: values.append("\u{FFFD}" as StaticString)
      default: values.append(byte)
      }
      index += 1
    }
  }
}

/// The names of a tag's attributes. Few names are compared, many are hashed.
private struct AttributeNames {
  private var set: Set<Int32> = []

  mutating func insert(_ name: Int32, attributes: ArraySlice<HTMLDocument.Attribute>) -> Bool {
    if attributes.count < 16 { return !attributes.contains { $0.name == name } }
    if set.isEmpty { set = Set(attributes.map(\.name)) }
    return set.insert(name).inserted
  }
}

extension [UInt8] {
  /// Appends a byte of a name in lowercase, or U+FFFD for NUL.
  fileprivate mutating func appendName(_ byte: UInt8) {
    if byte == 0 { append("\u{FFFD}" as StaticString) } else { append(byte.asciiLowercased) }
  }
}

extension UInt8 {
  fileprivate var endsTagName: Bool { isHTMLSpace || self == ASCII.slash || self == ASCII.greater }

  fileprivate var endsTextRun: Bool {
    self == ASCII.less || self == ASCII.ampersand || self == 0x0D
  }
}

extension Span<UInt8> {
  /// Returns whether a tag starts at the offset: `open`, followed by this name in any case.
  func isTag(_ offset: Int, open: StaticString, name: Span<UInt8>) -> Bool {
    let start = offset + open.utf8CodeUnitCount
    guard start + name.count < count, equals(offset..<start, text: open) else { return false }
    for index in 0..<name.count where self[start + index].asciiLowercased != name[index] { return false }
    let next = self[start + name.count]
    return next.isHTMLSpace || next == ASCII.slash || next == ASCII.greater
  }
}
