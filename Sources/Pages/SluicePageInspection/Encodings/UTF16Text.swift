/// Detects and decodes JSON in UTF-16, which PowerShell and some editors write.
package enum UTF16Text {
  /// Returns the text in UTF-8, or `nil` if the bytes have neither a UTF-16 byte order mark nor a UTF-16
  /// start of JSON.
  package static func utf8(_ bytes: [UInt8]) -> [UInt8]? {
    // A single byte at the end is left out.
    let units = bytes[..<(bytes.count & ~1)]
    return switch Array(bytes.prefix(2)) {
    case [0xFF, 0xFE]: PageEncoding.utf16LE.decode(units.dropFirst(2)).text
    case [0xFE, 0xFF]: PageEncoding.utf16BE.decode(units.dropFirst(2)).text
    case [ASCII.openBrace, 0], [ASCII.openBracket, 0]: PageEncoding.utf16LE.decode(units).text
    case [0, ASCII.openBrace], [0, ASCII.openBracket]: PageEncoding.utf16BE.decode(units).text
    default: nil
    }
  }
}
