/// The hashes by which the script finds what is to be done on a host. `Isolated/look-up.js` has the same.
struct PageKeyHash: Hashable {
  /// Of which the last bits are the number of a bucket.
  let bucket: UInt32
  /// Thirty-six bits that tell the keys of a bucket apart, and from other names: with sixteen keys in a bucket one name of 2^32 is
  /// taken for a key.
  let check: UInt64

  /// Both go from the last byte to the first, so that the script has those of a host and of all above it in one turn.
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
