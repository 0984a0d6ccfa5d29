/// A part of a JSON text, while it is written.
struct JSONFragment {
  private(set) var bytes: [UInt8] = []

  mutating func reserveCapacity(_ capacity: Int) { bytes.reserveCapacity(capacity) }

  mutating func append(_ other: JSONFragment) { bytes.append(contentsOf: other.bytes) }

  /// Appends text as it is.
  mutating func append(_ text: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  mutating func append(_ number: Int) {
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    appendDigits(of: number.magnitude)
  }

  private mutating func appendDigits(of number: UInt) {
    if number >= 10 { appendDigits(of: number / 10) }
    bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
  }

  /// Appends elements with a separator between them: the only place where those are written, so that none is
  /// before the first or behind the last element, whichever there are.
  @inline(__always)
  mutating func append<Elements: Sequence>(
    _ elements: Elements, separator: StaticString, _ body: (inout JSONFragment, Elements.Element) -> Void
  ) {
    var isFirst = true
    for element in elements {
      if !isFirst { append(separator) }
      isFirst = false
      body(&self, element)
    }
  }

  /// Appends numbers with commas between them.
  mutating func append(numbers: some Sequence<Int>) {
    append(numbers, separator: ",") { $0.append($1) }
  }

  /// Appends JSON strings with commas between them.
  mutating func append(strings: some Sequence<String>) {
    append(strings, separator: ",") { $0.append(string: $1) }
  }

  /// Appends text as a JSON string. U+2028 and U+2029, line ends to JavaScript before 2019, are escaped too.
  mutating func append(string: String) {
    var string = string
    string.withUTF8 { append(string: $0) }
  }

  /// Appends UTF-8 as a JSON string.
  mutating func append(string utf8: Span<UInt8>) { utf8.withUnsafeBufferPointer { append(string: $0) } }

  private mutating func append(string utf8: UnsafeBufferPointer<UInt8>) {
    bytes.append(UInt8(ascii: "\""))
    var copied = 0
    var index = 0
    while index < utf8.count {
      let length = Self.escapedLength(utf8, index)
      if length > 0 {
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[copied..<index]))
        appendEscape(of: utf8[index], isParagraph: length == 3 && utf8[index + 2] == 0xA9)
        copied = index + length
      }
      index += max(length, 1)
    }
    bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[copied...]))
    bytes.append(UInt8(ascii: "\""))
  }

  /// How many bytes at `index` are one character that is escaped; 0 for others.
  private static func escapedLength(_ utf8: UnsafeBufferPointer<UInt8>, _ index: Int) -> Int {
    switch utf8[index] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), 0..<0x20, 0x7F: 1
    case 0xE2 where index + 2 < utf8.count && utf8[index + 1] == 0x80 && utf8[index + 2] & 0xFE == 0xA8: 3
    default: 0
    }
  }

  private mutating func appendEscape(of byte: UInt8, isParagraph: Bool) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"):
      bytes.append(UInt8(ascii: "\\"))
      bytes.append(byte)
    case 0xE2: if isParagraph { append(#"\u2029"#) } else { append(#"\u2028"#) }
    default:
      append(byte < 0x10 ? #"\u000"# : #"\u00"#)
      if byte >= 0x10 { bytes.append(UInt8(ascii: "0") + byte >> 4) }
      bytes.append(byte & 15 < 10 ? UInt8(ascii: "0") + byte & 15 : UInt8(ascii: "a") + byte & 15 - 10)
    }
  }
}
