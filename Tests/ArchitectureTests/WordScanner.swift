/// Reads the names and braces of Swift code, and skips comments and texts.
///
/// Code in interpolations is skipped with its text.
struct WordScanner {
  enum Word {
    case open, close
    /// A name or keyword; a member has a dot before it.
    case name(String, isMember: Bool)
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private var offset = 0

  /// Passes all words of a file to `body`.
  static func scan(_ bytes: [UInt8], _ body: (Word) -> Void) {
    bytes.withUnsafeBufferPointer { bytes in
      var scanner = WordScanner(bytes: bytes)
      while let word = scanner.next() { body(word) }
    }
  }

  private init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  private mutating func next() -> Word? {
    while offset < bytes.count {
      let byte = bytes[offset]
      switch byte {
      case UInt8(ascii: "{"):
        offset += 1
        return .open
      case UInt8(ascii: "}"):
        offset += 1
        return .close
      case UInt8(ascii: "/"): skipComment()
      case UInt8(ascii: "\""), UInt8(ascii: "#"): skipText()
      case _ where Self.isName(byte):
        let start = offset
        while offset < bytes.count, Self.isName(bytes[offset]) { offset += 1 }
        return .name(
          String(decoding: bytes[start..<offset], as: UTF8.self),
          isMember: start > 0 && bytes[start - 1] == UInt8(ascii: "."))
      default: offset += 1
      }
    }
    return nil
  }

  private static func isName(_ byte: UInt8) -> Bool {
    byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7a || byte >= 0x30 && byte <= 0x39 || byte == 0x5f
  }

  /// Skips a comment, or a slash that begins none.
  private mutating func skipComment() {
    offset += 1
    guard offset < bytes.count else { return }
    if bytes[offset] == UInt8(ascii: "/") {
      while offset < bytes.count, bytes[offset] != UInt8(ascii: "\n") { offset += 1 }
    } else if bytes[offset] == UInt8(ascii: "*") {
      offset += 2
      while offset < bytes.count,
        bytes[offset - 1] != UInt8(ascii: "*") || bytes[offset] != UInt8(ascii: "/")
      {
        offset += 1
      }
      offset += 1
    }
  }

  /// Skips a text with its quotes, or signs that begin none.
  private mutating func skipText() {
    let (quote, number) = (UInt8(ascii: "\""), UInt8(ascii: "#"))
    let hashes = count(of: number, at: offset, limit: 8)
    let quotes = count(of: quote, at: offset + hashes, limit: 3)
    offset += hashes + quotes
    // Two are an empty text.
    guard quotes == 1 || quotes == 3 else { return }
    while offset < bytes.count {
      if bytes[offset] == UInt8(ascii: "\\"), count(of: number, at: offset + 1, limit: hashes) == hashes {
        offset += 2 + hashes
      } else if count(of: quote, at: offset, limit: quotes) == quotes,
        count(of: number, at: offset + quotes, limit: hashes) == hashes
      {
        offset += quotes + hashes
        return
      } else {
        offset += 1
      }
    }
  }

  private func count(of byte: UInt8, at place: Int, limit: Int) -> Int {
    var count = 0
    while count < limit, place + count < bytes.count, bytes[place + count] == byte { count += 1 }
    return count
  }
}
