import SluiceConversion
import SluiceLists

extension SummaryRenderer {
  /// Returns a short summary: one line each for the input lines, the filters and each list, followed by a
  /// one-line summary. It has no reasons, because the groups of diagnostics show them.
  ///
  /// - Parameter withNotes: Whether to include notes that apply to many filters and need no action.
  static func brief(_ summary: Summary, by renderer: TextRenderer, withNotes: Bool) -> String {
    let style = renderer.style
    var text = readings(of: summary.lists)
    func add(_ line: String) { text += renderer.paragraph([(nil, line)], indent: 2) }
    add("lines: \(lines(of: summary))")
    add("filters: \(outcomes(of: summary))")
    // A single list needs no line: the last line has its numbers, and the user knows its file.
    for output in summary.outputs where output.part != .all {
      add(
        "\(output.part.rawValue) rules: \(Format.grouped(output.rules)) (\(Format.size(output.bytes))) in \(shown(output.name))"
      )
    }
    if let changes = summary.requestChanges {
      add(
        "request changes: \(Format.grouped(changes.filters)) filters as \(Format.counted(changes.rules, "rule"))"
          + " (\(Format.size(changes.bytes))) in \(shown(changes.name))")
    }
    if let advancedFilters = summary.advancedFilters {
      add(
        "advanced filters: \(Format.grouped(advancedFilters.filters)) (\(Format.size(advancedFilters.bytes))) in"
          + " \(shown(advancedFilters.name))")
    }
    if let page = summary.page {
      let files = page.files.map { "\(shown($0.name)) (\(Format.size($0.bytes)))" }
      add(
        "page scripts: \(Format.counted(page.filters, "filter"))"
          + (files.isEmpty
            ? "; no script is needed, and none is written" : " in \(files.joined(separator: ", "))"))
      for reason in page.reasons {
        add("  \(reason.id): \(Format.grouped(reason.count)), as \(DisplayText.escaping(reason.example))")
      }
    }
    if let cost = PageCostText.summary(summary.outputs.map(\.cost), isBrief: !withNotes) {
      add("cost of a page: \(cost)")
    }
    if withNotes { for note in summary.notes { text += note.line(style: style) } }
    for finding in summary.sizeFindings { text += finding.text(style: style) }
    if summary.rules == 0 { add(nothingConverted) }
    return text + style.bold(line(summary)) + "\n"
  }

  /// Returns text like `79,288 filters, 283 comments and blank lines`.
  private static func lines(of summary: Summary) -> String {
    let rest = summary.lines - summary.filters - summary.inactive
    let others = rest == 1 ? "1 comment or blank line" : "\(Format.grouped(rest)) comments and blank lines"
    let inactive = summary.inactive > 0 ? ", \(Format.grouped(summary.inactive)) turned off by !#if" : ""
    return "\(Format.counted(summary.filters, "filter")), \(others)\(inactive)"
  }

  /// Returns text like `78,336 converted, 608 approximated, 338 need a script, 6 unsupported`.
  private static func outcomes(of summary: Summary) -> String {
    summary.outcomes.map { outcome in
      let count = summary.count(outcome)
      return "\(Format.grouped(count)) \(outcome.words(count))"
    }.joined(separator: ", ")
  }

  private static func shown(_ name: String) -> String { DisplayText.escaping(name) }
}
