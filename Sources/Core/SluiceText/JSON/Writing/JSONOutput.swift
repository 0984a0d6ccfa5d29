/// An output buffer for JSON. The caller must ensure that it is large enough; every write checks this.
@usableFromInline
package struct JSONOutput: ~Copyable {
  @usableFromInline var buffer: UnsafeMutableRawBufferPointer
  @usableFromInline var count = 0

  /// Creates an output with room for `capacity` bytes.
  package init(capacity: Int) { buffer = .allocate(byteCount: capacity, alignment: 8) }

  deinit { buffer.deallocate() }

  /// The bytes written since the last ``clear(roomFor:)``; valid until the next write.
  package var bytes: Span<UInt8> {
    @_lifetime(borrow self)
    get {
      let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count]).assumingMemoryBound(to: UInt8.self)
      // All `count` bytes of the buffer are initialized, and it exists until the output is changed or
      // destroyed.
      return _overrideLifetime(Span(_unsafeElements: bytes), borrowing: self)
    }
  }

  /// Returns whether `size` more bytes fit.
  @inlinable @inline(__always)
  package func hasRoom(for size: Int) -> Bool { size <= buffer.count - count }

  /// Removes all bytes, and makes room for at least `size` bytes.
  package mutating func clear(roomFor size: Int) {
    count = 0
    guard size > buffer.count else { return }
    buffer.deallocate()
    buffer = .allocate(byteCount: size, alignment: 8)
  }

  // Inlined, so that a text of constant length takes a few moves instead of a call.
  @inlinable @inline(__always)
  package mutating func append(_ text: StaticString) {
    write(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  @inlinable
  package mutating func append(_ bytes: [UInt8]) { bytes.withUnsafeBytes { write($0) } }

  // Traps if the bytes do not fit. Writes nothing if the buffer or the source is empty.
  @inlinable @inline(__always)
  mutating func write(_ bytes: UnsafeRawBufferPointer) {
    precondition(hasRoom(for: bytes.count), "no room in the output")
    if let base = buffer.baseAddress, let source = bytes.baseAddress {
      (base + count).copyMemory(from: source, byteCount: bytes.count)
    }
    count += bytes.count
  }

  /// Writes the content of a JSON string from `start` on, with the escapes of ``JSONEscapes/outsideASCII``. Text between
  /// escapes is copied in steps of eight bytes. Requires room for six bytes per byte of text, the length of
  /// an escape, and for eight bytes beyond the end.
  package mutating func appendEscaped(_ text: [UInt8], from start: Int) {
    precondition(hasRoom(for: 6 * text.count + 8), "no room in the output")
    guard let base = buffer.baseAddress else { return }
    count = text.withUnsafeBytes { text in
      // A local variable, because `count` itself would be loaded and stored for every byte.
      var end = base + count
      var index = start
      while index < text.count {
        let word = text.paddedWord(at: index)
        end.storeBytes(of: word.littleEndian, as: UInt64.self)
        // The zeros after the end of the text are special, too.
        let plain = JSONEscapes.special(word).trailingZeroBitCount / 8
        index += plain
        end += plain
        if plain == 8 { continue }
        if index == text.count { break }
        let byte = text[index]
        if byte == ASCII.backslash || byte == ASCII.quote {
          let escaped = UInt16(ASCII.backslash) | UInt16(byte) << 8
          end.storeBytes(of: escaped.littleEndian, as: UInt16.self)
          end += 2
          index += 1
        } else {
          (index, end) = Self.writeEscapes(of: text, at: index, to: end)
        }
      }
      return end - base
    }
  }

  /// Writes the escapes of a control character, or of a character with several bytes. The parsers of selectors
  /// and url-filters reject invalid ones. Returns the end of the character and of the escapes.
  @inline(never)
  private static func writeEscapes(
    of text: UnsafeRawBufferPointer, at start: Int, to output: UnsafeMutableRawPointer
  ) -> (Int, UnsafeMutableRawPointer) {
    let (scalar, length) = text.scalar(at: start)
    var end = output
    for unit in (scalar ?? "\u{FFFD}").utf16 {
      end.storeBytes(of: JSONEscapes.escape(of: unit).littleEndian, as: UInt64.self)
      end += JSONEscapes.escapeLength
    }
    return (start + length, end)
  }
}
