/// The 64 rounds of SHA-256 for a block, which take most of the hashing time.
///
/// The rounds depend on each other. During four rounds, the next four words of the message schedule are
/// computed as a vector. Measured: 320 MB/s, compared with 240 MB/s if all words are computed first, one by
/// one.
struct SHA256Rounds {
  typealias Words = SIMD4<UInt32>

  /// Memory for the sums of sixteen words and constants in groups of four. Unaligned vectors are slower.
  let sums: UnsafeMutableBufferPointer<Words>
  let constants: UnsafeBufferPointer<UInt32>

  /// Mixes complete blocks of 64 bytes into the state.
  func mix(_ blocks: UnsafeRawBufferPointer, into state: inout SHA256Hasher.State) {
    precondition(sums.count == 4 && constants.count == 64 && blocks.count % 64 == 0)
    for offset in stride(from: 0, to: blocks.count, by: 64) { mix(blocks, at: offset, into: &state) }
  }

  /// Mixes the 64 bytes at an offset.
  @inline(__always)
  private func mix(_ bytes: UnsafeRawBufferPointer, at offset: Int, into state: inout SHA256Hasher.State) {
    var last = (
      Words(bigEndian: bytes, at: offset), Words(bigEndian: bytes, at: offset + 16),
      Words(bigEndian: bytes, at: offset + 32), Words(bigEndian: bytes, at: offset + 48)
    )
    var rounds = state
    for start in stride(from: 0, to: 48, by: 16) {
      add(last, start)
      four(0, &rounds)
      last.0 = Words(after: last.0, last.1, last.2, last.3)
      four(4, &rounds)
      last.1 = Words(after: last.1, last.2, last.3, last.0)
      four(8, &rounds)
      last.2 = Words(after: last.2, last.3, last.0, last.1)
      four(12, &rounds)
      last.3 = Words(after: last.3, last.0, last.1, last.2)
    }
    add(last, 48)
    four(0, &rounds)
    four(4, &rounds)
    four(8, &rounds)
    four(12, &rounds)
    state.0 &+= rounds.0
    state.1 &+= rounds.1
    state.2 &+= rounds.2
    state.3 &+= rounds.3
    state.4 &+= rounds.4
    state.5 &+= rounds.5
    state.6 &+= rounds.6
    state.7 &+= rounds.7
  }

  /// Sets the sums for the sixteen rounds from `start` on. `start` is at most 48, because there are 64
  /// constants.
  @inline(__always)
  private func add(_ words: (Words, Words, Words, Words), _ start: Int) {
    let constants = UnsafeRawBufferPointer(constants)
    sums[0] = words.0 &+ constants.loadUnaligned(fromByteOffset: 4 * start, as: Words.self)
    sums[1] = words.1 &+ constants.loadUnaligned(fromByteOffset: 4 * start + 16, as: Words.self)
    sums[2] = words.2 &+ constants.loadUnaligned(fromByteOffset: 4 * start + 32, as: Words.self)
    sums[3] = words.3 &+ constants.loadUnaligned(fromByteOffset: 4 * start + 48, as: Words.self)
  }

  /// Performs four rounds with the sums from `start` on. `start` is at most 12, because there are 16 sums.
  /// Each round receives the eight state words in rotated order, so that none is moved.
  @inline(__always)
  private func four(_ start: Int, _ state: inout SHA256Hasher.State) {
    var (a, b, c, d, e, f, g, h) = state
    let sums = UnsafeRawBufferPointer(sums)
    @inline(__always)
    func round(
      _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: inout UInt32, _ e: UInt32, _ f: UInt32, _ g: UInt32,
      _ h: inout UInt32, _ index: Int
    ) {
      let sum = sums.load(fromByteOffset: 4 * (start + index), as: UInt32.self)
      let first = h &+ sum &+ (e.rotated(6) ^ e.rotated(11) ^ e.rotated(25)) &+ ((f ^ g) & e ^ g)
      d &+= first
      h = first &+ (a.rotated(2) ^ a.rotated(13) ^ a.rotated(22)) &+ (a & b | c & (a | b))
    }
    round(a, b, c, &d, e, f, g, &h, 0)
    round(h, a, b, &c, d, e, f, &g, 1)
    round(g, h, a, &b, c, d, e, &f, 2)
    round(f, g, h, &a, b, c, d, &e, 3)
    state = (e, f, g, h, a, b, c, d)
  }
}

extension SHA256Rounds.Words {
  /// Reads four big-endian 32-bit words.
  @inline(__always)
  fileprivate init(bigEndian bytes: UnsafeRawBufferPointer, at offset: Int) {
    let words = bytes.loadUnaligned(fromByteOffset: offset, as: Self.self)
    let halves = unsafeBitCast(words, to: SIMD8<UInt16>.self)
    let swapped = unsafeBitCast(halves &<< 8 | halves &>> 8, to: Self.self)
    self = UInt32(bigEndian: 1) == 1 ? words : swapped.rotated(16)
  }

  /// Computes the next four words of the schedule from the previous sixteen.
  @inline(__always)
  fileprivate init(after a: Self, _ b: Self, _ c: Self, _ d: Self) {
    let early = Self(a[1], a[2], a[3], b[0])
    self =
      a &+ (early.rotated(7) ^ early.rotated(18) ^ early &>> 3) &+ Self(c[1], c[2], c[3], d[0])
    // The last two words depend on the first two.
    self = self &+ Self.late(Self(d[2], d[3], 0, 0))
    self = self &+ Self.late(Self(0, 0, self[0], self[1]))
  }

  @inline(__always)
  private static func late(_ words: Self) -> Self { words.rotated(17) ^ words.rotated(19) ^ words &>> 10 }

  /// Returns the words with their bits rotated to the right. Uses a sum, which is equivalent to `|` here,
  /// because with `|` the compiler rotates the words one by one.
  @inline(__always)
  private func rotated(_ count: UInt32) -> Self {
    (self &>> Self(repeating: count)) &+ (self &<< Self(repeating: 32 &- count))
  }
}

extension UInt32 {
  /// Returns the word with its bits rotated to the right.
  @inline(__always)
  fileprivate func rotated(_ count: UInt32) -> UInt32 { self &>> count | self &<< (32 &- count) }
}
