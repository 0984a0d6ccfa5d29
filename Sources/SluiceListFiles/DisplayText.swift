import SluiceText

/// Text from lists and file names, made safe to print on a terminal.
///
/// A hostile list must not be able to send escape sequences to the terminal or reorder the text. So invisible
/// characters are printed as their code points.
package enum DisplayText {
  /// Returns the printed form of a scalar and its width in columns.
  package static func cell(_ scalar: Unicode.Scalar) -> (text: String, width: Int) {
    switch scalar.value {
    case 0x20..<0x7F: return (String(scalar), 1)
    // One column, regardless of the terminal's tab stops, so that the caret stays under the right character.
    case 0x09: return (" ", 1)
    default:
      if scalar.isHidden {
        let text = "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        return (text, text.utf8.count)
      }
      return (String(scalar), width(scalar))
    }
  }

  /// Returns the printed form of a byte that is not UTF-8.
  package static func cell(invalid byte: UInt8) -> (text: String, width: Int) {
    let digits = String(byte, radix: 16, uppercase: true)
    return ("\\x\(digits.utf8.count < 2 ? "0" : "")\(digits)", 4)
  }

  /// Returns whether a text is printed as it is, with a column for each byte.
  package static func isPlain(_ text: ArraySlice<UInt8>) -> Bool { text.allSatisfy { 0x20..<0x7F ~= $0 } }

  /// Returns the number of columns of text that needs no escaping.
  package static func columns(of text: Substring) -> Int {
    if text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return text.utf8.count }
    return text.unicodeScalars.reduce(0) { $0 + cell($1).width }
  }

  /// Returns the text with all invisible characters escaped.
  package static func escaping(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value > 0x7E }) else { return text }
    return text.unicodeScalars.reduce(into: "") { $0 += cell($1).text }
  }

  /// Returns the width in terminal columns, according to Unicode's East Asian Width property.
  private static func width(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return 0
    default: break
    }
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
      0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
      return 2
    default: return scalar.properties.isEmojiPresentation ? 2 : 1
    }
  }
}

/// Number formatting for output.
package enum Format {
  /// Returns a number with thousands separators: `1,734`.
  package static func grouped(_ number: Int) -> String { number.grouped }
}
