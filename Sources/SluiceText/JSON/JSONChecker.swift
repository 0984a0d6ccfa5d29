/// Checks that WebKit can read a text as JSON, in one pass, without recursion and without a result tree.
///
/// WebKit's reader (measured on 2.50.6) follows RFC 8259 with these differences:
/// - Strings may contain unescaped control characters and the escapes `\v` and `\xHH`.
/// - Surrogates may be unpaired.
/// - White space is only space, tab, CR and LF.
/// - Values may be nested at most 1,000 levels deep.
package struct JSONChecker {
  /// The maximum number of containers around a value. WebKit rejects deeper nesting with "Failed to parse the
  /// JSON String.".
  package static let maximumDepth = 1000

  /// The number of elements in the outermost array so far.
  package private(set) var elementCount = 0
  /// The texts that WebKit accepts although JSON forbids them, at most one per string.
  package private(set) var loose: [Loose] = []
  private let looseLimit: Int
  private var offset = 0
  /// A flag for each open container: true for an object, false for an array.
  private var open: [Bool] = []

  /// A text that WebKit accepts although JSON forbids it.
  package struct Loose {
    package var kind: JSONFault.Looseness
    /// The index of the element in the outermost array; -1 if the outermost value is not an array.
    package var element: Int
    package var offset: Int
    package var length: Int
  }

  /// Creates a checker that keeps up to `looseLimit` findings.
  package init(looseLimit: Int) { self.looseLimit = looseLimit }

  /// Checks the whole text.
  package mutating func check(_ json: Span<UInt8>) throws(JSONFault) {
    if json.byte(0) == 0xEF, json.byte(1) == 0xBB, json.byte(2) == 0xBF {
      throw JSONFault(reason: .byteOrderMark, offset: 0, length: 3)
    }
    repeat {
      skipSpace(json)
      if try opens(json) { continue }
      while let isObject = open.last {
        skipSpace(json)
        if try continues(json, isObject: isObject) { break }
      }
    } while !open.isEmpty
    skipSpace(json)
    if offset < json.count { throw fault(json, otherwise: .trailingText) }
  }

  /// Reads a value, or the start of a container up to its first value. Returns true in the second case.
  private mutating func opens(_ json: Span<UInt8>) throws(JSONFault) -> Bool {
    if open.count > Self.maximumDepth { throw JSONFault(reason: .tooDeep, offset: offset, length: 1) }
    if open.count == 1 { elementCount += open[0] ? 0 : 1 }
    switch json.byte(offset) {
    case ASCII.openBracket:
      offset += 1
      skipSpace(json)
      if consume(json, byte: ASCII.closeBracket) { return false }
      open.append(false)
      return true
    case ASCII.openBrace:
      offset += 1
      skipSpace(json)
      if consume(json, byte: ASCII.closeBrace) { return false }
      open.append(true)
      try key(json)
      return true
    case ASCII.quote: try string(json)
    case ASCII.dash, ASCII.zero...ASCII.nine: try number(json)
    case UInt8(ascii: "t"): try word(json, word: "true")
    case UInt8(ascii: "f"): try word(json, word: "false")
    case UInt8(ascii: "n"): try word(json, word: "null")
    default: throw fault(json, otherwise: .unexpectedCharacter)
    }
    return false
  }

  /// Reads the text after a value in a container. Returns true if another value follows.
  private mutating func continues(_ json: Span<UInt8>, isObject: Bool) throws(JSONFault) -> Bool {
    let close = isObject ? ASCII.closeBrace : ASCII.closeBracket
    if consume(json, byte: close) {
      open.removeLast()
      return false
    }
    let comma = offset
    guard consume(json, byte: ASCII.comma) else { throw fault(json, otherwise: .unexpectedCharacter) }
    skipSpace(json)
    if json.byte(offset) == close { throw JSONFault(reason: .trailingComma, offset: comma, length: 1) }
    if isObject { try key(json) }
    return true
  }

  private mutating func key(_ json: Span<UInt8>) throws(JSONFault) {
    guard json.byte(offset) == ASCII.quote else { throw fault(json, otherwise: .keyIsNotString) }
    try string(json)
    skipSpace(json)
    if !consume(json, byte: ASCII.colon) { throw fault(json, otherwise: .missingColon) }
  }

  private mutating func word(_ json: Span<UInt8>, word: StaticString) throws(JSONFault) {
    let start = offset
    while json.byte(offset).isWordByte { offset += 1 }
    if json.equals(start..<offset, text: word) { return }
    throw JSONFault(reason: .badWord, offset: start, length: offset - start)
  }

  /// Reads a number: an optional `-`, an integer without leading zeros, an optional fraction and an optional
  /// exponent. WebKit accepts numbers of any size.
  private mutating func number(_ json: Span<UInt8>) throws(JSONFault) {
    let start = offset
    _ = consume(json, byte: ASCII.dash)
    let startsWithZero = json.byte(offset) == ASCII.zero
    let integerDigits = digits(json)
    var isValid = integerDigits > 0 && !(startsWithZero && integerDigits > 1)
    if consume(json, byte: ASCII.dot) { isValid = digits(json) > 0 && isValid }
    if json.byte(offset) | 0x20 == UInt8(ascii: "e") {
      offset += 1
      if !consume(json, byte: ASCII.plus) { _ = consume(json, byte: ASCII.dash) }
      isValid = digits(json) > 0 && isValid
    }
    while json.byte(offset).isWordByte {
      offset += 1
      isValid = false
    }
    if !isValid { throw JSONFault(reason: .badNumber, offset: start, length: offset - start) }
  }

  private mutating func digits(_ json: Span<UInt8>) -> Int {
    let start = offset
    while json.byte(offset).isDigit { offset += 1 }
    return offset - start
  }

  private mutating func string(_ json: Span<UInt8>) throws(JSONFault) {
    let start = offset
    offset += 1
    while offset < json.count {
      let byte = json[offset]
      switch byte {
      case ASCII.quote:
        offset += 1
        return
      case ASCII.backslash: try escape(json, in: start)
      case 0x80...:
        let length = json.lengthOfUTF8Character(at: offset)
        if length == 0 { throw JSONFault(reason: .invalidUTF8, offset: offset, length: 1) }
        offset += length
      default:
        if byte < 0x20 { noteLoose(.controlCharacter, string: start, at: offset, length: 1) }
        offset += 1
      }
    }
    throw JSONFault(reason: .unclosedString, offset: start, length: json.count - start)
  }

  private mutating func escape(_ json: Span<UInt8>, in string: Int) throws(JSONFault) {
    let start = offset
    var hexDigits = 0
    switch json.byte(start + 1) {
    case ASCII.quote, ASCII.backslash, ASCII.slash, UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      break
    case UInt8(ascii: "v"): noteLoose(.verticalTabEscape, string: string, at: start, length: 2)
    case UInt8(ascii: "u"): hexDigits = 4
    case UInt8(ascii: "x"):
      hexDigits = 2
      noteLoose(.hexEscape, string: string, at: start, length: 4)
    default: throw JSONFault(reason: .badEscape, offset: start, length: min(2, json.count - start))
    }
    offset += 2
    for _ in 0..<hexDigits {
      guard json.byte(offset).isHexDigit else {
        throw JSONFault(reason: .badEscape, offset: start, length: offset - start)
      }
      offset += 1
    }
  }

  private mutating func noteLoose(
    _ kind: JSONFault.Looseness, string: Int, at offset: Int, length: Int
  ) {
    if loose.count >= looseLimit { return }
    if let last = loose.last, last.offset > string { return }
    loose.append(Loose(kind: kind, element: elementCount - 1, offset: offset, length: length))
  }

  private mutating func skipSpace(_ json: Span<UInt8>) {
    while offset < json.count, json[offset].isJSONSpace { offset += 1 }
  }

  private mutating func consume(_ json: Span<UInt8>, byte: UInt8) -> Bool {
    guard offset < json.count, json[offset] == byte else { return false }
    offset += 1
    return true
  }

  /// Returns the most specific fault for the bytes at the offset; `otherwise` if no specific one applies.
  private func fault(_ json: Span<UInt8>, otherwise: JSONFault.Reason) -> JSONFault {
    if offset >= json.count { return JSONFault(reason: .unexpectedEnd, offset: json.count, length: 0) }
    let byte = json[offset]
    let next = json.byte(offset + 1)
    if byte == ASCII.slash, next == ASCII.slash || next == ASCII.star {
      return JSONFault(reason: .comment, offset: offset, length: 2)
    }
    if byte >= 0x80 {
      let length = json.lengthOfUTF8Character(at: offset)
      if length == 0 { return JSONFault(reason: .invalidUTF8, offset: offset, length: 1) }
      return JSONFault(reason: otherwise, offset: offset, length: length)
    }
    guard otherwise == .unexpectedCharacter, byte.isWordByte else {
      return JSONFault(reason: otherwise, offset: offset, length: 1)
    }
    var end = offset
    while json.byte(end).isWordByte { end += 1 }
    let startsNumber = byte == ASCII.plus || byte == ASCII.dot
    return JSONFault(reason: startsNumber ? .badNumber : .badWord, offset: offset, length: end - offset)
  }
}

