import SluiceListFiles
import SluiceLists

/// The contents of a comparison, most important first, independent of the format.
struct ComparisonReport {
  var headline: [Piece]
  var sections: [Section] = []

  struct Section {
    let title: String
    var facts: [[Piece]] = []
    var items: [Item] = []
    /// The total number of items, including those that are left out.
    var total = 0
  }

  struct Item {
    var mark: Mark?
    let line: [Piece]
    var details: [[Piece]] = []
  }

  enum Mark { case added, removed, changed }

  enum Piece: Equatable {
    /// Text from Sluice itself.
    case words(String)
    /// Text from lists, requests or the file system.
    case foreign(String)
    /// The URL of a request, which can contain secrets.
    case url(String)
  }

  /// Adds a section, unless it is empty.
  mutating func add(_ section: Section) {
    if !section.facts.isEmpty || section.total > 0 { sections.append(section) }
  }
}

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
    width.map { Steps.fitted(text, width: $0 - indent) } ?? text
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
