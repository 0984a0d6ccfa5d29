/// Counts lines up to rising offsets, so that any number of lookups reads a list once.
package struct LineCounter {
  private var offset = 0
  private var line = 1

  /// At the first line.
  package init() {}

  /// The number of the line, from 1, in which the byte at `target` is. LF, CRLF and CR end lines.
  package mutating func line(at target: Int, in bytes: [UInt8]) -> Int {
    if target < offset { self = LineCounter() }
    bytes.withUnsafeBufferPointer { bytes in
      let end = min(target, bytes.count)
      while offset < end {
        let byte = bytes[offset]
        offset += 1
        // Of CRLF, the LF counts.
        if byte == 0x0A || byte == 0x0D && !(offset < bytes.count && bytes[offset] == 0x0A) { line += 1 }
      }
    }
    return line
  }
}
