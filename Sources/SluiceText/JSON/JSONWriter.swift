/// A writer of JSON text. It writes a comma before a key or an element only where one is needed.
package struct JSONWriter {
  /// The text so far.
  package private(set) var bytes: [UInt8] = []
  private let escapes: JSONEscapes

  /// Creates a writer without any text.
  package init(_ escapes: JSONEscapes, capacity: Int = 0) {
    self.escapes = escapes
    bytes.reserveCapacity(capacity)
  }

  /// Appends JSON to existing bytes.
  package static func append(
    to output: inout [UInt8], _ escapes: JSONEscapes, body: (inout JSONWriter) -> Void
  ) {
    var writer = JSONWriter(escapes)
    swap(&writer.bytes, &output)
    body(&writer)
    swap(&writer.bytes, &output)
  }

  /// Removes the text and keeps its memory.
  package mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  // MARK: Values, as elements or after a key

  /// Writes a string.
  package mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { appendString($0) }
  }

  /// Writes a string of UTF-8.
  package mutating func append(_ utf8: Span<UInt8>) { utf8.withUnsafeBufferPointer { appendString($0) } }

  /// Writes a string of UTF-8.
  package mutating func append(_ utf8: some Sequence<UInt8>) {
    if utf8.withContiguousStorageIfAvailable({ appendString($0) }) == nil { append(Array(utf8)) }
  }

  private mutating func appendString(_ utf8: UnsafeBufferPointer<UInt8>) {
    comma()
    bytes.append(ASCII.quote)
    escapes.append(utf8, to: &bytes)
    bytes.append(ASCII.quote)
  }

  /// Writes a number.
  package mutating func append(_ number: Int) {
    comma()
    if number < 0 { bytes.append(ASCII.dash) }
    appendDigits(of: number.magnitude)
  }

  private mutating func appendDigits(of number: UInt) {
    if number >= 10 { appendDigits(of: number / 10) }
    bytes.append(ASCII.zero + UInt8(truncatingIfNeeded: number % 10))
  }

  /// Writes `true` or `false`.
  package mutating func append(_ flag: Bool) {
    comma()
    bytes.append(flag ? "true" : "false")
  }

  /// Writes an object with the members that `body` writes.
  @inline(__always)
  package mutating func object(_ body: (inout JSONWriter) -> Void) {
    openObject()
    body(&self)
    closeObject()
  }

  /// Opens an object, for members that cannot be written in a closure.
  package mutating func openObject() {
    comma()
    bytes.append(ASCII.openBrace)
  }

  package mutating func closeObject() { bytes.append(ASCII.closeBrace) }

  /// Writes an array with the elements that `body` writes.
  @inline(__always)
  package mutating func array(_ body: (inout JSONWriter) -> Void) {
    comma()
    bytes.append(ASCII.openBracket)
    body(&self)
    bytes.append(ASCII.closeBracket)
  }

  /// Writes an array of numbers.
  package mutating func array(_ numbers: some Sequence<Int>) {
    array { for number in numbers { $0.append(number) } }
  }

  /// Writes an array of strings.
  package mutating func array(_ texts: some Sequence<String>) {
    array { for text in texts { $0.append(text) } }
  }

  /// Appends elements or members that were already encoded.
  package mutating func append(written: [UInt8]) {
    if !written.isEmpty { comma() }
    bytes.append(contentsOf: written)
  }

  // MARK: Members

  /// Writes a key without characters to escape. Its value must follow.
  package mutating func key(_ name: StaticString) {
    comma()
    bytes.append(ASCII.quote)
    bytes.append(name)
    bytes.append("\":")
  }

  /// Writes any key. Its value must follow.
  package mutating func key(named name: String) {
    append(name)
    bytes.append(ASCII.colon)
  }

  /// Writes a member with a string.
  package mutating func add(_ name: StaticString, text: String) {
    key(name)
    append(text)
  }

  /// Writes a member with a string in UTF-8.
  package mutating func add(_ name: StaticString, utf8: some Sequence<UInt8>) {
    key(name)
    append(utf8)
  }

  /// Writes a member with a number.
  package mutating func add(_ name: StaticString, number: Int) {
    key(name)
    append(number)
  }

  /// Writes a member with a Boolean value.
  package mutating func add(_ name: StaticString, flag: Bool) {
    key(name)
    append(flag)
  }

  /// Writes a member with an object, whose members `body` writes.
  @inline(__always)
  package mutating func add(_ name: StaticString, body: (inout JSONWriter) -> Void) {
    key(name)
    object(body)
  }

  /// Writes a member with an array, whose elements `body` writes.
  @inline(__always)
  package mutating func array(_ name: StaticString, body: (inout JSONWriter) -> Void) {
    key(name)
    array(body)
  }

  /// Writes a member with an array of strings.
  package mutating func add(_ name: StaticString, texts: some Sequence<String>) {
    key(name)
    array(texts)
  }

  /// Writes a member with an array of numbers.
  package mutating func add(_ name: StaticString, numbers: some Sequence<Int>) {
    key(name)
    array(numbers)
  }

  /// Writes a member with an array of objects, whose members `body` writes. With `isBroken`, each object is
  /// on a separate line.
  @inline(__always)
  package mutating func add<Elements: Sequence>(
    _ name: StaticString, objects elements: Elements, isBroken: Bool = false,
    body: (inout JSONWriter, Elements.Element) -> Void
  ) {
    key(name)
    array { json in
      for element in elements {
        if isBroken { json.breakLine() }
        json.object { body(&$0, element) }
      }
    }
  }

  /// Writes a member with a key that is only known at run time.
  package mutating func add(named name: String, _ number: Int) {
    key(named: name)
    append(number)
  }

  // MARK: Lines

  /// Starts a new line before the next key, element or bracket.
  package mutating func breakLine() {
    comma()
    bytes.append(ASCII.lineFeed)
  }

  /// Writes a comma unless the next key or element is the first in its container. After a line end, the comma
  /// is already written or not needed.
  private mutating func comma() {
    switch bytes.last {
    case nil, ASCII.openBrace, ASCII.openBracket, ASCII.colon, ASCII.lineFeed: break
    default: bytes.append(ASCII.comma)
    }
  }

  /// Ends the last line.
  package mutating func endLine() { bytes.append(ASCII.lineFeed) }
}
