import SluiceLists

/// An outline as text for a terminal.
struct ComparisonReportText {
  let style: TextStyle
  /// The number of columns to which lines with examples are cut; nil for whole lines.
  var width: Int?

  func render(_ outline: ComparisonReport) -> String {
    var text = line(outline.headline) + "\n"
    for section in outline.sections {
      text += "\n" + style.bold(section.title) + "\n"
      for fact in section.facts { text += "  \(line(fact))\n" }
      for item in section.items {
        text += "  \(mark(item.mark))\(cut(line(item.line), indent: 4))\n"
        for detail in item.details { text += "      \(cut(line(detail), indent: 6))\n" }
      }
      if section.items.count < section.total {
        text += "  " + ListingHint.showing(section.items.count, of: Format.grouped(section.total))
      }
    }
    return text
  }

  private func cut(_ text: String, indent: Int) -> String {
    width.map { Steps.fitted(text, $0 - indent) } ?? text
  }

  private func mark(_ mark: ComparisonReport.Mark?) -> String {
    switch mark {
    case .added: style.green("+") + " "
    case .removed: style.red("-") + " "
    case .changed: style.yellow("~") + " "
    case nil: ""
    }
  }

  private func line(_ pieces: [ComparisonReport.Piece]) -> String {
    pieces.map { piece in
      switch piece {
      case .words(let text): text
      case .foreign(let text), .url(let text): DisplayText.escaping(text)
      }
    }.joined()
  }
}
