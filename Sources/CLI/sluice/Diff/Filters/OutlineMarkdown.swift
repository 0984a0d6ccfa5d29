import SluiceLists

/// An outline as a comment on a pull request: GitHub's Markdown, within the maximum length of a comment.
///
/// Text from other sources is in code spans, where links, HTML and mentions have no effect.
struct OutlineMarkdown {
  /// The maximum number of scalars; GitHub allows 65,536.
  static let maximumLength = 60_000
  /// The maximum number of scalars of text from other sources.
  static let maximumPiece = 300

  func render(_ outline: Outline) -> String {
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

  private static func item(_ item: Outline.Item) -> String {
    let mark =
      switch item.mark {
      case .added: "added "
      case .removed: "removed "
      case .changed: "changed "
      case nil: ""
      }
    return "- \(mark)\(line(item.line))\n" + item.details.map { "  - \(line($0))\n" }.joined()
  }

  private static func line(_ pieces: [Outline.Piece]) -> String {
    pieces.map { piece in
      switch piece {
      case .words(let text): text
      case .foreign(let text): code(text)
      case .url(let text): code(URLSecrets.removed(fromLocation: text))
      }
    }.joined()
  }

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
}
