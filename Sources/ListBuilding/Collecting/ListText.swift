import Codecs
import Platform

/// The text of a file that may be packed or in UTF-16.
package struct ListText: Sendable {
  /// How the text was stored.
  package enum Storage: Hashable, Sendable {
    /// As it is.
    case plain
    /// By gzip.
    case gzip
    /// In UTF-16 with a byte order mark.
    case utf16

    /// How it was stored, in words.
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
  /// How it was stored.
  package let storage: Storage

  /// The text of a file. Gzip is told by its first two bytes, UTF-16 by its byte order mark. What cannot be unpacked stays as
  /// it is.
  package init(of file: [UInt8]) {
    if Gzip.isMagic(of: file), let bytes = try? Gzip.decompress(file, limit: FileDescriptor.maximumBytes) {
      self.bytes = Self.utf8(bytes) ?? bytes
      storage = .gzip
      return
    }
    let utf8 = Self.utf8(file)
    bytes = utf8 ?? file
    storage = utf8 == nil ? .plain : .utf16
  }

  /// UTF-16 with a byte order mark as UTF-8; nil for anything else.
  private static func utf8(_ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.count >= 2 else { return nil }
    let isBig = bytes[0] == 0xfe && bytes[1] == 0xff
    guard isBig || bytes[0] == 0xff && bytes[1] == 0xfe else { return nil }
    // UTF-32 begins alike, and is not read.
    guard bytes.count < 4 || isBig || bytes[2] != 0 || bytes[3] != 0 else { return nil }
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count / 2)
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    for index in stride(from: 2, to: bytes.count - 1, by: 2) {
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      units.append(isBig ? first << 8 | second : second << 8 | first)
    }
    // Half of a unit at the end is text that was cut, and U+FFFD too.
    if bytes.count % 2 == 1 { units.append(0xd800) }
    // A half of a pair stands for nothing, and becomes U+FFFD.
    _ = transcode(units.makeIterator(), from: UTF16.self, to: UTF8.self, stoppingOnError: false) {
      text.append($0)
    }
    return text
  }
}
