import SluiceText

/// Byte arrays in one: a number of arrays, then for each its length and its bytes. Numbers have four bytes, the lowest
/// first.
@frozen public enum WasmCall {
  /// Returns the arrays, or nil if the bytes are incomplete.
  public static func split(_ bytes: Span<UInt8>) -> [[UInt8]]? {
    var offset = 0
    guard let count = number(in: bytes, &offset), count <= bytes.count / 4 else { return nil }
    var parts: [[UInt8]] = []
    for _ in 0..<count {
      guard let length = number(in: bytes, &offset), length <= bytes.count - offset else { return nil }
      parts.append(bytes.extracting(offset..<offset + length).inputArray())
      offset += length
    }
    return offset == bytes.count ? parts : nil
  }

  /// Returns the number of bytes of the joined arrays.
  public static func joinedCount(_ parts: [[UInt8]]) -> Int { parts.reduce(4) { $0 + 4 + $1.count } }

  /// Returns the arrays in one.
  public static func joined(_ parts: [[UInt8]]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(joinedCount(parts))
    append(parts.count, to: &bytes)
    for part in parts {
      append(part.count, to: &bytes)
      bytes += part
    }
    return bytes
  }

  private static func number(in bytes: Span<UInt8>, _ offset: inout Int) -> Int? {
    guard bytes.count - offset >= 4 else { return nil }
    var number: UInt32 = 0
    for index in 0..<4 { number |= UInt32(bytes[offset + index]) << (8 * UInt32(index)) }
    offset += 4
    // A number that does not fit is longer than any array.
    return Int(exactly: number)
  }

  private static func append(_ number: Int, to bytes: inout [UInt8]) {
    for index in 0..<4 { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * index))) }
  }
}
