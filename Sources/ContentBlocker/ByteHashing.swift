extension Hasher {
  /// Feeds all bytes at once. The array's own way, byte by byte, takes ten times as long, and names and
  /// selectors are hashed a hundred thousand times.
  package mutating func combineBytes(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { combine(bytes: $0) }
    combine(bytes.count)
  }
}
