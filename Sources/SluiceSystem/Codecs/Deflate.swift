/// Deflate compression (RFC 1951): finds repetitions and writes blocks with dynamic Huffman codes.
struct Deflate {
  private(set) var output: BitWriter
  private var block = Block()

  /// The number of tokens in a block: large enough to be worth the description of its codes.
  private static let tokensOfBlock = 1 << 15
  /// The maximum number of bytes in a block. An incompressible block stores these bytes as they are.
  private static let bytesOfBlock = 1 << 20
  private static let window = 1 << 15
  private static let hashBits = 15

  init(_ output: BitWriter) { self.output = output }

  /// Compresses all bytes, marks the last block as final, and pads the last byte.
  mutating func compress(_ bytes: [UInt8]) {
    precondition(bytes.count < Int(UInt32.max))
    bytes.withUnsafeBytes { bytes in
      withUnsafeTemporaryAllocation(of: DeflateToken.self, capacity: Self.tokensOfBlock) { tokens in
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 1 << Self.hashBits) { heads in
          heads.initialize(repeating: 0)
          run(bytes, tokens: tokens, heads: heads)
        }
      }
    }
    output.align()
  }

  /// Writes the bytes as blocks. The buffer limits the number of tokens, and each token covers at least one
  /// byte, so no position lies beyond the bytes.
  private mutating func run(
    _ bytes: UnsafeRawBufferPointer, tokens: UnsafeMutableBufferPointer<DeflateToken>,
    heads: UnsafeMutableBufferPointer<UInt32>
  ) {
    var position = 0
    repeat {
      let start = position
      let end = min(bytes.count, start + Self.bytesOfBlock)
      var count = 0
      while position < end, count < tokens.count {
        let length = match(at: position, end, bytes: bytes, heads: heads)
        if length.bytes == 0 {
          tokens[count] = DeflateToken(literal: bytes[position])
          position += 1
        } else {
          tokens[count] = DeflateToken(length: length.bytes, distance: length.distance)
          position += length.bytes
        }
        count += 1
      }
      block.write(
        UnsafeBufferPointer(rebasing: tokens[..<count]),
        of: UnsafeRawBufferPointer(rebasing: bytes[start..<position]),
        isLast: position == bytes.count, to: &output)
    } while position < bytes.count
  }

  /// Returns the longest match with the last position whose four bytes have the same hash; 0 bytes if the
  /// four bytes differ.
  ///
  /// At least twelve bytes must remain at the position. The candidate precedes the position, and bytes are
  /// compared up to `end`, which is at most the end of the input. `heads` has an entry for each slot.
  @inline(__always)
  private func match(
    at position: Int, _ end: Int, bytes: UnsafeRawBufferPointer, heads: UnsafeMutableBufferPointer<UInt32>
  ) -> (bytes: Int, distance: Int) {
    guard position + 12 <= bytes.count else { return (0, 0) }
    let word = bytes.loadUnaligned(fromByteOffset: position, as: UInt32.self)
    let slot = Self.slot(of: word)
    // Positions start at 1; 0 means no position.
    let candidate = Int(heads[slot]) - 1
    heads[slot] = UInt32(truncatingIfNeeded: position + 1)
    guard candidate >= 0, position - candidate <= Self.window,
      bytes.loadUnaligned(fromByteOffset: candidate, as: UInt32.self) == word
    else { return (0, 0) }
    let limit = min(258, end - position)
    var length = 4
    while length + 8 <= limit {
      let difference =
        bytes.loadUnaligned(fromByteOffset: position + length, as: UInt64.self)
        ^ bytes.loadUnaligned(fromByteOffset: candidate + length, as: UInt64.self)
      if difference != 0 {
        length += UInt64(littleEndian: difference).trailingZeroBitCount >> 3
        break
      }
      length += 8
    }
    if length + 8 > limit {
      while length < limit, bytes[position + length] == bytes[candidate + length] { length += 1 }
    }
    guard length >= 4, length <= limit else { return (0, 0) }
    // Records every ninth position inside the match, which is enough for repetitive text. Recording every
    // third takes 25 % more time and makes files only 1 % smaller (measured with the rules of EasyList,
    // EasyPrivacy, AdGuard and uBlock Origin).
    var place = position + 1
    let last = min(position + length, bytes.count - 4)
    while place < last {
      heads[Self.slot(of: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self))] = UInt32(
        truncatingIfNeeded: place + 1)
      place += 9
    }
    return (length, position - candidate)
  }

  @inline(__always) private static func slot(of word: UInt32) -> Int {
    Int(truncatingIfNeeded: (word &* 0x9e37_79b1) >> UInt32(32 - hashBits))
  }
}

extension Deflate {
  /// Writes one block: the description of its codes, followed by its tokens.
  struct Block {
    private static let endOfBlock = 256
    /// The order in which the lengths of the code length codes are written.
    private static let lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

