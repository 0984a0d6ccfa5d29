import ListBuilding

extension JSONWriter {
  /// Writes a line with an object under a key, which tells it from the other lines.
  mutating func line(_ name: StaticString, _ body: (inout JSONWriter) -> Void) {
    object { json in
      json.key(name)
      json.object(body)
    }
    endLine()
  }

  /// Writes a member, seconds with three decimals.
  mutating func add(_ name: StaticString, _ duration: Duration) {
    key(name)
    append(written: Array(Format.milliseconds(duration).utf8))
  }
}
