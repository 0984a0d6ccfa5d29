/// MD5 (RFC 1321), the checksum of Adblock Plus lists. It only detects incomplete transfers.
package enum MD5 {
  /// Returns the 16 bytes of the digest.
  package static func digest(of bytes: [UInt8]) -> [UInt8] {
    var state: State = (0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476)
    let whole = bytes.count / 64 * 64
    bytes.withUnsafeBytes { mix(UnsafeRawBufferPointer(rebasing: $0[..<whole]), into: &state) }
    var rest = Array(bytes[whole...])
    rest.append(0x80)
    while rest.count % 64 != 56 { rest.append(0) }
    withUnsafeBytes(of: (UInt64(bytes.count) &* 8).littleEndian) { rest.append(contentsOf: $0) }
    rest.withUnsafeBytes { mix($0, into: &state) }
    return [state.0, state.1, state.2, state.3].flatMap { word in
      withUnsafeBytes(of: word.littleEndian) { Array($0) }
    }
  }

  private typealias State = (UInt32, UInt32, UInt32, UInt32)

  /// Mixes complete blocks of 64 bytes. Each word starts at offset 60 or before, and there are 64 sines, so
  /// all unchecked accesses are in bounds.
  private static func mix(_ blocks: UnsafeRawBufferPointer, into state: inout State) {
    sines.withUnsafeBufferPointer { sines in
      for block in stride(from: 0, to: blocks.count, by: 64) {
        let words = UnsafeRawBufferPointer(rebasing: blocks[block..<block + 64])
        var (a, b, c, d) = state
        /// Performs sixteen steps with one function. The steps use every `stride`th word of the block, from
        /// `start` on.
        @inline(__always)
        func round(
          _ number: Int, start: Int, stride: Int, _ shifts: (UInt32, UInt32, UInt32, UInt32),
          _ function: (_ b: UInt32, _ c: UInt32, _ d: UInt32) -> UInt32
        ) {
          @inline(__always)
          func step(_ a: inout UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32, _ index: Int, _ shift: UInt32) {
            let place = 4 &* ((start &+ stride &* index) & 15)
            let word = UInt32(littleEndian: words.loadUnaligned(fromByteOffset: place, as: UInt32.self))
            let sum = a &+ function(b, c, d) &+ sines[16 &* number &+ index] &+ word
            a = b &+ (sum &<< shift | sum &>> (32 &- shift))
          }
          for index in Swift.stride(from: 0, to: 16, by: 4) {
            step(&a, b, c, d, index, shifts.0)
            step(&d, a, b, c, index + 1, shifts.1)
            step(&c, d, a, b, index + 2, shifts.2)
            step(&b, c, d, a, index + 3, shifts.3)
          }
        }
        round(0, start: 0, stride: 1, (7, 12, 17, 22)) { b, c, d in b & c | ~b & d }
        round(1, start: 1, stride: 5, (5, 9, 14, 20)) { b, c, d in d & b | ~d & c }
        round(2, start: 5, stride: 3, (4, 11, 16, 23)) { b, c, d in b ^ c ^ d }
        round(3, start: 0, stride: 7, (6, 10, 15, 21)) { b, c, d in c ^ (b | ~d) }
        state = (state.0 &+ a, state.1 &+ b, state.2 &+ c, state.3 &+ d)
      }
    }
  }

  /// The absolute sines of 1 to 64, multiplied by 2³².
  private static let sines: [UInt32] = [
    0xd76a_a478, 0xe8c7_b756, 0x2420_70db, 0xc1bd_ceee, 0xf57c_0faf, 0x4787_c62a, 0xa830_4613, 0xfd46_9501,
    0x6980_98d8, 0x8b44_f7af, 0xffff_5bb1, 0x895c_d7be, 0x6b90_1122, 0xfd98_7193, 0xa679_438e, 0x49b4_0821,
    0xf61e_2562, 0xc040_b340, 0x265e_5a51, 0xe9b6_c7aa, 0xd62f_105d, 0x0244_1453, 0xd8a1_e681, 0xe7d3_fbc8,
    0x21e1_cde6, 0xc337_07d6, 0xf4d5_0d87, 0x455a_14ed, 0xa9e3_e905, 0xfcef_a3f8, 0x676f_02d9, 0x8d2a_4c8a,
    0xfffa_3942, 0x8771_f681, 0x6d9d_6122, 0xfde5_380c, 0xa4be_ea44, 0x4bde_cfa9, 0xf6bb_4b60, 0xbebf_bc70,
    0x289b_7ec6, 0xeaa1_27fa, 0xd4ef_3085, 0x0488_1d05, 0xd9d4_d039, 0xe6db_99e5, 0x1fa2_7cf8, 0xc4ac_5665,
    0xf429_2244, 0x432a_ff97, 0xab94_23a7, 0xfc93_a039, 0x655b_59c3, 0x8f0c_cc92, 0xffef_f47d, 0x8584_5dd1,
    0x6fa8_7e4f, 0xfe2c_e6e0, 0xa301_4314, 0x4e08_11a1, 0xf753_7e82, 0xbd3a_f235, 0x2ad7_d2bb, 0xeb86_d391,
  ]
}
