/// The hashes by which the script finds what is to be done on a host. `Isolated/look-up.js` has the same.
struct PageKeyHash: Hashable {
  /// Of which the last bits are the number of a bucket.
  let bucket: UInt32
  /// Thirty bits that tell the keys of a bucket apart.
  let check: UInt32

  init(_ key: String, seed: UInt32) {
    var hash = 0x811c_9dc5 ^ seed
    for byte in key.utf8 { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
    bucket = hash
    hash = 0x9e37_79b9 ^ seed
    for byte in key.utf8.reversed() { hash = (hash ^ UInt32(byte)) &* 0x85eb_ca6b }
    check = (hash ^ (hash >> 15)) >> 2
  }
}
