/// Operations on eight bytes at a time, for loops where single bytes are too slow.
extension Span<UInt8> {
  /// Calls `body` with each eight bytes as a word, and then with the remaining bytes, shifted into the low
  /// bits of `rest`.
  @inlinable @inline(__always)
  package func forEachWord(rest: UInt64 = 0, _ body: (UInt64) -> Void) {
    withUnsafeBytes { bytes in
      var offset = 0
      // Each load ends at or before the end of the bytes.
      while offset + 8 <= bytes.count {
        body(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        offset += 8
      }
      var rest = rest
      while offset < bytes.count {
        rest = rest << 8 | UInt64(bytes[offset])
        offset += 1
      }
      body(rest)
    }
  }

  /// Returns the offset of the first byte from `start` on that is not an ``UInt8/isHostCharacter``, or `end`.
  package func endOfHost(from start: Int, to end: Int) -> Int {
    withUnsafeBytes { bytes in
      var index = start
      while index < end {
        // Most bytes of hosts are letters.
        let letters = bytes.paddedWord(at: index).lowercaseLettersAtStart
        index += letters
        if letters == 8 { continue }
        guard index < end, bytes[index].isHostCharacter else { break }
        index += 1
      }
      return Swift.min(index, end)
    }
  }

  /// Returns the offset of the first `byte` in the range.
  @inlinable
  package func firstIndex(of byte: UInt8, in range: ByteRange) -> Int? {
    // An empty range may start behind the end of the text.
    guard !range.isEmpty else { return nil }
    let (ones, highs) = (UInt64(0x0101_0101_0101_0101), UInt64(0x8080_8080_8080_8080))
    let text = extracting(range.indices)
    return text.withUnsafeBytes { bytes in
      var offset = 0
      // Each load ends at or before the end of the bytes.
      while offset + 8 <= bytes.count {
        let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        let others = word ^ (ones &* UInt64(byte))
        // The lowest set bit belongs to the first zero byte.
        let found = (others &- ones) & ~others & highs
        if found != 0 { return range.lowerBound + offset + found.trailingZeroBitCount / 8 }
        offset += 8
      }
      while offset < bytes.count {
        if bytes[offset] == byte { return range.lowerBound + offset }
        offset += 1
      }
      return nil
    }
  }

  /// Returns the offset of the first byte from `start` on that is at most `last`, which must be ASCII, or
  /// `end`. Adds the bits of all bytes before it to `bits`.
  @inlinable @inline(__always)
  package func firstIndex(
    ofAtMost last: UInt8, from start: Int, to end: Int, addingTo bits: inout UInt64
  ) -> Int {
    let (ones, highs) = (UInt64(0x0101_0101_0101_0101), UInt64(0x8080_8080_8080_8080))
    let limits = ones &* UInt64(last + 1)
    var collected = bits
    defer { bits = collected }
    return withUnsafeBytes { bytes in
      let end = Swift.min(end, bytes.count)
      var offset = start
      // Each load ends at or before `end`.
      while offset + 8 <= end {
        let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        // The lowest set bit belongs to the first such byte.
        let found = (word &- limits) & ~word & highs
        if found != 0 {
          let place = found.trailingZeroBitCount & ~7
          collected |= word & ((1 &<< UInt64(place)) &- 1)
          return offset + place / 8
        }
        collected |= word
        offset += 8
      }
      while offset < end, bytes[offset] > last {
        collected |= UInt64(bytes[offset])
        offset += 1
      }
      return offset
    }
  }

  /// Returns whether one of `*`, `+` and `?` occurs from `start` on.
  @inlinable
  package func hasRepetition(from start: Int) -> Bool {
    let (ones, highs) = (UInt64(0x0101_0101_0101_0101), UInt64(0x8080_8080_8080_8080))
    // Sets the highest bit of each zero byte. The bit of another byte can be set too, but only if a lower
    // byte is zero.
    func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word & highs }
    return withUnsafeBytes { bytes in
      func isFound(at offset: Int) -> Bool {
        let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        // `*` and `+` differ only in their last bit.
        return zeros((word | ones) ^ (ones &* 0x2B)) | zeros(word ^ (ones &* 0x3F)) != 0
      }
      let last = bytes.count - 8
      guard start <= last else {
        return bytes[min(start, bytes.count)...].contains {
          $0 == ASCII.star || $0 == ASCII.plus || $0 == ASCII.question
        }
      }
      var offset = start
      // Each load ends at or before the end of the bytes. The last one overlaps the one before it.
      while offset < last {
        if isFound(at: offset) { return true }
        offset += 8
      }
      return isFound(at: last)
    }
  }

