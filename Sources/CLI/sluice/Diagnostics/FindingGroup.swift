import SluiceConversion
import SluiceLists
import SluiceRules

/// Findings with the same reason: their number, and some of them.
struct FindingGroup {
  /// The number of findings.
  let total: Int
  /// The number of findings with their outcome: `312 approximated`.
  let words: String
  let severity: RuleListFinding.Severity
  let reason: String
  /// The message of all findings. If they have different ones, `…` stands for what differs.
  let message: String
  /// The findings to show, the most severe first.
  private(set) var shown: [LocatedDiagnostic]

  /// Creates a group; returns nil without a finding.
  ///
  /// - Parameters:
  ///   - total: The number of findings.
  ///   - words: The number of findings with their outcome.
  ///   - first: The first findings, the most severe first, at most ``fewFindings``.
  ///   - message: Returns the message of the reason about a text.
  init?(_ total: Int, words: String, _ first: [LocatedDiagnostic], message: (String) -> String) {
    guard let example = first.first else { return nil }
    (self.total, self.words, shown) = (total, words, first)
    (severity, reason) = (example.severity, example.reason)
    let isSame = first.count == total && first.allSatisfy { $0.message == example.message }
    self.message = isSame ? example.message : Self.withoutPlaceholder(atEndOf: message("..."))
  }

  /// The maximum number of findings that are all shown.
  static let fewFindings = 20

  /// Returns groups with the findings to show: all of few findings, otherwise one or two of each group.
  static func shown(_ groups: [FindingGroup]) -> [FindingGroup] {
    guard groups.reduce(0, { $0 + $1.total }) > fewFindings else { return groups }
    return groups.map { group in
      var group = group
      group.shown = Array(group.shown.prefix(group.total == 2 ? 2 : 1))
      return group
    }
  }

  /// Returns a message with `…` for the text of a finding. A placeholder for details at the end is removed.
  private static func withoutPlaceholder(atEndOf message: String) -> String {
    let text = message.replacing("...", with: "…")
    if text.hasSuffix(": …") { return String(text.dropLast(3)) }
    return text.hasSuffix("…") && !text.hasSuffix(" …") ? String(text.dropLast()) : text
  }
}

extension TextRenderer {
  /// Returns a line like `warning: 312 approximated: WebKit has no … [id]`, followed by the shown findings with
  /// their locations and the remedies.
  func render(_ group: FindingGroup) -> String {
    var text = paragraph(
      [
        (label(of: group.severity), "\(group.severity.rawValue):"), (nil, "\(group.words):"),
        (nil, DisplayText.escaping(group.message)), (style.dim("[\(group.reason)]"), "[\(group.reason)]"),
      ], indent: 2)
    // Advice that all findings share follows the last of them.
    let advice = group.shown.first?.advice
    let isShared = group.shown.allSatisfy { $0.advice == advice }
    for (index, finding) in group.shown.enumerated() {
      let isLast = index == group.shown.count - 1
      text += render(
        finding, finding.notes.filter { isLast || !isShared || $0.text != advice })
    }
    return text
  }

  /// Returns a finding of a group: its location, its line and its notes.
  private func render(_ finding: LocatedDiagnostic, _ notes: [LocatedDiagnostic.Note]) -> String {
    let place = "\(DisplayText.escaping(finding.file)):\(finding.location.line):\(finding.location.column):"
    let room = width - 3 - DisplayText.columns(of: place[...])
    // A filter that does not fit next to its location gets its own line.
    let isOnPlaceLine = room >= 24
    let excerpt = Excerpt(of: finding.excerpt, around: finding.span, width: isOnPlaceLine ? room : width - 4)
    var text = "  \(style.bold(place))\(isOnPlaceLine ? " " : "\n    ")\(excerpt.text)\n"
    for note in notes {
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
        let columns = DisplayText.columns(of: word)
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
}
