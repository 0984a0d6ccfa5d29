/// The size of JSON in bytes, computed without writing it.
@usableFromInline
package struct JSONSize {
  /// The number of bytes.
  @usableFromInline package var count = 0

  /// Creates a size of 0 bytes.
  @inlinable package init() {}

  @inlinable @inline(__always)
  package mutating func append(_ text: StaticString) { count += text.utf8CodeUnitCount }

  @inlinable
  package mutating func append(_ bytes: [UInt8]) { count += bytes.count }

  /// Adds the text from `start` on: one byte for each plain byte, two for quotes and backslashes, and six for each escaped UTF-16 unit.
  package mutating func appendEscaped(_ text: [UInt8], from start: Int) {
    count += text.count - start
    text.withUnsafeBytes { text in
      var index = start
      while index + 8 <= text.count {
        let word = text.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        guard Self.isPlainASCII(word) else { break }
        count += Self.escapes(word)
        index += 8
      }
      if index < text.count, text.count >= 8 {
        // The last eight bytes, with zeros instead of the bytes that were already counted; zero does not
        // count as an escape here.
        let word = UInt64(
          littleEndian: text.loadUnaligned(fromByteOffset: text.count - 8, as: UInt64.self))
        if index + 8 > text.count, Self.isPlainASCII(word) {
          count += Self.escapes(word >> UInt64(8 * (index + 8 - text.count)))
          return
        }
      }
      var rest = UnsafeRawBufferPointer(rebasing: text[index...])
      while let byte = rest.first {
        var length = 1
        if byte == ASCII.backslash || byte == ASCII.quote {
          count += 1
        } else if byte < 0x20 || byte >= 0x80 {
          let (scalar, bytes) = rest.scalar(at: 0)
          length = bytes
          count += 6 * (scalar ?? "\u{FFFD}").utf16.count - bytes
        }
        rest = UnsafeRawBufferPointer(rebasing: rest[length...])
      }
    }
  }

  private static let ones: UInt64 = 0x0101_0101_0101_0101

  /// Returns whether all eight bytes are ASCII without control characters.
  @inline(__always)
  private static func isPlainASCII(_ word: UInt64) -> Bool {
    word & (ones &* 0x80) == 0 && (word &+ ones &* 0x60) & (ones &* 0x80) == ones &* 0x80
  }

  /// Returns the number of quotes and backslashes in eight ASCII bytes.
  @inline(__always)
  private static func escapes(_ word: UInt64) -> Int {
    // The top bits of all bytes are clear, so that sums do not carry into the next byte.
    func others(_ byte: UInt8) -> UInt64 { (word ^ ones &* UInt64(byte)) &+ ones &* 0x7f }
    let plain = others(ASCII.backslash) & others(ASCII.quote)
    return (~plain & (ones &* 0x80)).nonzeroBitCount
  }
}
