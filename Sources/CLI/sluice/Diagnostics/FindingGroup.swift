import SluiceConversion
import SluiceLists

/// Findings with the same reason: their number, and one of them as an example.
struct FindingGroup {
  /// The number of findings with their outcome: `312 approximated`.
  let count: String
  /// The first of the most severe findings. Its severity is the severity of the group.
  let example: LocatedDiagnostic
}

extension TextRenderer {
  /// Returns a line like `warning: 312 approximated: WebKit has no … [id]`, followed by the example with its
  /// location and the remedies.
  func render(_ group: FindingGroup) -> String {
    let finding = group.example
    var text = paragraph(
      [
        (label(of: finding.severity), "\(finding.severity.rawValue):"), (nil, "\(group.count):"),
        (nil, DisplayText.escaping(finding.message)),
        (style.dim("[\(finding.reason)]"), "[\(finding.reason)]"),
      ], indent: 2)
    let place = "\(DisplayText.escaping(finding.file)):\(finding.location.line):\(finding.location.column):"
    let room = width - 3 - Self.columns(of: place)
    // A filter that does not fit next to its location gets its own line.
    let isOnPlaceLine = room >= 24
    let excerpt = Excerpt(of: finding.excerpt, around: finding.span, width: isOnPlaceLine ? room : width - 4)
    text += "  \(style.bold(place))\(isOnPlaceLine ? " " : "\n    ")\(excerpt.text)\n"
    for note in finding.notes {
      text +=
        "  "
        + paragraph([(nil, "= \(note.label):"), (nil, DisplayText.escaping(note.text))], from: 2, indent: 4)
    }
    return text
  }

  /// Returns words in wrapped lines. All lines except the first are indented.
  ///
  /// - Parameters:
  ///   - pieces: The texts, each with its colored form, if any.
  ///   - start: The column in which the first line begins.
  ///   - indent: The column in which the other lines begin.
  func paragraph(_ pieces: [(styled: String?, plain: String)], from start: Int = 0, indent: Int = 0) -> String
  {
    var (text, column) = ("", start)
    for piece in pieces {
      let words = piece.plain.split(separator: " ", omittingEmptySubsequences: false)
      for word in words {
        let columns = Self.columns(of: word)
        if wraps, column > indent, column + 1 + columns > width {
          text += "\n" + String(repeating: " ", count: indent)
          column = indent
        } else if !text.isEmpty {
          text += " "
          column += 1
        }
        text += words.count == 1 ? piece.styled ?? String(word) : String(word)
        column += columns
      }
    }
    return text + "\n"
  }

  /// Returns the number of columns of text that needs no escaping.
  private static func columns(of text: some StringProtocol) -> Int {
    text.unicodeScalars.reduce(0) { $0 + DisplayText.cell($1).width }
  }
}
