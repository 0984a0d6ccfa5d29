import SluiceLists

/// Escaping of text for XML 1.0.
enum XMLText {
  /// Escapes text for use as content or, if it is one line, between double quotes.
  ///
  /// Invisible characters, and characters that XML does not allow, are written as their code points. Line
  /// breaks are kept.
  static func escaping(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { escaped, scalar in
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\n": escaped += "\n"
      default: escaped += DisplayText.cell(scalar).text
      }
    }
  }
}
