import SluiceListFiles
import SluiceLists

/// Escaping of text from lists for Markdown.
enum Markdown {
  /// The number of bytes above which text is truncated.
  private static let maximumLength = 2000
  /// The maximum number of scalars of a code span.
  static let maximumPiece = 300

  /// Returns a code span, truncated if the text is long.
  static func code(_ text: String) -> String {
    let scalars = text.unicodeScalars
    var shown = DisplayText.escaping(String(String.UnicodeScalarView(scalars.prefix(maximumPiece))))
    if shown.unicodeScalars.count > maximumPiece || scalars.count > maximumPiece {
      shown = String(String.UnicodeScalarView(shown.unicodeScalars.prefix(maximumPiece))) + "…"
    }
    guard !shown.isEmpty else { return "(nothing)" }
    var longest = 0
    var run = 0
    for scalar in shown.unicodeScalars {
      run = scalar == "`" ? run + 1 : 0
      longest = max(longest, run)
    }
    let fence = String(repeating: "`", count: longest + 1)
    // Text that begins or ends with a backtick or space gets a space at both ends, which Markdown removes.
    let ends = [shown.unicodeScalars.first, shown.unicodeScalars.last]
    let pad = ends.contains { $0 == "`" || $0 == " " } ? " " : ""
    return fence + pad + shown + pad + fence
  }

  /// Returns text with all Markdown and HTML characters escaped.
  static func plain(_ text: String) -> String {
    shortened(DisplayText.escaping(text)).unicodeScalars.reduce(into: "") { escaped, scalar in
      let isMark = scalar.isASCII && !scalar.properties.isAlphabetic && !(0x30...0x39).contains(scalar.value)
      if isMark, scalar != " " { escaped += "\\" }
      escaped.unicodeScalars.append(scalar)
    }
  }

  private static func shortened(_ text: String) -> String {
    text.utf8.count <= maximumLength ? text : String(text.prefix(maximumLength)) + "…"
  }
}

/// Escaping of text for XML 1.0.
enum XMLText {
  /// Escapes text for use as content or, if it is one line, between double quotes.
  ///
  /// Invisible characters, and characters that XML does not allow, are written as their code points. Line
  /// breaks are kept.
  static func escaping(_ text: String) -> String {
    // Bytes, because appending each scalar to a string would be half the work of a long report.
    var escaped: [UInt8] = []
    escaped.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;".utf8
      case "<": escaped += "&lt;".utf8
      case ">": escaped += "&gt;".utf8
      case "\"": escaped += "&quot;".utf8
      case "\n", " "..."~": escaped.append(UInt8(truncatingIfNeeded: scalar.value))
      default: escaped += DisplayText.cell(scalar).text.utf8
      }
    }
    return String(decoding: escaped, as: UTF8.self)
  }
}
