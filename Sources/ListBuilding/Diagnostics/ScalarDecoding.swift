/// Reads UTF-8 that may be ill-formed.
extension ArraySlice<UInt8> {
  /// The scalar that begins at an index, or nil where the bytes are ill-formed, and how many bytes it has.
  package func scalar(at index: Int) -> (scalar: Unicode.Scalar?, length: Int) {
    var rest = self[index...].makeIterator()
    var parser = Unicode.UTF8.ForwardParser()
    switch parser.parseScalar(from: &rest) {
    case .valid(let encoded): return (Unicode.UTF8.decode(encoded), encoded.count)
    case .error(let length): return (nil, length)
    case .emptyInput: return (nil, 1)
    }
  }

  /// How many scalars, where an ill-formed sequence counts as the one that replaces it (U+FFFD).
  package var scalarCount: Int {
    var count = 0
    var index = startIndex
    while index < endIndex {
      index += self[index] < 0x80 ? 1 : scalar(at: index).length
      count += 1
    }
    return count
  }

  /// The first scalars as text, with `…` when there are more.
  package func text(atMost limit: Int) -> String {
    var index = startIndex
    var count = 0
    while index < endIndex, count < limit {
      index += self[index] < 0x80 ? 1 : scalar(at: index).length
      count += 1
    }
    return String(decoding: self[..<index], as: UTF8.self) + (index < endIndex ? "…" : "")
  }
}
