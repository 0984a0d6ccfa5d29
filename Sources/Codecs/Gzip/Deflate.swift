/// Deflate (RFC 1951): finds what came before and writes blocks with Huffman codes of their own.
struct Deflate {
  private(set) var output: BitWriter
  private var block = Block()

  /// How many tokens a block has: enough for its codes to be worth their description.
  private static let tokensOfBlock = 1 << 15
  /// How many bytes a block stands for, so that one which does not shrink can be copied.
  private static let bytesOfBlock = 1 << 20
  private static let window = 1 << 15
  private static let hashBits = 15

  init(_ output: BitWriter) { self.output = output }

  /// Writes all bytes, the last block marked, up to a whole byte.
  mutating func compress(_ bytes: [UInt8]) {
    precondition(bytes.count < Int(UInt32.max))
    bytes.withUnsafeBytes { bytes in
      withUnsafeTemporaryAllocation(of: DeflateToken.self, capacity: Self.tokensOfBlock) { tokens in
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 1 << Self.hashBits) { heads in
          heads.initialize(repeating: 0)
          run(bytes, tokens, heads)
        }
      }
    }
    output.align()
  }

  /// Tokens are written up to their room, and each takes a byte at least, so that no place is behind the bytes.
  private mutating func run(
    _ bytes: UnsafeRawBufferPointer, _ tokens: UnsafeMutableBufferPointer<DeflateToken>,
    _ heads: UnsafeMutableBufferPointer<UInt32>
  ) {
    var position = 0
    repeat {
      let start = position
      let end = min(bytes.count, start + Self.bytesOfBlock)
      var count = 0
      while position < end, count < tokens.count {
        let length = match(at: position, end, bytes, heads)
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

  /// The longest copy that begins with the same four bytes as the last place with their hash; 0 bytes for none.
  ///
  /// Twelve bytes are left at the place, the candidate is before it, and bytes are compared up to `end`, which is at most
  /// the end of all. A slot has as many bits as `heads` has room for.
  @inline(__always)
  private func match(
    at position: Int, _ end: Int, _ bytes: UnsafeRawBufferPointer, _ heads: UnsafeMutableBufferPointer<UInt32>
  ) -> (bytes: Int, distance: Int) {
    guard position + 12 <= bytes.count else { return (0, 0) }
    let word = bytes.loadUnaligned(fromByteOffset: position, as: UInt32.self)
    let slot = Self.slot(of: word)
    // Places count from 1: 0 is none.
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
    // Places inside of the copy: few of them are enough in text that repeats. Every third takes a quarter more
    // time for files that are one hundredth smaller (rules of EasyList, EasyPrivacy, AdGuard, uBlock Origin).
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
