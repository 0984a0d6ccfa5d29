import FilterSyntax

extension UInt8 {
  /// The small letter of a capital of ASCII, any other byte as it is.
  @inline(__always) var asciiLowercased: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }
}

extension Span<UInt8> {
  /// The bytes of the range.
  func array(_ range: ByteRange) -> [UInt8] { range.indices.map { self[$0] } }

  /// The bytes of the range with ASCII's capitals as small letters.
  func lowercased(_ range: ByteRange) -> [UInt8] { range.indices.map { self[$0].asciiLowercased } }
}
