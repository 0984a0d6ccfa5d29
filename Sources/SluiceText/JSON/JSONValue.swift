/// A value in a text that ``JSONChecker`` has accepted: its kind and its range.
package struct JSONValue {
  package enum Kind { case object, array, string, number, `true`, `false`, null }

  package var kind: Kind
  /// The offset of the first byte.
  package var start: Int
  package var end: Int

  package var length: Int { end - start }

  /// Checks a text and creates its outermost value.
  package init(allOf json: Span<UInt8>) throws(JSONFault) {
    var checker = JSONChecker(looseLimit: 0)
    try checker.check(json)
    var cursor = JSONCursor()
    guard let value = cursor.nextValue(json) else {
      throw JSONFault(reason: .unexpectedEnd, offset: json.count, length: 0)
    }
    self = value
  }

  init(kind: Kind, start: Int, end: Int) { (self.kind, self.start, self.end) = (kind, start, end) }
}

/// An iterator over the elements or members of a container in a text that ``JSONChecker`` has accepted.
///
/// The bytes are a parameter of every method because a `Span` cannot be stored.
package struct JSONCursor {
  private var offset: Int

  /// Creates a cursor before the first element or member of an array or object.
  package init(in container: JSONValue) { offset = container.start + 1 }

  /// Creates a cursor before the outermost value of a text, or before the value at an offset.
  package init(at offset: Int = 0) { self.offset = offset }

  /// Returns the next element; nil at the end.
  package mutating func nextValue(_ json: Span<UInt8>) -> JSONValue? {
    skipBetween(json)
    let start = offset
    let kind: JSONValue.Kind
    switch json.byte(offset) {
    case ASCII.quote:
      kind = .string
      skipString(json)
    case ASCII.openBracket, ASCII.openBrace:
      kind = json.byte(offset) == ASCII.openBracket ? .array : .object
      skipContainer(json)
    case UInt8(ascii: "t"): kind = .true
    case UInt8(ascii: "f"): kind = .false
    case UInt8(ascii: "n"): kind = .null
    case ASCII.dash, ASCII.zero...ASCII.nine: kind = .number
    default: return nil
    }
    if offset == start { skipScalar(json) }
    return JSONValue(kind: kind, start: start, end: offset)
  }

  /// Returns the next key with its value; nil at the end.
  package mutating func nextMember(_ json: Span<UInt8>) -> (key: JSONValue, value: JSONValue)? {
    guard let key = nextValue(json), let value = nextValue(json) else { return nil }
    return (key, value)
  }

  /// Skips white space and separators between values.
  private mutating func skipBetween(_ json: Span<UInt8>) {
    while offset < json.count {
      let byte = json[offset]
      guard byte.isJSONSpace || byte == ASCII.comma || byte == ASCII.colon else { return }
      offset += 1
    }
  }

  /// Skips a string. Nested values are skipped once for each container around them, so this method and the
  /// next one take most of the time of reading.
  private mutating func skipString(_ json: Span<UInt8>) {
    offset += 1
    while offset < json.count {
      offset = json.firstQuoteOrBackslash(from: offset)
      if json.byte(offset) != ASCII.backslash {
        offset = min(offset + 1, json.count)
        return
      }
      offset += 2
    }
    offset = min(offset, json.count)
  }

  private mutating func skipContainer(_ json: Span<UInt8>) {
    var depth = 0
    while offset < json.count {
      switch json[offset] {
      case ASCII.quote:
        skipString(json)
        continue
      case ASCII.openBracket, ASCII.openBrace: depth += 1
      case ASCII.closeBracket, ASCII.closeBrace: depth -= 1
      default: break
      }
      offset += 1
      if depth == 0 { return }
    }
  }

  private mutating func skipScalar(_ json: Span<UInt8>) {
    while offset < json.count {
      switch json[offset] {
      case ASCII.comma, ASCII.closeBracket, ASCII.closeBrace: return
      case let byte where byte.isJSONSpace: return
      default: offset += 1
      }
    }
  }
}

