/// The 64-bit hash of the xxHash family, which detects changes to a file at memory speed. It protects against
/// disk errors, but not against attackers, who can construct bytes for any hash.
///
/// Bytes can be added in pieces of any size without an effect on the hash.
package struct XXH64: Sendable {
  private static let primes: (UInt64, UInt64, UInt64, UInt64, UInt64) = (
    0x9E37_79B1_85EB_CA87, 0xC2B2_AE3D_27D4_EB4F, 0x1656_67B1_9E37_79F9, 0x85EB_CA77_C2B2_AE63,
    0x27D4_EB2F_1656_67C5
  )
  private static let stripe = 32

  private var lanes: (UInt64, UInt64, UInt64, UInt64) = (
    primes.0 &+ primes.1, primes.1, 0, 0 &- primes.0
  )
  /// The bytes of an incomplete stripe.
  private var rest: [UInt8] = []
  private var count: UInt64 = 0

  /// Creates the hash of an empty input.
  package init() { rest.reserveCapacity(Self.stripe) }

  /// Returns the hash of some bytes.
  package static func hash(of bytes: [UInt8]) -> UInt64 {
    var hash = XXH64()
    bytes.withUnsafeBytes { hash.update($0) }
    return hash.finish()
  }

  /// Appends bytes to the input.
  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    count &+= UInt64(bytes.count)
    var offset = 0
    if !rest.isEmpty {
      offset = min(Self.stripe - rest.count, bytes.count)
      rest += bytes[..<offset]
      guard rest.count == Self.stripe else { return }
      rest.withUnsafeBytes { Self.add($0, to: &lanes) }
      rest.removeAll(keepingCapacity: true)
    }
    let end = bytes.count - (bytes.count - offset) % Self.stripe
    Self.add(UnsafeRawBufferPointer(rebasing: bytes[offset..<end]), to: &lanes)
    rest += bytes[end...]
  }

  /// Returns the hash of all bytes.
  package func finish() -> UInt64 {
    let (first, second, third, fourth, fifth) = Self.primes
    var hash: UInt64
    if count >= UInt64(Self.stripe) {
      hash = lanes.0.rotated(1) &+ lanes.1.rotated(7) &+ lanes.2.rotated(12) &+ lanes.3.rotated(18)
      for lane in [lanes.0, lanes.1, lanes.2, lanes.3] {
        hash = (hash ^ Self.round(0, lane)) &* first &+ fourth
      }
    } else {
      hash = fifth
    }
    hash &+= count
    rest.withUnsafeBytes { rest in
      var offset = 0
      while offset + 8 <= rest.count {
        hash = (hash ^ Self.round(0, Self.word(rest, offset))).rotated(27) &* first &+ fourth
        offset += 8
      }
      if offset + 4 <= rest.count {
        let word = UInt32(littleEndian: rest.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
        hash = (hash ^ (UInt64(word) &* first)).rotated(23) &* second &+ third
        offset += 4
      }
      for byte in rest[offset...] { hash = (hash ^ (UInt64(byte) &* fifth)).rotated(11) &* first }
    }
    hash = (hash ^ hash >> 33) &* second
    hash = (hash ^ hash >> 29) &* third
    return hash ^ hash >> 32
  }

  /// Adds complete stripes.
  private static func add(
    _ bytes: UnsafeRawBufferPointer, to lanes: inout (UInt64, UInt64, UInt64, UInt64)
  ) {
    var (first, second, third, fourth) = lanes
    // A stripe is read only if all of it is within the bytes.
    var offset = 0
    while offset + stripe <= bytes.count {
      first = round(first, word(bytes, offset))
      second = round(second, word(bytes, offset + 8))
      third = round(third, word(bytes, offset + 16))
      fourth = round(fourth, word(bytes, offset + 24))
      offset += stripe
    }
    lanes = (first, second, third, fourth)
  }

  private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  private static func round(_ lane: UInt64, _ word: UInt64) -> UInt64 {
    (lane &+ word &* primes.1).rotated(31) &* primes.0
  }
}

extension UInt64 {
  fileprivate func rotated(_ count: UInt64) -> UInt64 { self << count | self >> (64 - count) }
}
