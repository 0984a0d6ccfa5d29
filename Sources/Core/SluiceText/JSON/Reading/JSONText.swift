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
  package init(_ value: JSONValue, _ json: Span<UInt8>) {
    self.value = value
    let inside = json.extracting(value.start + 1..<max(value.start + 1, value.end - 1))
    isVerbatim = inside.firstIndex(of: ASCII.backslash, in: ByteRange(0, inside.count)) == nil
    if isVerbatim {
      bytes = [UInt8](inside)
    } else {
      bytes.reserveCapacity(inside.count)
      var offset = 0
      while offset < inside.count { offset = step(inside, offset) }
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
      let next = scratch.step(inside, from)
      if scratch.bytes.count > offset { break }
      from = next
    }
    var to = from
    if length > 0 {
      var written = offset
      while to < inside.count, written < offset + length || inside[to] & 0xC0 == 0x80 {
        scratch.bytes.removeAll(keepingCapacity: true)
        to = scratch.step(inside, to)
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
  private mutating func step(_ inside: Span<UInt8>, _ offset: Int) -> Int {
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
    case UInt8(ascii: "u"): return appendUnicode(inside, offset)
    default: bytes.append(escape)
    }
    return offset + 2
  }

  /// Appends the character of a `\u` escape, including a second escape if both form a surrogate pair.
  private mutating func appendUnicode(_ inside: Span<UInt8>, _ offset: Int) -> Int {
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
