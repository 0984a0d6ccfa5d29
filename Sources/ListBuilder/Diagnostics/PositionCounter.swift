/// Counts lines and columns up to rising offsets, so that any number of lookups reads a text once, be it one
/// line of megabytes.
package struct PositionCounter {
  private var offset = 0
  package private(set) var line = 1
  /// Unicode scalars from 1.
  package private(set) var column = 1
  /// Where the line begins.
  package private(set) var lineStart = 0

  package init() {}

  /// Goes to the scalar in which the byte at `target` is. LF, CRLF and CR end lines.
  package mutating func move(to target: Int, in bytes: [UInt8]) {
    if target < offset { self = PositionCounter() }
    bytes.withUnsafeBufferPointer { bytes in
      let end = min(target, bytes.count)
      while offset < end {
        let byte = bytes[offset]
        offset += 1
        // Of CRLF, the LF counts.
        if byte == 0x0A || byte == 0x0D && !(offset < bytes.count && bytes[offset] == 0x0A) {
          line += 1
          column = 1
          lineStart = offset
        } else if byte & 0xC0 != 0x80 {
          column += 1
        }
      }
    }
  }
}
