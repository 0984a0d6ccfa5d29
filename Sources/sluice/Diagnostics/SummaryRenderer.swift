import SluiceConversion
import SluiceListFiles
import SluiceLists
import SluiceText

/// A summary as text or JSON.
enum SummaryRenderer {
  /// Returns a table that accounts for every line, followed by a one-line summary.
  static func text(_ summary: Summary, style: TextStyle) -> String {
    let rows = rows(of: summary)
    let labelWidth = rows.map { $0.indent + $0.label.count }.max() ?? 0
    let numberWidth = rows.map { Format.grouped($0.number).count }.max() ?? 0
    var text = readings(of: summary.lists)
    for row in rows {
      let label = String(repeating: " ", count: row.indent) + DisplayText.escaping(row.label)
      let number = Format.grouped(row.number)
      text += label + String(repeating: " ", count: max(0, labelWidth - row.indent - row.label.count) + 2)
      text += String(repeating: " ", count: numberWidth - number.count) + number
      text += row.note.isEmpty ? "\n" : style.dim("  \(DisplayText.escaping(row.note))") + "\n"
    }
    if let cost = PageCostText.summary(summary.outputs.map(\.cost)) { text += "cost of a page: \(cost)\n" }
    for note in summary.notes { text += note.line(style: style) }
    for finding in summary.sizeFindings { text += finding.text(style: style) }
    if summary.rules == 0 {
      text += "\(nothingConverted)\n"
    }
    return text + style.bold(line(summary)) + "\n"
  }

  static let nothingConverted = "Nothing was converted: the output has one rule that does nothing."

  /// Returns lines like `read as a hosts file: hosts`.
  static func readings(of lists: [Summary.List]) -> String {
    Summary.readings(of: lists).map { reading, names in
      "read as \(reading.words): \(DisplayText.escaping(Summary.title(of: names)))\n"
    }.joined()
  }

  /// Returns a line like `easylist: 79,288 filters → 61,902 rules (6.1 MB), 412 not converted, 0.09 s`.
  static func line(_ summary: Summary) -> String {
    "\(DisplayText.escaping(summary.title)): \(Format.counted(summary.filters, noun: "filter"))"
      + " → \(Format.counted(summary.rules, noun: "rule")) (\(Format.size(summary.bytes))),"
      + (summary.count(.inPage) > 0 ? " \(Format.grouped(summary.count(.inPage))) done in pages," : "")
      + " \(Format.grouped(summary.notConverted)) not converted, \(Format.seconds(summary.duration))"
  }

  /// Appends an object on one line, under the key `summary`, which findings do not have.
  static func append(_ summary: Summary, to json: inout JSONWriter) {
    json.line("summary") { json in
      json.add("inputs", texts: summary.inputs)
      json.add("lists", objects: summary.lists) {
        $0.add("file", text: $1.name)
        $0.add($1.reading)
      }
      json.add("lines", number: summary.lines)
      json.add("filters", number: summary.filters)
      for outcome in [Outcome.converted, .approximated, .inPage] {
        json.add(named: outcome.rawValue, summary.count(outcome))
      }
      json.add("notConverted", number: summary.notConverted)
      json.add("reasons", objects: summary.reasons) {
        $0.add("outcome", text: $1.outcome.rawValue)
        $0.add("reason", text: $1.reason)
        $0.add("count", number: $1.count)
      }
      json.add("notes", objects: summary.notes) {
        $0.add("note", text: $1.note.id)
        $0.add("filters", number: $1.count)
      }
      json.add("outputs", objects: summary.outputs) {
        $0.add("part", text: $1.part.rawValue)
        $0.add("file", text: $1.name)
        $0.add("rules", number: $1.rules)
        $0.add("bytes", number: $1.bytes)
        $0.add("form", text: $1.form.rawValue)
        $0.add("pageCost", cost: $1.cost, filters: $1.mostExpensive)
      }
      json.add(summary.sizeFindings)
      if let changes = summary.requestChanges {
        json.add("requestChanges") { json in
          json.add("file", text: changes.name)
          json.add("filters", number: changes.filters)
          json.add("rules", number: changes.rules)
          json.add("resources", number: changes.resources)
          json.add("bytes", number: changes.bytes)
        }
      }
      if let advancedFilters = summary.advancedFilters {
        json.add("advanced") { json in
          json.add("file", text: advancedFilters.name)
          json.add("filters", number: advancedFilters.filters)
          json.add("bytes", number: advancedFilters.bytes)
        }
      }
      if let page = summary.page {
        json.add("page") { $0.add(page) }
      }
      json.add("seconds", duration: summary.duration)
    }
  }

