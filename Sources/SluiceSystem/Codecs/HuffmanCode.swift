/// A prefix code for symbols, based on their frequencies.
struct HuffmanCode {
  /// The code of a symbol: its bits in the order of writing, and their number.
  struct Entry {
    var bits: UInt16
    /// The number of bits; 0 for an unused symbol.
    var length: UInt8
  }

  private(set) var entries: [Entry]

  init(frequencies: [UInt32], maximumLength: Int) {
    let lengths = Self.lengths(of: frequencies, maximumLength: maximumLength)
    var counts = [Int](repeating: 0, count: maximumLength + 1)
    for length in lengths where length > 0 { counts[Int(length)] += 1 }
    var next = [UInt16](repeating: 0, count: maximumLength + 1)
    var code: UInt16 = 0
    for length in 1..<next.count {
      code = (code + UInt16(counts[length - 1])) << 1
      next[length] = code
    }
    entries = lengths.map { length in
      guard length > 0 else { return Entry(bits: 0, length: 0) }
      defer { next[Int(length)] += 1 }
      return Entry(bits: Self.reversed(next[Int(length)], length: length), length: length)
    }
  }

  private static func lengths(of frequencies: [UInt32], maximumLength: Int) -> [UInt8] {
    var lengths = [UInt8](repeating: 0, count: frequencies.count)
    let symbols = frequencies.indices.filter { frequencies[$0] > 0 }
      .sorted { (frequencies[$0], $0) < (frequencies[$1], $1) }
    guard symbols.count > 1 else {
      // A code for a single symbol has one bit. Decoders require a second symbol.
      lengths[symbols.first ?? 0] = 1
      lengths[symbols.first == 0 ? 1 : 0] = 1
      return lengths
    }
    var counts = depths(of: symbols.map { UInt64(frequencies[$0]) }, maximumLength)
    // Limiting the lengths leaves more codes than possible. To correct this, a shorter code is split into two
    // longer ones, and one of these replaces a code of the maximum length.
    var excess =
      counts.indices.dropFirst().reduce(0) { $0 + counts[$1] << (maximumLength - $1) } - 1 << maximumLength
    while excess > 0 {
      var length = maximumLength - 1
      while counts[length] == 0 { length -= 1 }
      counts[length] -= 1
      counts[length + 1] += 2
      counts[maximumLength] -= 1
      excess -= 1
    }
    var index = 0
    for length in stride(from: maximumLength, to: 0, by: -1) {
      for _ in 0..<counts[length] {
        lengths[symbols[index]] = UInt8(length)
        index += 1
      }
    }
    return lengths
  }

  /// Returns the number of symbols at each depth of the Huffman tree. Deeper symbols count at the maximum
  /// length. `weights` must be in ascending order.
  private static func depths(of weights: [UInt64], _ maximumLength: Int) -> [Int] {
    let leaves = weights.count
    var nodes = weights
    var parents = [Int](repeating: 0, count: 2 * leaves - 1)
    var leaf = 0
    var inner = leaves
    // Combines the two lightest nodes. Both leaves and inner nodes are in ascending order.
    while nodes.count < 2 * leaves - 1 {
      var weight: UInt64 = 0
      for _ in 0..<2 {
        let takesLeaf = leaf < leaves && (inner >= nodes.count || nodes[leaf] <= nodes[inner])
        let node = takesLeaf ? leaf : inner
        if takesLeaf { leaf += 1 } else { inner += 1 }
        weight += nodes[node]
        parents[node] = nodes.count
      }
      nodes.append(weight)
    }
    var counts = [Int](repeating: 0, count: maximumLength + 1)
    var depth = [Int](repeating: 0, count: nodes.count)
    for node in stride(from: nodes.count - 2, through: 0, by: -1) {
      depth[node] = depth[parents[node]] + 1
      if node < leaves { counts[min(depth[node], maximumLength)] += 1 }
    }
    return counts
  }

  private static func reversed(_ code: UInt16, length: UInt8) -> UInt16 {
    var (code, result) = (code, UInt16(0))
    for _ in 0..<length {
      result = result << 1 | code & 1
      code >>= 1
    }
    return result
  }
}

/// A writer of bits with the lowest bit first, as deflate requires.
struct BitWriter {
  private(set) var bytes: [UInt8]
  private var pending: UInt64 = 0
  private var count: UInt64 = 0

  init(capacity: Int) {
    bytes = []
    bytes.reserveCapacity(capacity)
  }

  /// Appends up to 32 bits.
  mutating func append(_ bits: UInt32, length: UInt32) {
    pending |= UInt64(bits) << count
    count += UInt64(length)
    guard count >= 32 else { return }
    append(word: UInt32(truncatingIfNeeded: pending))
    pending >>= 32
    count -= 32
  }

  /// Appends zeros up to the next byte.
  mutating func align() {
    while count > 0 {
      bytes.append(UInt8(truncatingIfNeeded: pending))
      pending >>= 8
      count = count > 8 ? count - 8 : 0
    }
  }

  /// Appends a byte. The output must be aligned.
  mutating func append(byte: UInt8) { bytes.append(byte) }

  /// Appends four bytes in little-endian order. The output must be aligned.
  mutating func append(word: UInt32) {
    withUnsafeBytes(of: word.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// Appends bytes. The output must be aligned.
  mutating func append(_ piece: UnsafeRawBufferPointer) { bytes.append(contentsOf: piece) }

  /// Appends the codes of tokens. This loop takes most of the time for writing.
  mutating func append(
    _ tokens: UnsafeBufferPointer<DeflateToken>, literals: UnsafeBufferPointer<HuffmanCode.Entry>,
    distances: UnsafeBufferPointer<HuffmanCode.Entry>
  ) {
    // A token has at most 15 + 5 + 15 + 13 bits, so eight bytes are enough for each.
    let start = bytes.count
    var (pending, count) = (pending, count)
    let room = tokens.count * 8 + 8
    let written = [UInt8](unsafeUninitializedCapacity: room) { buffer, length in
      let target = UnsafeMutableRawBufferPointer(buffer)
      var offset = 0
      for token in tokens {
        if let literal = token.literal {
          let entry = literals[Int(literal)]
          pending |= UInt64(entry.bits) << count
          count += UInt64(entry.length)
        } else {
          let symbol = token.lengthSymbol
          let entry = literals[Int(symbol.code)]
          pending |= UInt64(entry.bits) << count
          count += UInt64(entry.length)
          pending |= UInt64(symbol.extra) << count
          count += UInt64(symbol.extraBits)
          let (number, extra, extraBits) = token.distanceSymbol
          let distance = distances[Int(number)]
          // Up to 31 + 20 bits are pending here, and 28 more would not fit.
          target.storeBytes(of: pending.littleEndian, toByteOffset: offset, as: UInt64.self)
          offset += Int(count >> 3)
          pending >>= count & ~7
          count &= 7
          pending |= UInt64(distance.bits) << count
          count += UInt64(distance.length)
          pending |= UInt64(extra) << count
          count += UInt64(extraBits)
        }
        if count >= 32 {
          target.storeBytes(
            of: UInt32(truncatingIfNeeded: pending).littleEndian, toByteOffset: offset, as: UInt32.self)
          offset += 4
          pending >>= 32
          count -= 32
        }
      }
      length = offset
    }
    bytes.append(contentsOf: written)
    assert(bytes.count >= start)
    (self.pending, self.count) = (pending, count)
  }
}
