/// Compresses bytes as a gzip file (RFC 1952), which Foundation cannot do on Linux.
///
/// Equal bytes give equal files: the header has no name and no time. One pass with one candidate a
/// position: about the size of `gzip -1` several times as fast, since lists are compressed anew with every
/// build.
package enum Gzip {
  /// The file of these bytes.
  package static func compress(_ bytes: [UInt8]) -> [UInt8] {
    var output = BitWriter(capacity: bytes.count / 6 + 4096)
    // Magic, deflate, no flags, no time, the fastest method, an unknown file system.
    for byte in [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 4, 255] as [UInt8] { output.append(byte: byte) }
    var deflate = Deflate(output)
    deflate.compress(bytes)
    output = deflate.output
    output.append(word: CRC32.checksum(of: bytes))
    output.append(word: UInt32(truncatingIfNeeded: bytes.count))
    return output.bytes
  }
}
