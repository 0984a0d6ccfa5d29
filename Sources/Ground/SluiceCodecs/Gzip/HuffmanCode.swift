/// A prefix code for symbols, based on their frequencies.
struct HuffmanCode {
  /// The code of a symbol: its bits in the order of writing, and their number.
  struct Entry {
    var bits: UInt16
    /// The number of bits; 0 for an unused symbol.
    var length: UInt8
  }

  private(set) var entries: [Entry]

  /// Creates a code with at most `maximumLength` bits per symbol.
  init(frequencies: [UInt32], maximumLength: Int) {
    let lengths = Self.lengths(of: frequencies, maximumLength: maximumLength)
    var counts = [Int](repeating: 0, count: maximumLength + 1)
    for length in lengths where length > 0 { counts[Int(length)] += 1 }
    var next = [UInt16](repeating: 0, count: maximumLength + 1)
    var code: UInt16 = 0
    for length in 1..<next.count {
      code = (code + UInt16(counts[length - 1])) << 1
      next[length] = code
    }
    entries = lengths.map { length in
      guard length > 0 else { return Entry(bits: 0, length: 0) }
      defer { next[Int(length)] += 1 }
      return Entry(bits: Self.reversed(next[Int(length)], length), length: length)
    }
  }

  /// Returns the number of bits for each symbol.
  private static func lengths(of frequencies: [UInt32], maximumLength: Int) -> [UInt8] {
    var lengths = [UInt8](repeating: 0, count: frequencies.count)
    let symbols = frequencies.indices.filter { frequencies[$0] > 0 }
      .sorted { (frequencies[$0], $0) < (frequencies[$1], $1) }
    guard symbols.count > 1 else {
      // A code for a single symbol has one bit. Decoders require a second symbol.
      lengths[symbols.first ?? 0] = 1
      lengths[symbols.first == 0 ? 1 : 0] = 1
      return lengths
    }
    var counts = depths(of: symbols.map { UInt64(frequencies[$0]) }, maximumLength)
    // Limiting the lengths leaves more codes than possible. To correct this, a shorter code is split into two
    // longer ones, and one of these replaces a code of the maximum length.
    var excess =
      counts.indices.dropFirst().reduce(0) { $0 + counts[$1] << (maximumLength - $1) } - 1 << maximumLength
    while excess > 0 {
      var length = maximumLength - 1
      while counts[length] == 0 { length -= 1 }
      counts[length] -= 1
      counts[length + 1] += 2
      counts[maximumLength] -= 1
      excess -= 1
    }
    var index = 0
    for length in stride(from: maximumLength, to: 0, by: -1) {
      for _ in 0..<counts[length] {
        lengths[symbols[index]] = UInt8(length)
        index += 1
      }
    }
    return lengths
  }

  /// Returns the number of symbols at each depth of the Huffman tree. Deeper symbols count at the maximum
  /// length. `weights` must be in ascending order.
  private static func depths(of weights: [UInt64], _ maximumLength: Int) -> [Int] {
    let leaves = weights.count
    var nodes = weights
    var parents = [Int](repeating: 0, count: 2 * leaves - 1)
    var leaf = 0
    var inner = leaves
    // Combines the two lightest nodes. Both leaves and inner nodes are in ascending order.
    while nodes.count < 2 * leaves - 1 {
      var weight: UInt64 = 0
      for _ in 0..<2 {
        let takesLeaf = leaf < leaves && (inner >= nodes.count || nodes[leaf] <= nodes[inner])
        let node = takesLeaf ? leaf : inner
        if takesLeaf { leaf += 1 } else { inner += 1 }
        weight += nodes[node]
        parents[node] = nodes.count
      }
      nodes.append(weight)
    }
    var counts = [Int](repeating: 0, count: maximumLength + 1)
    var depth = [Int](repeating: 0, count: nodes.count)
    for node in stride(from: nodes.count - 2, through: 0, by: -1) {
      depth[node] = depth[parents[node]] + 1
      if node < leaves { counts[min(depth[node], maximumLength)] += 1 }
    }
    return counts
  }

  private static func reversed(_ code: UInt16, _ length: UInt8) -> UInt16 {
    var (code, result) = (code, UInt16(0))
    for _ in 0..<length {
      result = result << 1 | code & 1
      code >>= 1
    }
    return result
  }
}
