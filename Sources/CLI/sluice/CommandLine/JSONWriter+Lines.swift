import SluiceLists

extension JSONWriter {
  /// Appends a line with an object.
  mutating func line(_ body: (inout JSONWriter) -> Void) {
    object(body)
    endLine()
  }

  /// Appends a line with an object under a key that distinguishes it from other lines.
  mutating func line(_ name: StaticString, _ body: (inout JSONWriter) -> Void) {
    object { $0.add(name, body) }
    endLine()
  }

  /// Adds a duration in seconds with three decimals.
  mutating func add(_ name: StaticString, _ duration: Duration) {
    key(name)
    append(written: Array(Format.milliseconds(duration).utf8))
  }
}

// MARK: Batches

extension JSONWriter {
  /// Returns and removes the text if it is large enough for a write.
  mutating func takeBatch() -> [UInt8]? {
    guard bytes.count >= 1 << 16 else { return nil }
    defer { removeAll() }
    return bytes
  }
}

extension String {
  /// Returns and removes the text if it is large enough for a write.
  mutating func takeBatch() -> String? {
    guard utf8.count >= 1 << 16 else { return nil }
    defer { self = "" }
    return self
  }
}