  private struct Row {
    var indent = 0
    let label: String
    let number: Int
    var note = ""
  }

  private static func rows(of summary: Summary) -> [Row] {
    var rows = [
      Row(label: "lines", number: summary.lines),
      Row(indent: 2, label: "no filters", number: summary.lines - summary.filters - summary.inactive),
      Row(indent: 2, label: "turned off by !#if", number: summary.inactive),
      Row(indent: 2, label: "filters", number: summary.filters),
    ]
    rows.removeAll { $0.label == "turned off by !#if" && $0.number == 0 }
    for outcome in summary.outcomes {
      rows.append(Row(indent: 4, label: outcome.words(1), number: summary.count(outcome)))
      rows += summary.reasons.filter { $0.outcome == outcome }.map {
        Row(indent: 6, label: $0.reason, number: $0.count)
      }
    }
    for output in summary.outputs {
      let part = output.part == .all ? "" : "\(output.part.rawValue) "
      rows.append(
        Row(
          label: "\(part)rules", number: output.rules, note: "\(Format.size(output.bytes))  \(output.name)"))
    }
    if let changes = summary.requestChanges {
      let resources = changes.resources == 0 ? "" : ", \(Format.counted(changes.resources, noun: "resource"))"
      let note =
        "\(Format.counted(changes.rules, noun: "rule"))\(resources), \(Format.size(changes.bytes))  \(changes.name)"
      rows.append(Row(label: "request changes", number: changes.filters, note: note))
    }
    if let advancedFilters = summary.advancedFilters {
      let note = "\(Format.size(advancedFilters.bytes))  \(advancedFilters.name)"
      rows.append(Row(label: "advanced filters", number: advancedFilters.filters, note: note))
    }
    if let page = summary.page {
      let files = page.files.map { "\(Format.size($0.bytes))  \($0.name)" }
      rows.append(
        Row(
          label: "page scripts", number: page.filters,
          note: files.isEmpty ? "no script is needed, and none is written" : files.joined(separator: ", ")))
      rows += page.reasons.map { Row(indent: 2, label: $0.id, number: $0.count, note: $0.example) }
    }
    return rows
  }
}

extension JSONWriter {
  mutating func add(_ findings: [SizeFinding]) {
    add("listFindings", objects: findings) { json, finding in
      json.add("reason", text: finding.reason.rawValue)
      json.add("file", text: finding.file)
      json.add("message", text: finding.message)
    }
  }

  mutating func add(_ page: Summary.Page) {
    add("files", objects: page.files) {
      $0.add("file", text: $1.name)
      $0.add("bytes", number: $1.bytes)
    }
    add("filters", number: page.filters)
    add("notDone", objects: page.reasons) {
      $0.add("reason", text: $1.id)
      $0.add("count", number: $1.count)
      $0.add("example", text: $1.example)
    }
  }
}

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
        "request changes: \(Format.grouped(changes.filters)) filters as \(Format.counted(changes.rules, noun: "rule"))"
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
        "page scripts: \(Format.counted(page.filters, noun: "filter"))"
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
    return "\(Format.counted(summary.filters, noun: "filter")), \(others)\(inactive)"
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
