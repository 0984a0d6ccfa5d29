import SluiceLists

/// An outline as a comment on a pull request: GitHub's Markdown, within the maximum length of a comment.
///
/// Text from other sources is in code spans, where links, HTML and mentions have no effect.
struct ComparisonReportMarkdown {
  /// The maximum number of scalars; GitHub allows 65,536.
  static let maximumLength = 60_000

  func render(_ outline: ComparisonReport) -> String {
    var sections = outline.sections.map { section in
      Rendered(
        head: "\n### \(section.title)\n\n" + section.facts.map { "- \(Self.line($0))\n" }.joined(),
        total: section.total)
    }
    let headline = Self.line(outline.headline) + "\n"
    // Reserves space for the required parts. The remaining space goes to items, beginning with the first
    // section.
    var room = Self.maximumLength - headline.unicodeScalars.count
    for section in sections { room -= section.head.unicodeScalars.count + Self.roomForRest }
    for (index, section) in outline.sections.enumerated() {
      for item in section.items {
        let text = Self.item(item)
        let length = text.unicodeScalars.count
        guard length <= room else { break }
        room -= length
        sections[index].items += text
        sections[index].shown += 1
      }
    }
    return headline + sections.map(\.text).joined()
  }

  private struct Rendered {
    let head: String
    let total: Int
    var items = ""
    var shown = 0

    var text: String {
      head + items
        + (shown < total ? "- and \(Format.grouped(total - shown)) more\n" : "")
    }
  }

  /// The space for "and N more".
  private static let roomForRest = 40

  private static func item(_ item: ComparisonReport.Item) -> String {
    let mark =
      switch item.mark {
      case .added: "added "
      case .removed: "removed "
      case .changed: "changed "
      case nil: ""
      }
    return "- \(mark)\(line(item.line))\n" + item.details.map { "  - \(line($0))\n" }.joined()
  }

  private static func line(_ pieces: [ComparisonReport.Piece]) -> String {
    pieces.map { piece in
      switch piece {
      case .words(let text): text
      case .foreign(let text): Markdown.code(text)
      case .url(let text): Markdown.code(URLSecrets.removed(fromLocation: text))
      }
    }.joined()
  }
}