extension UInt8 {
  /// Whether WebKit skips the byte between tokens.
  @inlinable @inline(__always)
  package var isJSONSpace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }

  /// Whether the byte can belong to a number or a word. A fault covers the whole invalid number or word.
  fileprivate var isWordByte: Bool {
    isLetter || isDigit || "_-.+".utf8.contains(self)
  }
}

/// The reason why WebKit cannot read a text as JSON, and its place.
public struct JSONFault: TextProblem, Hashable, Sendable {
  /// The reason why WebKit cannot read the text.
  public var reason: Reason
  /// The offset of the invalid text in bytes.
  package var offset: Int
  /// The length of the invalid text in bytes.
  package var length: Int

  /// The bytes of the invalid text.
  public var place: Range<Int> { offset..<offset + length }

  /// Creates a fault with the `length` bytes from `offset` on.
  package init(reason: Reason, offset: Int, length: Int) {
    (self.reason, self.offset, self.length) = (reason, offset, length)
  }

  /// A reason why WebKit cannot read a text as JSON.
  @nonexhaustive public enum Reason: String, Hashable, Sendable, CaseIterable {
    /// The text ends too early.
    case unexpectedEnd
    /// A character is not allowed here.
    case unexpectedCharacter
    /// A comma precedes `]` or `}`.
    case trailingComma
    /// A comment: `//` or `/*`
    case comment
    /// The text starts with U+FEFF.
    case byteOrderMark
    /// The text is not UTF-8.
    case invalidUTF8
    /// A backslash in a string does not start a valid escape.
    case badEscape
    /// A string has no closing quote.
    case unclosedString
    /// A number is invalid: `01`, `.5`, `+1`, `1e`.
    case badNumber
    /// A word is not `true`, `false` or `null`.
    case badWord
    /// A key is not a string.
    case keyIsNotString
    /// No `:` follows a key.
    case missingColon
    /// Values are nested more deeply than WebKit allows.
    case tooDeep
    /// More text follows the end of the value.
    case trailingText
  }

