import ListBuilding

/// Text in XML 1.0.
enum XMLText {
  /// The text as content, or between double quotes where it has one line. What XML has no way to write, and what is not
  /// visible, stands as its number; line ends stay.
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