/// The content of a string in a text that ``JSONChecker`` has accepted.
package struct JSONText {
  /// The text as UTF-8. U+FFFD replaces unpaired surrogates, which UTF-8 cannot represent.
  package private(set) var bytes: [UInt8] = []
  /// The offset of the first unpaired surrogate in the JSON.
  package private(set) var unpairedSurrogateOffset: Int?
  /// Whether the text is identical to its form in the JSON.
  private let isVerbatim: Bool
  private let value: JSONValue

  /// Reads a string.
  package init(_ value: JSONValue, in json: Span<UInt8>) {
    self.value = value
    let inside = json.extracting(value.start + 1..<max(value.start + 1, value.end - 1))
    isVerbatim = inside.firstIndex(of: ASCII.backslash, in: ByteRange(0, inside.count)) == nil
    if isVerbatim {
      bytes = [UInt8](inside)
    } else {
      bytes.reserveCapacity(inside.count)
      var offset = 0
      while offset < inside.count { offset = step(inside, at: offset) }
    }
  }

  /// The text. U+FFFD replaces invalid characters.
  package var string: String { String(decoding: bytes, as: UTF8.self) }

  /// Returns the place of a part of ``bytes`` in the JSON, in bytes. For an escape, it starts at the
  /// backslash.
  package func place(_ json: Span<UInt8>, offset: Int, length: Int) -> (offset: Int, length: Int) {
    let first = value.start + 1
    if isVerbatim {
      var end = first + offset + length
      // Includes the whole last character.
      while length > 0, end < value.end, json.byte(end) & 0xC0 == 0x80 { end += 1 }
      return (first + offset, end - first - offset)
    }
    let inside = json.extracting(first..<max(first, value.end - 1))
    var scratch = JSONText(value)
    var from = 0
    while from < inside.count {
      let next = scratch.step(inside, at: from)
      if scratch.bytes.count > offset { break }
      from = next
    }
    var to = from
    if length > 0 {
      var written = offset
      while to < inside.count, written < offset + length || inside[to] & 0xC0 == 0x80 {
        scratch.bytes.removeAll(keepingCapacity: true)
        to = scratch.step(inside, at: to)
        written += scratch.bytes.count
      }
    }
    return (first + from, to - from)
  }

  /// Creates an empty text, to step through the string again.
  private init(_ value: JSONValue) {
    self.value = value
    isVerbatim = false
  }

  /// Appends the byte or escape at the offset, and returns the offset after it.
  private mutating func step(_ inside: Span<UInt8>, at offset: Int) -> Int {
    let byte = inside[offset]
    guard byte == ASCII.backslash else {
      bytes.append(byte)
      return offset + 1
    }
    let escape = inside.byte(offset + 1)
    switch escape {
    case UInt8(ascii: "b"): bytes.append(0x08)
    case UInt8(ascii: "f"): bytes.append(0x0C)
    case UInt8(ascii: "n"): bytes.append(0x0A)
    case UInt8(ascii: "r"): bytes.append(0x0D)
    case UInt8(ascii: "t"): bytes.append(0x09)
    case UInt8(ascii: "v"): bytes.append(0x0B)
    case UInt8(ascii: "x"):
      append(inside.hexValue(offset + 2, digits: 2))
      return offset + 4
    case UInt8(ascii: "u"): return appendUnicode(inside, at: offset)
    default: bytes.append(escape)
    }
    return offset + 2
  }

  /// Appends the character of a `\u` escape, including a second escape if both form a surrogate pair.
  private mutating func appendUnicode(_ inside: Span<UInt8>, at offset: Int) -> Int {
    let unit = inside.hexValue(offset + 2, digits: 4)
    if unit & 0xFC00 == 0xD800, inside.byte(offset + 6) == ASCII.backslash,
      inside.byte(offset + 7) == UInt8(ascii: "u")
    {
      let second = inside.hexValue(offset + 8, digits: 4)
      if second & 0xFC00 == 0xDC00 {
        append(0x10000 + (unit & 0x3FF) << 10 + second & 0x3FF)
        return offset + 12
      }
    }
    if unit & 0xF800 == 0xD800, unpairedSurrogateOffset == nil {
      unpairedSurrogateOffset = value.start + 1 + offset
    }
    append(unit)
    return offset + 6
  }

  private mutating func append(_ value: UInt32) {
    let scalar = Unicode.Scalar(value) ?? "\u{FFFD}"
    bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
  }
}
