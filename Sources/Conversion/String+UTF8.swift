extension String {
  /// The text of bytes, or nil where they are not UTF-8.
  ///
  /// The standard library's `init(validating:as:)` does the same from macOS 15 and iOS 18.
  package init?(utf8 bytes: [UInt8]) {
    self.init(decoding: bytes, as: UTF8.self)
    // What is not UTF-8 is decoded as U+FFFD, which has other bytes.
    guard utf8.elementsEqual(bytes) else { return nil }
  }
}
