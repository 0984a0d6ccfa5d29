import ListBuilding

/// A JSON object in a line, while it is written.
struct JSONLine {
  private(set) var bytes: [UInt8] = []
  /// Whether a comma comes before the next key or element.
  private var needsComma = false

  mutating func key(_ name: StaticString) {
    comma()
    bytes.append(UInt8(ascii: "\""))
    append(name)
    append("\":")
    needsComma = false
  }

  mutating func add(_ name: StaticString, _ text: String) {
    key(name)
    JSONText.append(text, to: &bytes)
    needsComma = true
  }

  mutating func add(_ name: StaticString, _ text: [UInt8]) {
    key(name)
    JSONText.append(text[...], to: &bytes)
    needsComma = true
  }

  mutating func add(_ name: StaticString, _ number: Int) {
    key(name)
    bytes.append(contentsOf: String(number).utf8)
    needsComma = true
  }

  mutating func add(_ name: StaticString, _ flag: Bool) {
    key(name)
    append(flag ? "true" : "false")
    needsComma = true
  }

  mutating func add(_ name: StaticString, _ texts: some Sequence<String>) {
    add(name, texts) { line, text in
      line.comma()
      JSONText.append(text, to: &line.bytes)
    }
  }

  /// Adds an array; `element` writes each of its elements.
  mutating func add<Elements: Sequence>(
    _ name: StaticString, _ elements: Elements, _ element: (inout JSONLine, Elements.Element) -> Void
  ) {
    key(name)
    append("[")
    for item in elements {
      element(&self, item)
      needsComma = true
    }
    append("]")
    needsComma = true
  }

  /// Adds an object, as an element or after a ``key(_:)``.
  mutating func object(_ body: (inout JSONLine) -> Void) {
    comma()
    append("{")
    needsComma = false
    body(&self)
    append("}")
    needsComma = true
  }

  /// Ends the line.
  mutating func end() {
    append("\n")
    needsComma = false
  }

  mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  private mutating func comma() {
    if needsComma { append(",") }
    needsComma = false
  }

  private mutating func append(_ text: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }
}
