import SluiceCodecs
import SluiceSystem

/// The text of a file that may be compressed or in UTF-16.
package struct ListText: Sendable {
  /// The encoding of the file.
  package enum Storage: Hashable, Sendable {
    case plain
    /// Compressed with gzip.
    case gzip
    /// UTF-16 with a byte order mark.
    case utf16

    /// The encoding, for messages.
    package var words: String {
      switch self {
      case .plain: "plain text"
      case .gzip: "packed by gzip"
      case .utf16: "in UTF-16"
      }
    }
  }

  /// The text in UTF-8.
  package let bytes: [UInt8]
  /// The encoding of the file.
  package let storage: Storage

  /// Decodes a file. Gzip is detected by its first two bytes, UTF-16 by its byte order mark.
  ///
  /// A file that cannot be decompressed stays unchanged.
  package init(of file: [UInt8]) {
    if Gzip.isMagic(of: file), let bytes = try? Gzip.decompress(file, limit: OpenFile.maximumBytes) {
      self.bytes = Self.utf8(bytes) ?? bytes
      storage = .gzip
      return
    }
    let utf8 = Self.utf8(file)
    bytes = utf8 ?? file
    storage = utf8 == nil ? .plain : .utf16
  }

  /// Converts UTF-16 with a byte order mark to UTF-8; returns nil for anything else.
  private static func utf8(_ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.count >= 2 else { return nil }
    let isBig = bytes[0] == 0xfe && bytes[1] == 0xff
    guard isBig || bytes[0] == 0xff && bytes[1] == 0xfe else { return nil }
    // UTF-32 begins with the same bytes and is not supported.
    guard bytes.count < 4 || isBig || bytes[2] != 0 || bytes[3] != 0 else { return nil }
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count / 2)
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    for index in stride(from: 2, to: bytes.count - 1, by: 2) {
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      units.append(isBig ? first << 8 | second : second << 8 | first)
    }
    // A single byte at the end means that the text was truncated. It also becomes U+FFFD.
    if bytes.count % 2 == 1 { units.append(0xd800) }
    // An unpaired surrogate becomes U+FFFD.
    _ = transcode(units.makeIterator(), from: UTF16.self, to: UTF8.self, stoppingOnError: false) {
      text.append($0)
    }
    return text
  }
}
