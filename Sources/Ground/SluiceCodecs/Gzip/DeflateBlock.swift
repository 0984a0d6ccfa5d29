extension Deflate {
  /// Writes one block: the description of its codes, followed by its tokens.
  struct Block {
    private static let endOfBlock = 256
    /// The order in which the lengths of the code length codes are written.
    private static let lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

    /// Writes the tokens of some bytes. Length symbols are below 286 and distance symbols are below 30, the
    /// sizes of the tables of counts and codes.
    mutating func write(
      _ tokens: UnsafeBufferPointer<DeflateToken>, of bytes: UnsafeRawBufferPointer, isLast: Bool,
      to output: inout BitWriter
    ) {
      var literalCounts = [UInt32](repeating: 0, count: 286)
      var distanceCounts = [UInt32](repeating: 0, count: 30)
      var extraBits = 0
      literalCounts.withUnsafeMutableBufferPointer { literals in
        distanceCounts.withUnsafeMutableBufferPointer { distances in
          for token in tokens {
            if let literal = token.literal {
              literals[Int(literal)] += 1
            } else {
              let (length, distance) = (token.lengthSymbol, token.distanceSymbol)
              literals[Int(length.code)] += 1
              distances[Int(distance.code)] += 1
              extraBits += Int(length.extraBits + distance.extraBits)
            }
          }
        }
      }
      literalCounts[Self.endOfBlock] = 1
      let literals = HuffmanCode(frequencies: literalCounts, maximumLength: 15).entries
      let distances = HuffmanCode(frequencies: distanceCounts, maximumLength: 15).entries
      let size =
        zip(literals, literalCounts).reduce(extraBits) { $0 + Int($1.0.length) * Int($1.1) }
        + zip(distances, distanceCounts).reduce(0) { $0 + Int($1.0.length) * Int($1.1) }
      guard size / 8 < bytes.count else {
        Self.copy(bytes, isLast: isLast, to: &output)
        return
      }
      output.append(isLast ? 1 : 0, 1)
      output.append(2, 2)
      Self.describe(literals, distances, to: &output)
      literals.withUnsafeBufferPointer { literals in
        distances.withUnsafeBufferPointer { distances in
          output.append(tokens, literals, distances)
        }
      }
      output.append(UInt32(literals[Self.endOfBlock].bits), UInt32(literals[Self.endOfBlock].length))
    }

    /// Writes uncompressed bytes, for incompressible input.
    private static func copy(_ bytes: UnsafeRawBufferPointer, isLast: Bool, to output: inout BitWriter) {
      var start = 0
      repeat {
        let end = min(start + 0xffff, bytes.count)
        output.append(isLast && end == bytes.count ? 1 : 0, 3)
        output.align()
        let length = UInt32(end - start)
        output.append(word: length | (~length & 0xffff) << 16)
        output.append(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
        start = end
      } while start < bytes.count
    }

    /// Writes the lengths of both codes, compressed with a third code.
    private static func describe(
      _ literals: [HuffmanCode.Entry], _ distances: [HuffmanCode.Entry], to output: inout BitWriter
    ) {
      let literalCount = max(257, (literals.lastIndex { $0.length > 0 } ?? 0) + 1)
      let distanceCount = max(1, (distances.lastIndex { $0.length > 0 } ?? 0) + 1)
      let symbols = runs(
        in: literals[..<literalCount].map(\.length) + distances[..<distanceCount].map(\.length))
      var counts = [UInt32](repeating: 0, count: 19)
      for symbol in symbols { counts[Int(symbol.code)] += 1 }
      let codes = HuffmanCode(frequencies: counts, maximumLength: 7).entries
      let codeCount = max(4, (lengthOrder.lastIndex { codes[$0].length > 0 } ?? 0) + 1)
      output.append(UInt32(literalCount - 257), 5)
      output.append(UInt32(distanceCount - 1), 5)
      output.append(UInt32(codeCount - 4), 4)
      for code in lengthOrder[..<codeCount] { output.append(UInt32(codes[code].length), 3) }
      for symbol in symbols {
        let entry = codes[Int(symbol.code)]
        output.append(UInt32(entry.bits), UInt32(entry.length))
        output.append(symbol.extra, symbol.extraBits)
      }
    }

    /// Returns the lengths with one symbol for each run: 16 repeats the previous length, 17 and 18 repeat
    /// zeros.
    private static func runs(in lengths: [UInt8]) -> [(code: UInt8, extra: UInt32, extraBits: UInt32)] {
      var symbols: [(code: UInt8, extra: UInt32, extraBits: UInt32)] = []
      var index = 0
      while index < lengths.count {
        let length = lengths[index]
        let run = lengths[index...].prefix { $0 == length }.count
        var rest = run
        if length > 0 {
          symbols.append((length, 0, 0))
          rest -= 1
        }
        while rest >= 3 {
          let part = min(rest, length > 0 ? 6 : 138)
          switch (length, part) {
          case (0, 11...): symbols.append((18, UInt32(part - 11), 7))
          case (0, _): symbols.append((17, UInt32(part - 3), 3))
          default: symbols.append((16, UInt32(part - 3), 2))
          }
          rest -= part
        }
        for _ in 0..<rest { symbols.append((length, 0, 0)) }
        index += run
      }
      return symbols
    }
  }
}
