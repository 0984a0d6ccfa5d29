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
