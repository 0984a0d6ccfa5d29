/// Bytes of JSON on their way out. Every write is checked against the buffer; ``Rule/encodedSizeBound`` is the
/// proof that there is room.
struct JSONOutput: JSONSink, ~Copyable {
  private var buffer: UnsafeMutableRawBufferPointer
  private var count = 0

  init(capacity: Int) { buffer = .allocate(byteCount: capacity, alignment: 8) }

  deinit { buffer.deallocate() }

  /// What has been written since the last ``clear(roomFor:)``; valid until the next write.
  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: buffer[..<count]) }

  /// Whether so many bytes fit behind ``bytes``.
  func hasRoom(for size: Int) -> Bool { size <= buffer.count - count }

  /// Begins anew, with room for at least `size` bytes.
  mutating func clear(roomFor size: Int) {
    count = 0
    guard size > buffer.count else { return }
    buffer.deallocate()
    buffer = .allocate(byteCount: size, alignment: 8)
  }

  // In line, so that a text of known length is a few moves instead of a call.
  @inline(__always)
  mutating func append(_ text: StaticString) {
    write(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  mutating func append(_ bytes: [UInt8]) { bytes.withUnsafeBytes { write($0) } }

  @inline(__always)
  private mutating func write(_ bytes: UnsafeRawBufferPointer) {
    precondition(hasRoom(for: bytes.count), "encodedSizeBound is too small")
    if let base = buffer.baseAddress, let source = bytes.baseAddress {
      (base + count).copyMemory(from: source, byteCount: bytes.count)
    }
    count += bytes.count
  }

  /// Writes the inside of a JSON string, eight bytes at a time up to the next that needs an escape.
  ///
  /// Everything outside of ASCII is escaped too: WebKit keeps a copy of the JSON in the compiled list, and one
  /// such character makes that copy two bytes a character (measured on AdGuard's lists: 17 MB more, and a
  /// fifth more time).
  mutating func appendEscaped(_ text: [UInt8]) {
    precondition(hasRoom(for: 6 * text.count + 8), "encodedSizeBound is too small")
    guard let base = buffer.baseAddress else { return }
    count = text.withUnsafeBytes { text in
      // Not `count` itself, which is in memory and would be stored and loaded for every byte.
      var end = base + count
      var index = 0
      while index < text.count {
        let word = Self.word(of: text, at: index)
        end.storeBytes(of: word.littleEndian, as: UInt64.self)
        let plain = min(Self.special(word).trailingZeroBitCount / 8, text.count - index)
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
            Self.writeEscape(unit, to: &end)
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

  /// The top bit of the first byte (from the lowest on) that needs an escape; later bits may be set for others.
  private static func special(_ word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = word ^ ones &* UInt64(UInt8(ascii: "\""))
    let backslashes = word ^ ones &* UInt64(UInt8(ascii: "\\"))
    let isQuote = (quotes &- ones) & ~quotes
    let isBackslash = (backslashes &- ones) & ~backslashes
    let isControl = (word &- ones &* 0x20) & ~word
    return (isQuote | isBackslash | isControl | word) & (ones &* 0x80)
  }

  private static func writeEscape(_ unit: UInt16, to end: inout UnsafeMutableRawPointer) {
    end.storeBytes(of: UInt8(ascii: "\\"), as: UInt8.self)
    end.storeBytes(of: UInt8(ascii: "u"), toByteOffset: 1, as: UInt8.self)
    for place in 0..<4 {
      let digit = UInt8(truncatingIfNeeded: unit >> UInt16(12 - 4 * place) & 15)
      let character = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
      end.storeBytes(of: character, toByteOffset: 2 + place, as: UInt8.self)
    }
    end += 6
  }
}