  /// Returns the offset of the first `"` or `\` from `start` on; the end if neither occurs.
  @inlinable
  package func firstQuoteOrBackslash(from start: Int) -> Int {
    let (ones, highs) = (UInt64(0x0101_0101_0101_0101), UInt64(0x8080_8080_8080_8080))
    // The lowest set bit belongs to the first zero byte. Higher bits can be wrong.
    func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word & highs }
    guard start < count else { return count }
    return withUnsafeBytes { bytes in
      var offset = start
      // Each load ends at or before the end of the bytes.
      while offset + 8 <= bytes.count {
        let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        let found = zeros(word ^ (ones &* 0x22)) | zeros(word ^ (ones &* 0x5C))
        if found != 0 { return offset + found.trailingZeroBitCount / 8 }
        offset += 8
      }
      while offset < bytes.count, bytes[offset] != ASCII.quote, bytes[offset] != ASCII.backslash {
        offset += 1
      }
      return offset
    }
  }

  /// Returns whether `text`, which must have at least eight bytes, is at `offset`.
  @inlinable @inline(__always)
  package func hasLongText(_ text: StaticString, at offset: Int) -> Bool {
    let length = text.utf8CodeUnitCount
    guard length >= 8, offset >= 0, length <= count - offset else { return false }
    return withUnsafeBytes { bytes in
      let start = UnsafeRawPointer(text.utf8Start)
      // Starts with the last word, where texts usually differ. Each load covers eight of the `length` bytes.
      var index = length - 8
      while true {
        let word = bytes.loadUnaligned(fromByteOffset: offset + index, as: UInt64.self)
        if word != start.loadUnaligned(fromByteOffset: index, as: UInt64.self) { return false }
        if index == 0 { return true }
        index = Swift.max(index - 8, 0)
      }
    }
  }

  /// Returns whether the last seven bytes of `word` occur after any byte that passes the test. Most lists
  /// contain none of the rare directives, and this is a fast way to detect that.
  @inlinable
  package func contains(word: StaticString, firstPasses: (UInt8) -> Bool) -> Bool {
    precondition(word.utf8CodeUnitCount == 8)
    let mask = ~UInt64(0xff).littleEndian
    return withUnsafeBytes { bytes in
      let word = UnsafeRawPointer(word.utf8Start).loadUnaligned(as: UInt64.self) & mask
      var index = 0
      // Each load ends at or before the end of the bytes.
      while index &+ 8 <= bytes.count {
        let isFound = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self) & mask == word
        if isFound, firstPasses(bytes[index]) { return true }
        index &+= 1
      }
      return false
    }
  }
}

extension UnsafeRawBufferPointer {
  /// Returns the eight bytes from `index` on, with the first one lowest, and zeros after the end of the buffer.
  @inlinable @inline(__always)
  package func paddedWord(at index: Int) -> UInt64 {
    let missing = index + 8 - count
    if missing <= 0 { return UInt64(littleEndian: loadUnaligned(fromByteOffset: index, as: UInt64.self)) }
    if count >= 8 {
      let last = UInt64(littleEndian: loadUnaligned(fromByteOffset: count - 8, as: UInt64.self))
      return last >> UInt64(8 * missing)
    }
    return lastBytes(from: index)
  }

  /// Returns the fewer than eight bytes from `index` on, one by one. Few texts are as short.
  @usableFromInline @inline(never)
  func lastBytes(from index: Int) -> UInt64 {
    var word: UInt64 = 0
    for place in index..<count { word |= UInt64(self[place]) << UInt64(8 * (place - index)) }
    return word
  }
}

extension UInt64 {
  /// Whether all eight bytes are ASCII letters, digits, `-` and `_`.
  @inlinable @inline(__always)
  package var isASCIIName: Bool {
    let (ones, highs) = (UInt64(0x0101_0101_0101_0101), UInt64(0x8080_8080_8080_8080))
    // Without the top bits, sums do not carry into the next byte.
    let low = self & ~highs
    let lower = low | ones &* 0x20
    let areLetters = (lower &+ ones &* (0x80 - 0x61)) & ~(lower &+ ones &* (0x80 - 0x7B))
    let areDigits = (low &+ ones &* (0x80 - 0x30)) & ~(low &+ ones &* (0x80 - 0x3A))
    // Only zero stays below the top bit.
    let areOthers = ((low ^ ones &* 0x2D) &+ ones &* 0x7F) & ((low ^ ones &* 0x5F) &+ ones &* 0x7F)
    return (areLetters | areDigits | ~areOthers) & ~self & highs == highs
  }

  /// The number of bytes from the lowest one on that are `a` to `z`.
  @inlinable @inline(__always)
  package var lowercaseLettersAtStart: Int {
    let (ones, highs) = (UInt64(0x0101_0101_0101_0101), UInt64(0x8080_8080_8080_8080))
    // Without the top bits, sums do not carry into the next byte.
    let low = self & ~highs
    let areAtLeastA = low &+ ones &* (0x80 - 0x61)
    let areBehindZ = low &+ ones &* (0x80 - 0x7B)
    let others = ~(areAtLeastA & ~areBehindZ) | self
    return (others & highs).trailingZeroBitCount / 8
  }
}