    /// Writes the tokens of some bytes. Length symbols are below 286 and distance symbols are below 30, the
    /// sizes of the tables of counts and codes.
    mutating func write(
      _ tokens: UnsafeBufferPointer<DeflateToken>, of bytes: UnsafeRawBufferPointer, isLast: Bool,
      to output: inout BitWriter
    ) {
      var literalCounts = [UInt32](repeating: 0, count: 286)
      var distanceCounts = [UInt32](repeating: 0, count: 30)
      var extraBits = 0
      literalCounts.withUnsafeMutableBufferPointer { literals in
        distanceCounts.withUnsafeMutableBufferPointer { distances in
          for token in tokens {
            if let literal = token.literal {
              literals[Int(literal)] += 1
            } else {
              let (length, distance) = (token.lengthSymbol, token.distanceSymbol)
              literals[Int(length.code)] += 1
              distances[Int(distance.code)] += 1
              extraBits += Int(length.extraBits + distance.extraBits)
            }
          }
        }
      }
      literalCounts[Self.endOfBlock] = 1
      let literals = HuffmanCode(frequencies: literalCounts, maximumLength: 15).entries
      let distances = HuffmanCode(frequencies: distanceCounts, maximumLength: 15).entries
      let size =
        zip(literals, literalCounts).reduce(extraBits) { $0 + Int($1.0.length) * Int($1.1) }
        + zip(distances, distanceCounts).reduce(0) { $0 + Int($1.0.length) * Int($1.1) }
      guard size / 8 < bytes.count else {
        Self.copy(bytes, isLast: isLast, to: &output)
        return
      }
      output.append(isLast ? 1 : 0, length: 1)
      output.append(2, length: 2)
      Self.describe(literals, distances: distances, to: &output)
      literals.withUnsafeBufferPointer { literals in
        distances.withUnsafeBufferPointer { distances in
          output.append(tokens, literals: literals, distances: distances)
        }
      }
      output.append(UInt32(literals[Self.endOfBlock].bits), length: UInt32(literals[Self.endOfBlock].length))
    }

    /// Writes uncompressed bytes, for incompressible input.
    private static func copy(_ bytes: UnsafeRawBufferPointer, isLast: Bool, to output: inout BitWriter) {
      var start = 0
      repeat {
        let end = min(start + 0xffff, bytes.count)
        output.append(isLast && end == bytes.count ? 1 : 0, length: 3)
        output.align()
        let length = UInt32(end - start)
        output.append(word: length | (~length & 0xffff) << 16)
        output.append(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
        start = end
      } while start < bytes.count
    }

    /// Writes the lengths of both codes, compressed with a third code.
    private static func describe(
      _ literals: [HuffmanCode.Entry], distances: [HuffmanCode.Entry], to output: inout BitWriter
    ) {
      let literalCount = max(257, (literals.lastIndex { $0.length > 0 } ?? 0) + 1)
      let distanceCount = max(1, (distances.lastIndex { $0.length > 0 } ?? 0) + 1)
      let symbols = runs(
        in: literals[..<literalCount].map(\.length) + distances[..<distanceCount].map(\.length))
      var counts = [UInt32](repeating: 0, count: 19)
      for symbol in symbols { counts[Int(symbol.code)] += 1 }
      let codes = HuffmanCode(frequencies: counts, maximumLength: 7).entries
      let codeCount = max(4, (lengthOrder.lastIndex { codes[$0].length > 0 } ?? 0) + 1)
      output.append(UInt32(literalCount - 257), length: 5)
      output.append(UInt32(distanceCount - 1), length: 5)
      output.append(UInt32(codeCount - 4), length: 4)
      for code in lengthOrder[..<codeCount] { output.append(UInt32(codes[code].length), length: 3) }
      for symbol in symbols {
        let entry = codes[Int(symbol.code)]
        output.append(UInt32(entry.bits), length: UInt32(entry.length))
        output.append(symbol.extra, length: symbol.extraBits)
      }
    }

    /// Returns the lengths with one symbol for each run: 16 repeats the previous length, 17 and 18 repeat
    /// zeros.
    private static func runs(in lengths: [UInt8]) -> [(code: UInt8, extra: UInt32, extraBits: UInt32)] {
      var symbols: [(code: UInt8, extra: UInt32, extraBits: UInt32)] = []
      var index = 0
      while index < lengths.count {
        let length = lengths[index]
        let run = lengths[index...].prefix { $0 == length }.count
        var rest = run
        if length > 0 {
          symbols.append((length, 0, 0))
          rest -= 1
        }
        while rest >= 3 {
          let part = min(rest, length > 0 ? 6 : 138)
          switch (length, part) {
          case (0, 11...): symbols.append((18, UInt32(part - 11), 7))
          case (0, _): symbols.append((17, UInt32(part - 3), 3))
          default: symbols.append((16, UInt32(part - 3), 2))
          }
          rest -= part
        }
        for _ in 0..<rest { symbols.append((length, 0, 0)) }
        index += run
      }
      return symbols
    }
  }
}

/// A literal byte, or a copy of previous bytes.
struct DeflateToken {
  /// The literal byte. For a copy: the top bit, the length minus 3, and the distance minus 1.
  private let value: UInt32

  init(literal: UInt8) { value = UInt32(literal) }

  /// Creates a copy of 3 to 258 bytes at a distance of 1 to 32,768 bytes.
  init(length: Int, distance: Int) {
    value = 1 << 31 | UInt32(truncatingIfNeeded: length - 3) << 16 | UInt32(truncatingIfNeeded: distance - 1)
  }

  var literal: UInt8? { value >> 31 == 0 ? UInt8(truncatingIfNeeded: value) : nil }

  /// The symbol of the length, which is 257 or higher, and the extra bits after its code.
  var lengthSymbol: (code: UInt32, extra: UInt32, extraBits: UInt32) {
    let length = value >> 16 & 0xff
    // The length 258 has a symbol of its own.
    if length == 255 { return (285, 0, 0) }
    if length < 8 { return (257 + length, 0, 0) }
    let bits = 29 - UInt32(truncatingIfNeeded: length.leadingZeroBitCount)
    return (257 + bits << 2 + length >> bits, length & (1 << bits - 1), bits)
  }

  var distanceSymbol: (code: UInt32, extra: UInt32, extraBits: UInt32) {
    let distance = value & 0xffff
    if distance < 4 { return (distance, 0, 0) }
    let bits = 30 - UInt32(truncatingIfNeeded: distance.leadingZeroBitCount)
    return (bits << 1 + distance >> bits, distance & (1 << bits - 1), bits)
  }
}
