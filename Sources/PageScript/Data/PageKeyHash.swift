/// The hashes by which the script finds what is to be done on a host. `Isolated/look-up.js` has the same.
struct PageKeyHash: Hashable {
  /// Of which the last bits are the number of a bucket.
  let bucket: UInt32
  /// Thirty bits that tell the keys of a bucket apart.
  let check: UInt32

  /// Both go from the last byte to the first, so that the script has those of a host and of all above it in one turn.
  init(_ key: String, seed: UInt32) {
    var (first, second): (UInt32, UInt32) = (0x811c_9dc5 ^ seed, 0x9e37_79b9 ^ seed)
    for byte in key.utf8.reversed() {
      first = (first ^ UInt32(byte)) &* 0x0100_0193
      second = (second ^ UInt32(byte)) &* 0x85eb_ca6b
    }
    bucket = first
    check = (second ^ (second >> 15)) >> 2
  }
}
