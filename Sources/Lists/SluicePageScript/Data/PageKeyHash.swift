/// The hashes of a host key, by which the script finds the rows for a host. `Isolated/look-up.js` computes
/// the same hashes.
struct PageKeyHash: Hashable {
  /// The hash whose low bits are the bucket number.
  let bucket: UInt32
  /// A 36-bit hash that distinguishes a key from the other keys in its bucket and from other names. With 16
  /// keys per bucket, one name in 2^32 is mistaken for a key.
  let check: UInt64

  /// Computes both hashes from the last byte to the first, so that the script can hash a host and all its
  /// parent domains in one pass.
  init(_ key: String, seed: UInt32) {
    var (first, second): (UInt32, UInt32) = (0x811c_9dc5 ^ seed, 0x9e37_79b9 ^ seed)
    for byte in key.utf8.reversed() {
      first = (first ^ UInt32(byte)) &* 0x0100_0193
      second = (second ^ UInt32(byte)) &* 0x85eb_ca6b
    }
    bucket = first
    check = UInt64(first >> 26) << 30 | UInt64((second ^ (second >> 15)) >> 2)
  }

  /// Returns the number that distinguishes the key from the other keys of a table.
  ///
  /// - Parameter bits: The number of hash bits that form the bucket number.
  func entry(bits: Int) -> UInt64 { Self.entry(bucket: bucket, bits: bits, check: check) }

  /// Returns the number of the key with these hashes.
  static func entry(bucket: UInt32, bits: Int, check: UInt64) -> UInt64 {
    let bucketNumber = UInt64(bucket) & ((1 << UInt64(bits)) - 1)
    return bucketNumber << 36 | check
  }
}
