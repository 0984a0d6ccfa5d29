/// Gzip compression (RFC 1952), which Foundation does not provide on Linux.
///
/// Equal bytes result in equal files, because the header contains no name and no time. The encoder makes one
/// pass with one candidate per position. Its output is about the size of `gzip -1` at several times the
/// speed, which matters because every build compresses its lists again.
package enum Gzip {
  /// Returns a gzip file with these bytes.
  package static func compress(_ bytes: [UInt8]) -> [UInt8] {
    var output = BitWriter(capacity: bytes.count / 6 + 4096)
    // Magic number, deflate, no flags, no time, fastest method, unknown file system.
    for byte in [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 4, 255] as [UInt8] { output.append(byte: byte) }
    var deflate = Deflate(output)
    deflate.compress(bytes)
    output = deflate.output
    output.append(word: CRC32.checksum(of: bytes))
    output.append(word: UInt32(truncatingIfNeeded: bytes.count))
    return output.bytes
  }
}
