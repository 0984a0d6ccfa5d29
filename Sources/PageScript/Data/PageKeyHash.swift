/// The hashes with which the script finds what applies to a host. `Isolated/look-up.js` computes the same
/// hashes.
struct PageKeyHash: Hashable {
  /// The hash whose last bits are the bucket number.
  let bucket: UInt32
  /// Thirty-six bits that distinguish a key from the other keys of its bucket and from other names. With
  /// sixteen keys per bucket, one name in 2^32 is mistaken for a key.
  let check: UInt64

  /// Computes both hashes from the last byte to the first. So the script computes those of a host and all its
  /// parents in one pass.
  init(_ key: String, seed: UInt32) {
    var (first, second): (UInt32, UInt32) = (0x811c_9dc5 ^ seed, 0x9e37_79b9 ^ seed)
    for byte in key.utf8.reversed() {
      first = (first ^ UInt32(byte)) &* 0x0100_0193
      second = (second ^ UInt32(byte)) &* 0x85eb_ca6b
    }
    bucket = first
    check = UInt64(first >> 26) << 30 | UInt64((second ^ (second >> 15)) >> 2)
  }
}
