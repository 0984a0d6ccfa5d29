import SluiceText

/// The keys and values of a JSON5 text, with their locations.
///
/// This type alone reads JSON5, because Foundation reports neither the location of an error nor the line of a
/// value. Foundation then decodes the same values from JSON.
package struct JSON5Layout {
  /// A value, with its location and contents.
  package indirect enum Node {
    case object(offset: Int, members: [Member])
    case array(offset: Int, elements: [Node])
    case text(offset: Int, String)
    /// A number or constant, as JSON.
    case scalar(offset: Int, json: String)

    var offset: Int {
      switch self {
      case .object(let offset, _), .array(let offset, _), .text(let offset, _), .scalar(let offset, _): offset
      }
    }

    fileprivate func append(to json: inout JSONWriter) {
      switch self {
      case .object(_, let members):
        json.object { json in
          for member in members {
            json.key(named: member.key)
            member.value.append(to: &json)
          }
        }
      case .array(_, let elements):
        json.array { json in
          for element in elements { element.append(to: &json) }
        }
      case .text(_, let text): json.append(text)
      case .scalar(_, let text): json.append(written: Array(text.utf8))
      }
    }
  }

  package struct Member {
    package let key: String
    let offset: Int
    package let value: Node
  }

  struct Mistake: Error, Equatable {
    let offset: Int
    let message: String
  }

  package let root: Node

  init(_ bytes: [UInt8]) throws(Mistake) {
    var reader = Reader(bytes: bytes)
    root = try reader.document()
  }

  var json: [UInt8] {
    var json = JSONWriter(.hidden)
    root.append(to: &json)
    return json.bytes
  }

  /// Returns the offset of the value at a path, or of the nearest value that exists; with a key, of that key in
  /// the object at the path.
  func offset(of path: [any CodingKey], key: String? = nil) -> Int {
    var node = root
    for step in path {
      switch node {
      case .object(_, let members):
        guard let member = members.first(where: { $0.key == step.stringValue }) else { return node.offset }
        node = member.value
      case .array(_, let elements):
        guard let index = step.intValue, elements.indices.contains(index) else { return node.offset }
        node = elements[index]
      case .scalar, .text: return node.offset
      }
    }
    guard let key, case .object(_, let members) = node else { return node.offset }
    return members.first { $0.key == key }?.offset ?? node.offset
  }
}

extension JSON5Layout {
  struct Reader {
    let bytes: [UInt8]
    var index = 0
    /// The maximum nesting depth. No build file needs more, and deeper nesting could overflow the stack.
    private static let maximumDepth = 64

    init(bytes: [UInt8]) {
      self.bytes = bytes
      if bytes.starts(with: [0xef, 0xbb, 0xbf]) { index = 3 }
    }

    mutating func document() throws(Mistake) -> Node {
      if let invalid = bytes.span.invalidUTF8(in: ByteRange(0, bytes.count)) {
        throw mistake("the file is not UTF-8", at: invalid.lowerBound)
      }
      let node = try value(depth: 0)
      try skipBlanks()
      guard index == bytes.count else { throw mistake("unexpected text after the value") }
      return node
    }

    func mistake(_ message: String, at offset: Int? = nil) -> Mistake {
      Mistake(offset: offset ?? index, message: message)
    }

    private mutating func skipBlanks() throws(Mistake) {
      while index < bytes.count {
        switch bytes[index] {
        case 0x09...0x0d, 0x20: index += 1
        // A no-break space, which editors sometimes paste.
        case 0xc2 where index + 1 < bytes.count && bytes[index + 1] == 0xa0: index += 2
        case ASCII.slash where index + 1 < bytes.count && bytes[index + 1] == ASCII.slash:
          while index < bytes.count, bytes[index] != 0x0a, bytes[index] != 0x0d { index += 1 }
        case ASCII.slash where index + 1 < bytes.count && bytes[index + 1] == ASCII.star:
          let start = index
          index += 2
          while index + 1 < bytes.count,
            !(bytes[index] == ASCII.star && bytes[index + 1] == ASCII.slash)
          {
            index += 1
          }
          guard index + 1 < bytes.count else { throw mistake("the comment is not closed", at: start) }
          index += 2
        default: return
        }
      }
    }

