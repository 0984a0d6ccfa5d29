/// The checksum of gzip files, computed eight bytes at a time.
enum CRC32 {
  /// Returns the checksum. Eight bytes are read only if eight are left, and indices into the tables are
  /// single bytes, so all unchecked accesses are in bounds.
  static func checksum(of bytes: [UInt8]) -> UInt32 {
    tables.withUnsafeBufferPointer { tables in
      bytes.withUnsafeBytes { bytes in
        var crc = ~UInt32(0)
        var offset = 0
        while offset + 8 <= bytes.count {
          let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
          let rest = word ^ UInt64(crc)
          crc = 0
          for byte in 0..<8 {
            let value = Int(truncatingIfNeeded: rest &>> (8 * UInt64(byte))) & 0xff
            crc ^= tables[(7 - byte) * 256 + value]
          }
          offset += 8
        }
        while offset < bytes.count {
          let value = UInt8(truncatingIfNeeded: crc) ^ bytes[offset]
          crc = crc >> 8 ^ tables[Int(value)]
          offset += 1
        }
        return ~crc
      }
    }
  }

  /// Eight tables of 256 entries: the effect of a byte on the checksum when 0 to 7 bytes follow it.
  private static let tables: [UInt32] = {
    var tables: [UInt32] = []
    for byte in 0..<256 {
      var crc = UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 0 ? crc >> 1 : crc >> 1 ^ 0xedb8_8320 }
      tables.append(crc)
    }
    for index in 256..<2048 {
      let previous = tables[index - 256]
      tables.append(previous >> 8 ^ tables[Int(previous & 0xff)])
    }
    return tables
  }()
}
