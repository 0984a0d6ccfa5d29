/// A value in a text that ``JSONChecker`` has passed: what it is and where.
package struct JSONValue {
  package enum Kind { case object, array, string, number, `true`, `false`, null }

  package var kind: Kind
  /// The offset of the first byte, and of the byte after the last one.
  package var start: Int
  package var end: Int

  package var length: Int { end - start }
}

/// Steps through the elements or the members of one container of a text that ``JSONChecker`` has passed.
///
/// The bytes are a parameter of every method because a `Span` cannot be stored.
package struct JSONCursor {
  private var offset: Int

  /// A cursor before the first element or member of an array or object.
  package init(in container: JSONValue) { offset = container.start + 1 }

  /// A cursor before the only value of a text, or before the value at an offset.
  package init(at offset: Int = 0) { self.offset = offset }

  /// The next element, or nil at the end.
  package mutating func nextValue(_ json: Span<UInt8>) -> JSONValue? {
    skipBetween(json)
    let start = offset
    let kind: JSONValue.Kind
    switch json.byte(offset) {
    case UInt8(ascii: "\""):
      kind = .string
      skipString(json)
    case UInt8(ascii: "["), UInt8(ascii: "{"):
      kind = json.byte(offset) == UInt8(ascii: "[") ? .array : .object
      skipContainer(json)
    case UInt8(ascii: "t"): kind = .true
    case UInt8(ascii: "f"): kind = .false
    case UInt8(ascii: "n"): kind = .null
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): kind = .number
    default: return nil
    }
    if offset == start { skipScalar(json) }
    return JSONValue(kind: kind, start: start, end: offset)
  }

  /// The next key and its value, or nil at the end.
  package mutating func nextMember(_ json: Span<UInt8>) -> (key: JSONValue, value: JSONValue)? {
    guard let key = nextValue(json), let value = nextValue(json) else { return nil }
    return (key, value)
  }

  /// Skips white space and the signs between values.
  private mutating func skipBetween(_ json: Span<UInt8>) {
    while offset < json.count {
      let byte = json[offset]
      guard byte.isJSONSpace || byte == UInt8(ascii: ",") || byte == UInt8(ascii: ":") else { return }
      offset += 1
    }
  }

  private mutating func skipString(_ json: Span<UInt8>) {
    offset = json.withUnsafeBufferPointer { Self.endOfString($0, from: offset) }
  }

  private mutating func skipContainer(_ json: Span<UInt8>) {
    offset = json.withUnsafeBufferPointer { Self.endOfContainer($0, from: offset) }
  }

  /// Where the string ends that begins at the index. Values in values are skipped once for each container
  /// around them, which makes this and the next the places where reading spends its time.
  private static func endOfString(_ json: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var index = start + 1
    while index < json.count {
      let byte = json[index]
      index += byte == UInt8(ascii: "\\") ? 2 : 1
      if byte == UInt8(ascii: "\"") { return index }
    }
    return min(index, json.count)
  }

  private static func endOfContainer(_ json: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var depth = 0
    var index = start
    while index < json.count {
      switch json[index] {
      case UInt8(ascii: "\""):
        index = endOfString(json, from: index)
        continue
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      default: break
      }
      index += 1
      if depth == 0 { return index }
    }
    return index
  }

  private mutating func skipScalar(_ json: Span<UInt8>) {
    while offset < json.count {
      switch json[offset] {
      case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"): return
      case let byte where byte.isJSONSpace: return
      default: offset += 1
      }
    }
  }
}
