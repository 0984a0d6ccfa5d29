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

/// The characters to escape in a JSON string. Quotes, backslashes and characters below U+0020 are always
/// escaped.
package enum JSONEscapes: Sendable {
  /// Escapes all non-ASCII characters. WebKit keeps a copy of the JSON in the compiled list, and a single
  /// non-ASCII character makes it use two bytes per character. Measured with AdGuard's lists: 17 MB more, and
  /// a fifth more time.
  case outsideASCII
  /// Escapes DEL, and U+2028 and U+2029, which were line ends in JavaScript before 2019.
  case lineEnds
  /// Escapes all invisible characters, beyond the requirements of JSON, because the text can end up on a
  /// terminal. U+FFFD replaces ill-formed UTF-8.
  case hidden

  func append(_ text: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
    var copied = 0
    var index = 0
    while true {
      index = Self.endOfPlain(text, from: index)
      if index == text.count { break }
      let (length, escape) = escape(text, at: index)
      if let escape {
        output.append(contentsOf: UnsafeBufferPointer(rebasing: text[copied..<index]))
        append(escape, to: &output)
        copied = index + length
      }
      index += length
    }
    output.append(contentsOf: UnsafeBufferPointer(rebasing: text[copied...]))
  }

  /// Returns the length of the character or ill-formed sequence at the index, and the scalar to escape. The
  /// scalar is nil if the character needs no escape.
  private func escape(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> (Int, Unicode.Scalar?) {
    let byte = text[index]
    guard byte >= 0x80 else { return (1, byte == 0x7F && self == .outsideASCII ? nil : Unicode.Scalar(byte)) }
    switch self {
    case .outsideASCII:
      let (scalar, length) = text.scalar(at: index)
      return (length, scalar ?? "\u{FFFD}")
    case .lineEnds:
      guard byte == 0xE2, index + 2 < text.count, text[index + 1] == 0x80, text[index + 2] & 0xFE == 0xA8
      else { return (1, nil) }
      return (3, text[index + 2] == 0xA8 ? "\u{2028}" : "\u{2029}")
    case .hidden:
      let (scalar, length) = text.scalar(at: index)
      return (length, scalar.map { $0.isHidden ? $0 : nil } ?? "\u{FFFD}")
    }
  }

  private func append(_ scalar: Unicode.Scalar, to output: inout [UInt8]) {
    switch scalar {
    case "\"": output.append(#"\""#)
    case "\\": output.append(#"\\"#)
    case "\t" where self == .hidden: output.append(#"\t"#)
    case "\u{FFFD}" where self == .hidden: output.append("\u{FFFD}")
    default:
      for unit in scalar.utf16 {
        withUnsafeBytes(of: Self.escape(of: unit).littleEndian) {
          output.append(contentsOf: $0.prefix(Self.escapeLength))
        }
      }
    }
  }

  // MARK: Words

  /// Returns the index of the next byte that may need an escape, or the end. No load reads beyond the end.
  private static func endOfPlain(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var index = start
    let bytes = UnsafeRawBufferPointer(text)
    while index + 8 <= bytes.count {
      let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      let special = special(word) | isDelete(word)
      if special != 0 { return index + special.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < bytes.count, isPlain(bytes[index]) { index += 1 }
    return index
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte < 0x7F && byte != ASCII.quote && byte != ASCII.backslash
  }

  @usableFromInline static let ones: UInt64 = 0x0101_0101_0101_0101

  /// Returns a word whose lowest set bit is the top bit of the first byte that needs an escape or is not
  /// ASCII; 0 if all bytes are plain. Higher bits can be wrong.
  @inline(__always)
  static func special(_ word: UInt64) -> UInt64 {
    let quotes = word ^ ones &* UInt64(ASCII.quote)
    let backslashes = word ^ ones &* UInt64(ASCII.backslash)
    let isQuote = (quotes &- ones) & ~quotes
    let isBackslash = (backslashes &- ones) & ~backslashes
    let isControl = (word &- ones &* 0x20) & ~word
    return (isQuote | isBackslash | isControl | word) & (ones &* 0x80)
  }

  private static func isDelete(_ word: UInt64) -> UInt64 {
    let deletes = word ^ ones &* 0x7F
    return (deletes &- ones) & ~deletes & (ones &* 0x80)
  }

  /// The number of bytes of ``escape(of:)`` to write.
  static let escapeLength = 6

  /// Returns `\u` and four hexadecimal digits as a word, with the first character in the lowest byte.
  static func escape(of unit: UInt16) -> UInt64 {
    var word = UInt64(ASCII.backslash) | UInt64(UInt8(ascii: "u")) << 8
    for place in 0..<4 {
      let digit = UInt8.hexDigit(UInt8(truncatingIfNeeded: unit >> UInt16(12 - 4 * place) & 15))
      word |= UInt64(digit) << UInt64(16 + 8 * place)
    }
    return word
  }
}

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
