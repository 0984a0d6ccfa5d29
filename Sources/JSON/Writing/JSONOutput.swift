/// Bytes of JSON on their way out, in a buffer that whoever writes keeps large enough: every write is checked against
/// it.
@usableFromInline
package struct JSONOutput: ~Copyable {
  @usableFromInline var buffer: UnsafeMutableRawBufferPointer
  @usableFromInline var count = 0

  /// An output with room for so many bytes.
  package init(capacity: Int) { buffer = .allocate(byteCount: capacity, alignment: 8) }

  deinit { buffer.deallocate() }

  /// What has been written since the last ``clear(roomFor:)``; valid until the next write.
  package var bytes: Span<UInt8> {
    @_lifetime(borrow self)
    get {
      let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count]).assumingMemoryBound(to: UInt8.self)
      // The buffer, of which all of `count` was written, is there until the output is changed or gone.
      return _overrideLifetime(Span(_unsafeElements: bytes), borrowing: self)
    }
  }

  /// Whether so many bytes fit behind ``bytes``.
  @inlinable @inline(__always)
  package func hasRoom(for size: Int) -> Bool { size <= buffer.count - count }

  /// Begins anew, with room for at least `size` bytes.
  package mutating func clear(roomFor size: Int) {
    count = 0
    guard size > buffer.count else { return }
    buffer.deallocate()
    buffer = .allocate(byteCount: size, alignment: 8)
  }

  // In line, so that a text of known length is a few moves instead of a call.
  @inlinable @inline(__always)
  package mutating func append(_ text: StaticString) {
    write(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  @inlinable
  package mutating func append(_ bytes: [UInt8]) { bytes.withUnsafeBytes { write($0) } }

  // Never more than fits, and nothing where there is no buffer.
  @inlinable @inline(__always)
  mutating func write(_ bytes: UnsafeRawBufferPointer) {
    precondition(hasRoom(for: bytes.count), "no room in the output")
    if let base = buffer.baseAddress, let source = bytes.baseAddress {
      (base + count).copyMemory(from: source, byteCount: bytes.count)
    }
    count += bytes.count
  }

  /// Writes the inside of a JSON string as ``JSONEscapes/outsideASCII`` asks, eight bytes at a time up to the next that
  /// needs an escape. An escape is six bytes for one, and up to eight bytes more are written than are kept: that much
  /// room there must be.
  package mutating func appendEscaped(_ text: [UInt8]) {
    precondition(hasRoom(for: 6 * text.count + 8), "no room in the output")
    guard let base = buffer.baseAddress else { return }
    count = text.withUnsafeBytes { text in
      // Not `count` itself, which is in memory and would be stored and loaded for every byte.
      var end = base + count
      var index = 0
      while index < text.count {
        let word = Self.word(of: text, at: index)
        end.storeBytes(of: word.littleEndian, as: UInt64.self)
        let plain = min(JSONEscapes.special(word).trailingZeroBitCount / 8, text.count - index)
        index += plain
        end += plain
        if plain == 8 || index == text.count { continue }
        let byte = text[index]
        if byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "\"") {
          end.storeBytes(of: UInt8(ascii: "\\"), as: UInt8.self)
          end.storeBytes(of: byte, toByteOffset: 1, as: UInt8.self)
          end += 2
          index += 1
        } else {
          // A character of several bytes; the parsers of selectors and url-filters let no others through.
          let start = index
          index += 1
          while byte >= 0x80, index < text.count, text[index] & 0xc0 == 0x80 { index += 1 }
          for unit in String(decoding: text[start..<index], as: UTF8.self).utf16 {
            end.storeBytes(of: JSONEscapes.escape(of: unit).littleEndian, as: UInt64.self)
            end += JSONEscapes.escapeLength
          }
        }
      }
      return end - base
    }
  }

  /// The eight bytes from `index` on, the first one lowest; what is behind the last byte is zero.
  @inline(__always)
  private static func word(of text: UnsafeRawBufferPointer, at index: Int) -> UInt64 {
    let missing = index + 8 - text.count
    if missing <= 0 {
      return UInt64(littleEndian: text.loadUnaligned(fromByteOffset: index, as: UInt64.self))
    }
    if text.count >= 8 {
      let last = UInt64(littleEndian: text.loadUnaligned(fromByteOffset: text.count - 8, as: UInt64.self))
      return last >> UInt64(8 * missing)
    }
    var word: UInt64 = 0
    for place in index..<text.count { word |= UInt64(text[place]) << UInt64(8 * (place - index)) }
    return word
  }
}
