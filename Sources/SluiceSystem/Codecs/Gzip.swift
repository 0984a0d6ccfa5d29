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

extension Gzip {
  /// A reason why a gzip file was not unpacked.
  package enum Problem: Error, Hashable, Sendable {
    /// The file is truncated, malformed, or its checksum does not match.
    case damaged
    /// The unpacked size exceeds the limit.
    case tooLarge
  }

  /// Returns whether the bytes begin with the signature of a gzip file.
  package static func isMagic(of bytes: [UInt8]) -> Bool { bytes.starts(with: [0x1f, 0x8b]) }

  /// Unpacks all members of a gzip file. Throws ``Problem/tooLarge`` if the result exceeds `limit` bytes.
  package static func decompress(_ file: [UInt8], limit: Int) throws(Problem) -> [UInt8] {
    var output: [UInt8] = []
    var start = 0
    repeat {
      guard let header = headerEnd(file, from: start) else { throw .damaged }
      let first = output.count
      var inflate = Inflate(file, from: header, limit: limit)
      try inflate.run(into: &output)
      let end = inflate.end
      guard end + 8 <= file.count,
        word(file, at: end) == CRC32.checksum(of: first == 0 ? output : Array(output[first...])),
        word(file, at: end + 4) == UInt32(truncatingIfNeeded: output.count - first)
      else { throw .damaged }
      start = end + 8
      // Any other data after the last member is ignored, such as the zeros that fill the last block of a
      // tape.
    } while start + 2 <= file.count && file[start] == 0x1f && file[start + 1] == 0x8b
    return output
  }

  private static func word(_ file: [UInt8], at offset: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 | UInt32(file[offset + $1]) << (8 * UInt32($1)) }
  }

  /// Returns the end of the header of the member at `start`, after extra fields, a name and a comment.
  private static func headerEnd(_ file: [UInt8], from start: Int) -> Int? {
    guard start + 10 <= file.count, file[start] == 0x1f, file[start + 1] == 0x8b, file[start + 2] == 8 else {
      return nil
    }
    let flags = file[start + 3]
    var index = start + 10
    if flags & 4 != 0 {
      guard index + 2 <= file.count else { return nil }
      index += 2 + Int(file[index]) + Int(file[index + 1]) << 8
    }
    for flag: UInt8 in [8, 16] where flags & flag != 0 {
      while index < file.count, file[index] != 0 { index += 1 }
      index += 1
    }
    if flags & 2 != 0 { index += 2 }
    return index <= file.count ? index : nil
  }
}

/// A decompressor for deflate data (RFC 1951).
private struct Inflate {
  private let input: [UInt8]
  private let limit: Int
  private var index: Int
  private var bits: UInt64 = 0
  private var count = 0

  init(_ input: [UInt8], from start: Int, limit: Int) {
    (self.input, index, self.limit) = (input, start, limit)
  }

  /// The index of the first input byte after the last block.
  var end: Int { index - count / 8 }

  mutating func run(into output: inout [UInt8]) throws(Gzip.Problem) {
    // A block can only refer to data of its own member.
    let start = output.count
    var isLast = false
    while !isLast {
      isLast = try take(1) == 1
      switch try take(2) {
      case 0: try copy(into: &output)
      case 1: try expand(Self.fixedLiterals, distances: Self.fixedDistances, from: start, into: &output)
      case 2:
        let (literals, distances) = try tables()
        try expand(literals, distances: distances, from: start, into: &output)
      case _: throw .damaged
      }
    }
  }

  private mutating func fill() {
    while count <= 48, index < input.count {
      bits |= UInt64(input[index]) << UInt64(count)
      index += 1
      count += 8
    }
  }

  private mutating func take(_ number: Int) throws(Gzip.Problem) -> Int {
    if count < number { fill() }
    guard count >= number else { throw .damaged }
    let value = Int(bits & ((1 << UInt64(number)) - 1))
    bits >>= UInt64(number)
    count -= number
    return value
  }

  /// Copies a stored block.
  private mutating func copy(into output: inout [UInt8]) throws(Gzip.Problem) {
    _ = try take(count & 7)
    let length = try take(16)
    guard try take(16) == ~length & 0xffff else { throw .damaged }
    let start = end
    guard start + length <= input.count else { throw .damaged }
    guard output.count + length <= limit else { throw .tooLarge }
    output += input[start..<start + length]
    (index, bits, count) = (start + length, 0, 0)
  }

