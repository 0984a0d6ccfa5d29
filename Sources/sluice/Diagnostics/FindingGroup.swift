import ContentBlocker
import ListBuilding

/// The findings with the same reason: their number, and one of them as an example.
struct FindingGroup {
  /// The number of findings with their outcome: `312 approximated`.
  let count: String
  /// The first of the most severe findings. Its severity is that of the group.
  let example: LocatedMessage
}

extension TextRenderer {
  /// `warning: 312 approximated: WebKit has no … [id]`, the example with its place, and what to do.
  func render(_ group: FindingGroup) -> String {
    let message = group.example
    var text = paragraph(
      [
        (label(of: message.severity), "\(message.severity.rawValue):"), (nil, "\(group.count):"),
        (nil, DisplayText.escaping(message.text)), (style.dim("[\(message.reason)]"), "[\(message.reason)]"),
      ], indent: 2)
    let place = "\(DisplayText.escaping(message.file)):\(message.location.line):\(message.location.column):"
    let room = width - 3 - Self.columns(of: place)
    // If the place leaves no room for the filter, it gets a line of its own.
    let isBesidePlace = room >= 24
    let excerpt = Excerpt(of: message.source, around: message.span, width: isBesidePlace ? room : width - 4)
    text += "  \(style.bold(place))\(isBesidePlace ? " " : "\n    ")\(excerpt.text)\n"
    for note in message.notes {
      text +=
        "  "
        + paragraph([(nil, "= \(note.label):"), (nil, DisplayText.escaping(note.text))], from: 2, indent: 4)
    }
    return text
  }

  /// Returns words in wrapped lines. All lines except the first are indented.
  ///
  /// - Parameters:
  ///   - pieces: The words, each with its colored form if it has one.
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

  /// Returns the number of columns of text that is shown unchanged.
  private static func columns(of text: some StringProtocol) -> Int {
    text.unicodeScalars.reduce(0) { $0 + DisplayText.cell($1).width }
  }
}
