/// The SHA-256 digest of bytes (FIPS 180-4), which identifies inputs and outputs by their content.
///
/// Bytes can be added in pieces of any size without an effect on the digest.
package struct SHA256Hasher: Sendable {
  /// The 32 bytes of a digest.
  package struct Digest: Hashable, Sendable, CustomStringConvertible {
    /// The bytes of the digest in big-endian order.
    package let bytes: [UInt8]

    /// The 64 hexadecimal digits in lowercase, as `sha256sum` prints them.
    package var description: String {
      var text: [UInt8] = []
      text.reserveCapacity(2 * bytes.count)
      for byte in bytes {
        text.append(Self.digits[Int(byte >> 4)])
        text.append(Self.digits[Int(byte & 15)])
      }
      return String(decoding: text, as: UTF8.self)
    }

    private static let digits = Array("0123456789abcdef".utf8)
  }

  private var state: State = (
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19
  )
  /// The bytes of an incomplete block.
  private var rest: [UInt8] = []
  private var count: UInt64 = 0

  typealias State = (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32)
  private static let blockSize = 64

  /// Creates the digest of an empty input.
  package init() { rest.reserveCapacity(Self.blockSize) }

  package static func digest(of bytes: [UInt8]) -> Digest {
    var hash = SHA256Hasher()
    hash.update(bytes)
    return hash.finish()
  }

  /// Appends bytes to the input.
  package mutating func update(_ bytes: [UInt8]) {
    count &+= UInt64(bytes.count)
    bytes.withUnsafeBytes { bytes in
      var offset = 0
      if !rest.isEmpty {
        offset = min(Self.blockSize - rest.count, bytes.count)
        rest += bytes[..<offset]
        guard rest.count == Self.blockSize else { return }
        rest.withUnsafeBytes { compress($0) }
        rest.removeAll(keepingCapacity: true)
      }
      let end = bytes.count - (bytes.count - offset) % Self.blockSize
      compress(UnsafeRawBufferPointer(rebasing: bytes[offset..<end]))
      rest += bytes[end...]
    }
  }

  /// Returns the digest of all bytes.
  package consuming func finish() -> Digest {
    let bits = count &* 8
    var padding: [UInt8] = [0x80]
    while (rest.count + padding.count) % Self.blockSize != Self.blockSize - 8 { padding.append(0) }
    for shift in stride(from: 56 as UInt64, through: 0, by: -8) {
      padding.append(UInt8(truncatingIfNeeded: bits >> shift))
    }
    update(padding)
    var bytes: [UInt8] = []
    for word in [state.0, state.1, state.2, state.3, state.4, state.5, state.6, state.7] {
      for shift in [24, 16, 8, 0] as [UInt32] { bytes.append(UInt8(truncatingIfNeeded: word >> shift)) }
    }
    return Digest(bytes: bytes)
  }

  /// Mixes complete blocks. Allocates the memory for the rounds, and passes them the 64 constants.
  private mutating func compress(_ blocks: UnsafeRawBufferPointer) {
    withUnsafeTemporaryAllocation(of: SHA256Rounds.Words.self, capacity: 4) { sums in
      Self.constants.withUnsafeBufferPointer { constants in
        SHA256Rounds(sums: sums, constants: constants).mix(blocks, into: &state)
      }
    }
  }

  /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
    0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
    0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
    0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
    0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
  ]
}