    private mutating func value(depth: Int) throws(Mistake) -> Node {
      try skipBlanks()
      guard depth < Self.maximumDepth else { throw mistake("values are nested too deeply") }
      guard index < bytes.count else { throw mistake("a value is missing") }
      let start = index
      switch bytes[index] {
      case ASCII.openBrace:
        let members = try entries(of: "object", until: "}") {
          (parser: inout Self, known) throws(Mistake) in try parser.member(depth: depth, besides: known)
        }
        return .object(offset: start, members: members)
      case ASCII.openBracket:
        let elements = try entries(of: "array", until: "]") { (parser: inout Self, _) throws(Mistake) in
          try parser.value(depth: depth + 1)
        }
        return .array(offset: start, elements: elements)
      case ASCII.quote, ASCII.apostrophe:
        return .text(offset: start, try string())
      default:
        let word = word()
        guard !word.isEmpty else { throw mistake("a value is missing") }
        let isConstant = ["true", "false", "null"].contains(word)
        return .scalar(offset: start, json: isConstant ? word : try number(word, at: start))
      }
    }

    private mutating func member(depth: Int, besides known: [Member]) throws(Mistake) -> Member {
      let offset = index
      let isQuoted = bytes[index] == ASCII.quote || bytes[index] == ASCII.apostrophe
      let key = isQuoted ? try string() : word()
      guard isQuoted || !key.isEmpty else { throw mistake("a key is missing") }
      guard isQuoted || Self.isIdentifier(key) else {
        throw mistake("the key '\(key)' needs quotation marks", at: offset)
      }
      guard !known.contains(where: { $0.key == key }) else {
        throw mistake("duplicate key '\(key)'", at: offset)
      }
      try skipBlanks()
      guard index < bytes.count, bytes[index] == ASCII.colon else {
        throw mistake("a ':' is missing after the key '\(key)'")
      }
      index += 1
      return Member(key: key, offset: offset, value: try value(depth: depth + 1))
    }

    /// Reads the members of an object or the elements of an array. A comma is optional after the last one.
    private mutating func entries<Child>(
      of kind: String, until end: Unicode.Scalar,
      read: (inout Self, [Child]) throws(Mistake) -> Child
    ) throws(Mistake) -> [Child] {
      var entries: [Child] = []
      let open = index
      index += 1
      while true {
        try skipBlanks()
        guard index < bytes.count else { throw mistake("the \(kind) is not closed with '\(end)'", at: open) }
        if bytes[index] == UInt8(ascii: end) {
          index += 1
          return entries
        }
        entries.append(try read(&self, entries))
        try skipBlanks()
        guard index < bytes.count, bytes[index] != UInt8(ascii: end) else { continue }
        guard bytes[index] == ASCII.comma else { throw mistake("a ',' is missing") }
        index += 1
      }
    }

    /// Reads an unquoted key, a number or a constant.
    private mutating func word() -> String {
      let start = index
      while index < bytes.count {
        let byte = bytes[index]
        let isPart = byte >= 0x80 || byte.isLetter || byte.isDigit || "$_+-.".utf8.contains(byte)
        guard isPart else { break }
        index += 1
      }
      return String(decoding: bytes[start..<index], as: UTF8.self)
    }
  }
}

/// Strings and numbers in JSON5.
extension JSON5Layout.Reader {
  typealias Mistake = JSON5Layout.Mistake

