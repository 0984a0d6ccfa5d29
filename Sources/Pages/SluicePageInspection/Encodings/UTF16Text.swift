/// Detects and decodes JSON in UTF-16, which PowerShell and some editors write.
package enum UTF16Text {
  /// Returns the text in UTF-8, or `nil` if the bytes have neither a UTF-16 byte order mark nor a UTF-16
  /// start of JSON.
  package static func utf8(_ bytes: [UInt8]) -> [UInt8]? {
    let start = Array(bytes.prefix(2))
    let isLittle: Bool
    let offset: Int
    switch start {
    case [0xFF, 0xFE]: (isLittle, offset) = (true, 2)
    case [0xFE, 0xFF]: (isLittle, offset) = (false, 2)
    case [ASCII.openBrace, 0], [ASCII.openBracket, 0]: (isLittle, offset) = (true, 0)
    case [0, ASCII.openBrace], [0, ASCII.openBracket]: (isLittle, offset) = (false, 0)
    default: return nil
    }
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    var index = offset
    while index + 1 < bytes.count {
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      units.append(isLittle ? second << 8 | first : first << 8 | second)
      index += 2
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }
}