  /// Text in a string that WebKit accepts although JSON forbids it. Other parsers may reject it.
  @nonexhaustive public enum Looseness: String, Hashable, Sendable, CaseIterable {
    /// A control character (below U+0020) that is not escaped.
    case controlCharacter
    /// The escape `\v`.
    case verticalTabEscape
    /// An escape such as `\x41`.
    case hexEscape
  }
}

/// The kind of a file, detected from its beginning.
package enum InputShape {
  /// A JSON object: Tracker Radar data or exceptions.
  case object
  /// An array of objects, or an empty array: a rule list.
  case rules
  /// An array of strings: the sites that the user has unprotected.
  case names
  /// Anything else: filters.
  case filters

  /// Detects the kind from the first bytes.
  package init(of bytes: [UInt8]) {
    let rest = (bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]).drop(while: {
      $0.isJSONSpace
    })
    switch rest.first {
    case ASCII.openBrace: self = .object
    case ASCII.openBracket: self = Self.array(rest.dropFirst().drop(while: { $0.isJSONSpace }))
    default: self = .filters
    }
  }

  /// Classifies input that begins with `[`, by the bytes that follow.
  ///
  /// Filter lists can begin with `[` too: `[Adblock Plus 2.0]`, or `[]` above filters.
  private static func array(_ rest: ArraySlice<UInt8>) -> InputShape {
    switch rest.first {
    case ASCII.openBrace, nil: .rules
    case ASCII.closeBracket: rest.dropFirst().allSatisfy({ $0.isJSONSpace }) ? .rules : .filters
    case ASCII.quote: .names
    default: .filters
    }
  }
}