  /// Reads a string and resolves its escapes.
  mutating func string() throws(Mistake) -> String {
    let quote = bytes[index]
    let start = index
    index += 1
    var text: [UInt8] = []
    while index < bytes.count, bytes[index] != quote, bytes[index] != 0x0A, bytes[index] != 0x0D {
      if bytes[index] == ASCII.backslash {
        text += try escape().utf8
      } else {
        guard bytes[index] >= 0x20 else {
          throw mistake("there is a control character in the text, perhaps a tab: write it as an escape")
        }
        text.append(bytes[index])
        index += 1
      }
    }
    guard index < bytes.count, bytes[index] == quote else {
      throw mistake("the text is not closed with a quotation mark", at: start)
    }
    index += 1
    return String(decoding: text, as: UTF8.self)
  }

  /// Reads an escape and returns the text that it stands for; empty for a line continuation.
  private mutating func escape() throws(Mistake) -> String {
    let start = index
    index += 1
    guard index < bytes.count else {
      throw mistake("the text is not closed with a quotation mark", at: start)
    }
    let byte = bytes[index]
    index += 1
    switch byte {
    case 0x0A: return ""
    case 0x0D:
      if index < bytes.count, bytes[index] == 0x0A { index += 1 }
      return ""
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "v"): return "\u{B}"
    case ASCII.quote, ASCII.apostrophe, ASCII.slash, ASCII.backslash:
      return String(Unicode.Scalar(byte))
    case UInt8(ascii: "x"): return try scalar(of: hexadecimal(2, from: start), from: start)
    case UInt8(ascii: "u"):
      let first = try hexadecimal(4, from: start)
      guard first & 0xFC00 == 0xD800 else { return try scalar(of: first, from: start) }
      // Scalars above U+FFFF take two escapes.
      guard index + 1 < bytes.count, bytes[index] == ASCII.backslash, bytes[index + 1] == UInt8(ascii: "u")
      else { throw mistake("half of a surrogate pair in the text", at: start) }
      index += 2
      let second = try hexadecimal(4, from: start)
      guard second & 0xFC00 == 0xDC00 else {
        throw mistake("half of a surrogate pair in the text", at: start)
      }
      return try scalar(of: 0x10000 + (first & 0x3FF) << 10 + second & 0x3FF, from: start)
    default:
      throw mistake("unknown escape in text: write a backslash as '\\\\'", at: start)
    }
  }

  private func scalar(of value: UInt32, from start: Int) throws(Mistake) -> String {
    guard value != 0 else { throw mistake("there is a NUL in the text", at: start) }
    guard let scalar = Unicode.Scalar(value) else {
      throw mistake("half of a surrogate pair in the text", at: start)
    }
    return String(scalar)
  }

  private mutating func hexadecimal(_ digits: Int, from start: Int) throws(Mistake) -> UInt32 {
    let text = bytes[index...].prefix(digits)
    guard text.count == digits, text.allSatisfy(\.isHexDigit),
      let value = UInt32(String(decoding: text, as: UTF8.self), radix: 16)
    else { throw mistake("the escape in the text needs \(digits) hexadecimal digits", at: start) }
    index += digits
    return value
  }

  /// Returns whether a key needs no quotation marks.
  static func isIdentifier(_ key: String) -> Bool {
    key.wholeMatch(of: /[A-Za-z_$][A-Za-z_$0-9]*/) != nil
  }

  func number(_ word: String, at start: Int) throws(Mistake) -> String {
    guard word.contains(/^[+-]?(?:[.0-9]|Infinity$|NaN$)/) else {
      throw mistake("'\(word)' is not a value: text needs quotation marks", at: start)
    }
    if let match = word.wholeMatch(of: /([+-]?)0[xX]([0-9a-fA-F]{1,8})/),
      let value = Int(match.output.2, radix: 16)
    {
      return match.output.1 == "-" ? "-\(value)" : "\(value)"
    }
    let decimal = /[+-]?(?:(?:0|[1-9][0-9]*)(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?/
    guard word.wholeMatch(of: decimal) != nil, let value = Double(word) else {
      throw mistake("'\(word)' is not a number", at: start)
    }
    guard value.isFinite else { throw mistake("the number '\(word)' is too large", at: start) }
    return Int(exactly: value).map(String.init) ?? String(value)
  }
}
