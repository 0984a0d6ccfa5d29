/// How many bytes JSON has that is not written.
@usableFromInline
package struct JSONSize {
  /// The number of bytes.
  @usableFromInline package var count = 0

  /// That of no JSON.
  @inlinable package init() {}

  @inlinable @inline(__always)
  package mutating func append(_ text: StaticString) { count += text.utf8CodeUnitCount }

  @inlinable
  package mutating func append(_ bytes: [UInt8]) { count += bytes.count }

  /// Counts a byte for what stands as itself, two for quotes and backslashes, six for each unit of the rest.
  package mutating func appendEscaped(_ text: [UInt8]) {
    count += text.count
    text.withUnsafeBytes { text in
      var index = 0
      while index + 8 <= text.count {
        let word = text.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        guard Self.isPlainASCII(word) else { break }
        count += Self.escapes(word)
        index += 8
      }
      if index < text.count, text.count >= 8 {
        // The last eight bytes, with those that are counted already made zero, which is no escape here.
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
        if byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "\"") {
          count += 1
        } else if byte < 0x20 || byte >= 0x80 {
          while byte >= 0x80, length < rest.count, rest[length] & 0xc0 == 0x80 { length += 1 }
          count += 6 * String(decoding: rest[..<length], as: UTF8.self).utf16.count - length
        }
        rest = UnsafeRawBufferPointer(rebasing: rest[length...])
      }
    }
  }

  private static let ones: UInt64 = 0x0101_0101_0101_0101

  /// Whether none of the eight bytes is a control character or outside of ASCII.
  @inline(__always)
  private static func isPlainASCII(_ word: UInt64) -> Bool {
    word & (ones &* 0x80) == 0 && (word &+ ones &* 0x60) & (ones &* 0x80) == ones &* 0x80
  }

  /// How many of eight bytes of ASCII are quotes or backslashes.
  @inline(__always)
  private static func escapes(_ word: UInt64) -> Int {
    // No byte has its top bit set, so no sum reaches into the next byte.
    func others(_ byte: UInt8) -> UInt64 { (word ^ ones &* UInt64(byte)) &+ ones &* 0x7f }
    let plain = others(UInt8(ascii: "\\")) & others(UInt8(ascii: "\""))
    return (~plain & (ones &* 0x80)).nonzeroBitCount
  }
}
