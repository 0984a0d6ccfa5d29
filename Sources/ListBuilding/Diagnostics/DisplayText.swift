/// Text from lists and file names as a terminal can show it.
///
/// A hostile list must not be able to send escape sequences to the terminal or reorder what is read, so
/// whatever is not visible is shown as its number.
package enum DisplayText {
  /// What stands for a scalar, and its columns.
  package static func cell(_ scalar: Unicode.Scalar) -> (text: String, width: Int) {
    switch scalar.value {
    case 0x20..<0x7F: return (String(scalar), 1)
    // One column, whatever the terminal's tab stops, so that the caret stays under its place.
    case 0x09: return (" ", 1)
    default:
      if scalar.isHidden {
        let text = "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        return (text, text.utf8.count)
      }
      return (String(scalar), width(scalar))
    }
  }

  /// What stands for a byte that is not UTF-8.
  package static func cell(invalid byte: UInt8) -> (text: String, width: Int) {
    let digits = String(byte, radix: 16, uppercase: true)
    return ("\\x\(digits.utf8.count < 2 ? "0" : "")\(digits)", 4)
  }

  /// The text with everything that is not visible escaped.
  package static func escaping(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value > 0x7E }) else { return text }
    return text.unicodeScalars.reduce(into: "") { $0 += cell($1).text }
  }

  /// Columns on a terminal, after the East Asian Width property of Unicode.
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
