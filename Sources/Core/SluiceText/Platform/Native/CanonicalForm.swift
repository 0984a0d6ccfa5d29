/// The canonical composition of texts (NFC), which decomposes no scalars that IDNA does not allow.
enum CanonicalForm {
  private struct Pair: Hashable {
    let first: UInt32
    let second: UInt32
  }

  /// The pairs that compose to a scalar, and their compositions.
  private static let tables: (pairs: [UInt32: Pair], compositions: [Pair: UInt32]) = {
    var pairs: [UInt32: Pair] = [:]
    var compositions: [Pair: UInt32] = [:]
    var numbers = TableNumbers(IDNATable.compositions)
    var composed: UInt32 = 0
    var first: UInt32 = 0
    var second: UInt32 = 0x300
    while let distance = numbers.next() {
      composed += distance
      first = numbers.next(after: first)
      second = numbers.next(after: second)
      pairs[composed] = Pair(first: first, second: second)
      compositions[Pair(first: first, second: second)] = composed
    }
    return (pairs, compositions)
  }()

  /// Returns the composed form of scalars.
  static func composed(_ scalars: [UInt32]) -> [UInt32] {
    // No smaller scalar is combined with the one before.
    guard scalars.contains(where: { $0 >= 0x300 }) else { return scalars }
    var decomposed: [(scalar: UInt32, order: UInt8)] = []
    for scalar in scalars { decompose(scalar, into: &decomposed) }
    sortMarks(&decomposed)
    var composed: [UInt32] = []
    /// The index of the last scalar that others combine with, and the order of the scalar before this one.
    var base: Int?
    var last: UInt8 = 0
    for (scalar, order) in decomposed {
      let isNext = base == composed.count - 1
      if let base, isNext || last < order, let joined = composition(composed[base], scalar) {
        composed[base] = joined
        continue
      }
      if order == 0 { base = composed.count }
      last = order
      composed.append(scalar)
    }
    return composed
  }

  private static func decompose(_ scalar: UInt32, into output: inout [(scalar: UInt32, order: UInt8)]) {
    var rest: [UInt32] = []
    var first = scalar
    while let pair = tables.pairs[first] {
      rest.append(pair.second)
      first = pair.first
    }
    for scalar in CollectionOfOne(first) + rest.reversed() {
      output.append((scalar, Unicode.Scalar(scalar)?.properties.canonicalCombiningClass.rawValue ?? 0))
    }
  }

  /// Sorts each sequence of marks by their order.
  private static func sortMarks(_ scalars: inout [(scalar: UInt32, order: UInt8)]) {
    var start = 0
    while start < scalars.count {
      guard scalars[start].order > 0 else {
        start += 1
        continue
      }
      let end = scalars[start...].firstIndex { $0.order == 0 } ?? scalars.count
      let marks = scalars[start..<end].enumerated().sorted {
        ($0.element.order, $0.offset) < ($1.element.order, $1.offset)
      }
      scalars.replaceSubrange(start..<end, with: marks.map { $0.element })
      start = end
    }
  }

  private static func composition(_ first: UInt32, _ second: UInt32) -> UInt32? {
    // Syllables of Hangul are computed.
    if 0x1100..<0x1113 ~= first, 0x1161..<0x1176 ~= second {
      return 0xAC00 + ((first - 0x1100) * 21 + second - 0x1161) * 28
    }
    if 0xAC00..<0xD7A4 ~= first, (first - 0xAC00) % 28 == 0, 0x11A8..<0x11C3 ~= second {
      return first + second - 0x11A7
    }
    return tables.compositions[Pair(first: first, second: second)]
  }
}