  private mutating func symbol(_ table: [UInt16]) throws(Gzip.Problem) -> Int {
    if count < 15 { fill() }
    let entry = table[Int(bits & 0x7fff)]
    let length = Int(entry & 15)
    guard length > 0, length <= count else { throw .damaged }
    bits >>= UInt64(length)
    count -= length
    return Int(entry >> 4)
  }

  private mutating func expand(
    _ literals: [UInt16], distances: [UInt16], from start: Int, into output: inout [UInt8]
  ) throws(Gzip.Problem) {
    while true {
      let symbol = try symbol(literals)
      if symbol < 256 {
        guard output.count < limit else { throw .tooLarge }
        output.append(UInt8(symbol))
        continue
      }
      if symbol == 256 { return }
      guard symbol < 286 else { throw .damaged }
      let length = Self.lengths[symbol - 257].base + (try take(Self.lengths[symbol - 257].extra))
      let code = try self.symbol(distances)
      guard code < 30 else { throw .damaged }
      let distance = Self.distances[code].base + (try take(Self.distances[code].extra))
      guard distance <= output.count - start else { throw .damaged }
      guard output.count + length <= limit else { throw .tooLarge }
      let from = output.count - distance
      for offset in 0..<length { output.append(output[from + offset]) }
    }
  }

  private mutating func tables() throws(Gzip.Problem) -> (literals: [UInt16], distances: [UInt16]) {
    let literals = try take(5) + 257
    let distances = try take(5) + 1
    var codeLengths = [UInt8](repeating: 0, count: 19)
    for place in Self.order.prefix(try take(4) + 4) { codeLengths[place] = UInt8(try take(3)) }
    let codes = try Self.table(codeLengths[...])
    var lengths: [UInt8] = []
    while lengths.count < literals + distances {
      let symbol = try symbol(codes)
      switch symbol {
      case 0..<16: lengths.append(UInt8(symbol))
      case 16:
        guard let last = lengths.last else { throw .damaged }
        lengths += [UInt8](repeating: last, count: try take(2) + 3)
      case 17: lengths += [UInt8](repeating: 0, count: try take(3) + 3)
      case _: lengths += [UInt8](repeating: 0, count: try take(7) + 11)
      }
    }
    guard lengths.count == literals + distances else { throw .damaged }
    return (try Self.table(lengths[..<literals]), try Self.table(lengths[literals...]))
  }

  /// Returns a table with an entry for each 15 bits of input: the symbol whose code they start with, and the
  /// length of that code; 0 for invalid codes.
  private static func table(_ lengths: ArraySlice<UInt8>) throws(Gzip.Problem) -> [UInt16] {
    var counts = [Int](repeating: 0, count: 16)
    for length in lengths { counts[Int(length)] += 1 }
    var next = [Int](repeating: 0, count: 16)
    var code = 0
    for length in 1..<16 {
      code = (code + (length > 1 ? counts[length - 1] : 0)) << 1
      next[length] = code
      // Otherwise, the lengths specify more codes than possible.
      guard code + counts[length] <= 1 << length else { throw .damaged }
    }
    var table = [UInt16](repeating: 0, count: 1 << 15)
    for (symbol, length) in lengths.enumerated() where length > 0 {
      var reversed = 0
      for bit in 0..<Int(length) where next[Int(length)] >> bit & 1 == 1 {
        reversed |= 1 << (Int(length) - 1 - bit)
      }
      next[Int(length)] += 1
      for entry in stride(from: reversed, to: 1 << 15, by: 1 << Int(length)) {
        table[entry] = UInt16(symbol) << 4 | UInt16(length)
      }
    }
    return table
  }

  private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

  private static let lengths: [(base: Int, extra: Int)] = {
    var (rows, base): ([(base: Int, extra: Int)], Int) = ([], 3)
    for code in 0..<28 {
      let extra = code < 8 ? 0 : code / 4 - 1
      rows.append((base, extra))
      base += 1 << extra
    }
    return rows + [(258, 0)]
  }()

  private static let distances: [(base: Int, extra: Int)] = {
    var (rows, base): ([(base: Int, extra: Int)], Int) = ([], 1)
    for code in 0..<30 {
      let extra = code < 4 ? 0 : code / 2 - 1
      rows.append((base, extra))
      base += 1 << extra
    }
    return rows
  }()

  private static let fixedLiterals: [UInt16] = fixed(
    (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
  private static let fixedDistances: [UInt16] = fixed([UInt8](repeating: 5, count: 30))

  private static func fixed(_ lengths: [UInt8]) -> [UInt16] { (try? table(lengths[...])) ?? [] }
}

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
