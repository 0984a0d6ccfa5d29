import SluiceConversion
import SluiceListFiles
import SluiceLists
import SluiceText
import SluiceTrackers

/// The report on a merge: the filters that are not exact, and the files that were written.
struct MergeReport {
  let result: MergeResult
  /// The number of files read.
  let inputs: Int
  let outputs: [Manifest.Output]
  let page: MergePage?
  /// The rules in mapping.json that the Tracker Radar data does not contain.
  let unusedRules: [String]
  let options: MergeOptions
  let duration: Duration

  var conversions: [(sources: [Source], report: ConversionReport)] {
    result.conversions.map { numbers, report in
      (numbers.map { Source(name: result.inputs[$0].name, bytes: result.inputs[$0].bytes) }, report)
    }
  }

  var lists: [Summary.List] {
    result.readings.map { Summary.List(name: result.inputs[$0.input].name, reading: $0.reading) }
  }

  var notes: [Summary.NoteCount] {
    ConversionNote.allCases.compactMap { note in
      let counts = result.conversions.flatMap(\.report.notes).filter { $0.note == note }.map(\.count)
      return counts.isEmpty ? nil : Summary.NoteCount(note: note, count: counts.reduce(0, +))
    }
  }

  func sizeFindings(on output: Manifest.Output) -> [SizeFinding] {
    guard let form = output.form else { return [] }
    return SizeFinding.findings(
      on: output.name.description, bytes: output.bytes, form: form, isWhole: options.split == .none,
      options.conversion)
  }
}

extension MergeReport {
  func writeText(to console: Console) {
    let style = console.errorStyle
    var text = ""
    let renderer = TextRenderer(style: style, on: console.errorTerminal)
    let withNotes = console.reporting.detail == .verbose
    if let maximum = console.reporting.listing.maximum {
      text += listed(atMost: maximum, by: renderer)
    } else {
      text += grouped(withNotes: withNotes, by: renderer)
    }
    for conflict in result.licenseConflicts { text += warning(about: conflict, style) }
    for output in outputs {
      for finding in sizeFindings(on: output) { text += finding.text(style: style) }
      text +=
        "\(Format.counted(output.rules, noun: "rule"))  \(Format.size(output.bytes))"
        + "  \(DisplayText.escaping(output.name.description))\n"
    }
    if !unusedRules.isEmpty {
      let shown = unusedRules.prefix(3).map { "'\($0)'" }.joined(separator: ", ")
      text +=
        "\(style.bold("mapping.json:")) note: \(Format.counted(unusedRules.count, noun: "rule")) missing from the Tracker Radar file:"
        + " \(DisplayText.escaping(shown))\(unusedRules.count > 3 ? " and others" : "")\n"
    }
    if let page { text += page.text(style: style) }
    let rules = outputs.reduce(0) { $0 + $1.rules }
    let bytes = outputs.reduce(0) { $0 + $1.bytes }
    text +=
      SummaryRenderer.readings(of: lists)
      + style.bold(
        "\(Format.counted(inputs, noun: "input")) → \(Format.counted(outputs.count, noun: "list")) with"
          + " \(Format.counted(rules, noun: "rule")) (\(Format.size(bytes))),"
          + " \(Format.seconds(duration))") + "\n"
    console.printError(text)
  }

  /// Returns each finding, up to a maximum, and the notes.
  private func listed(atMost maximum: Int, by renderer: TextRenderer) -> String {
    var text = ""
    var rest = maximum
    var total = 0
    for (number, problem) in result.problems {
      total += 1
      guard rest > 0 else { continue }
      rest -= 1
      text += line(problem, in: result.inputs[number], style: renderer.style)
    }
    for (sources, report) in conversions {
      // Filters that the page scripts apply need no attention.
      let diagnostics = report.diagnostics.filter { $0.outcome != .inPage }
      total += diagnostics.count
      for diagnostic in diagnostics.prefix(rest) {
        text += renderer.render(diagnostic.located(in: sources))
      }
      rest -= min(rest, diagnostics.count)
    }
    text += noteLines(renderer.style)
    if total > maximum {
      text += ListingHint.showing(maximum, of: Format.grouped(total))
    }
    return text
  }

  /// Returns one finding for each reason.
  private func grouped(withNotes: Bool, by renderer: TextRenderer) -> String {
    var text = ""
    var problems: [String: (first: Int, count: Int)] = [:]
    for (index, problem) in result.problems.enumerated() {
      problems[problem.problem.reason.id, default: (index, 0)].count += 1
    }
    for row in problems.values.sorted(by: { ($1.count, $0.first) < ($0.count, $1.first) }) {
      let (number, problem) = result.problems[row.first]
      text += line(problem, in: result.inputs[number], style: renderer.style)
      if row.count > 1 { text += "  = and \(Format.grouped(row.count - 1)) more with this reason\n" }
    }
    var groups = DiagnosticGroups()
    for (sources, report) in conversions { groups.add(report.diagnostics, of: sources) }
    let shown = groups.groups(withNotes: withNotes)
    for group in shown { text += renderer.render(group) }
    if withNotes { text += noteLines(renderer.style) }
    if let hint = groups.hint(about: shown, withNotes: withNotes, otherNotes: notes.count) {
      text += renderer.paragraph([(nil, hint)])
    }
    return text
  }

  private func noteLines(_ style: TextStyle) -> String {
    notes.map { $0.line(style: style) }.joined()
  }

  /// Returns a line like `tds.json:12:7: warning: trackers["a"].rules[2]: message [id]`.
  private func line(_ problem: TrackerDataProblem, in input: MergeInput, style: TextStyle) -> String {
    var place = DisplayText.escaping(input.name)
    if let location = problem.location { place += ":\(location.line):\(location.column)" }
    let path = problem.path.isEmpty ? "" : "\(DisplayText.escaping(problem.path)): "
    return style.bold("\(place):") + " \(style.yellow("warning:")) \(path)"
      + "\(DisplayText.escaping(problem.description)) \(style.dim("[\(problem.reason.id)]"))\n"
  }

  private func warning(about conflict: LicenseConflict, _ style: TextStyle) -> String {
    let names =
      "'\(conflict.first)' (\(conflict.firstLicense)) and '\(conflict.second)' (\(conflict.secondLicense))"
    let text =
      conflict.isMixed
      ? "\(names) share a list, which their licenses do not allow you to distribute"
      : "\(names) have licenses that conflict, so their lists are separate; distribute them as separate works"
    return style.bold("sluice:") + " "
      + ListFindingReason.licenseConflict.line(DisplayText.escaping(text), style: style)
  }

  /// Appends the members of the report, described in `docs/reference/formats.md`.
  func append(to json: inout JSONWriter) {
    json.add("inputs", texts: result.inputs.map(\.name))
    json.add("lists", objects: lists) {
      $0.add("file", text: $1.name)
      $0.add($1.reading)
    }
    json.add("outputs", objects: outputs) { json, output in
      json.add("file", text: output.name.description)
      json.add("rules", number: output.rules)
      json.add("bytes", number: output.bytes)
      if let form = output.form { json.add("form", text: form.rawValue) }
      json.add("inputs", texts: output.inputs ?? result.inputs.map(\.name))
    }
    json.array("findings") { json in
      for (sources, report) in conversions {
        for diagnostic in report.diagnostics { json.append(diagnostic.located(in: sources)) }
      }
    }
    json.add("problems", objects: result.problems) { json, problem in append(problem, to: &json) }
    json.add("notes", objects: notes) { json, row in
      json.add("note", text: row.note.id)
      json.add("filters", number: row.count)
    }
    json.add(outputs.flatMap(sizeFindings))
    json.add("licenseConflicts", objects: result.licenseConflicts) { json, conflict in
      json.add("first", text: conflict.first)
      json.add("firstLicense", text: conflict.firstLicense)
      json.add("second", text: conflict.second)
      json.add("secondLicense", text: conflict.secondLicense)
      json.add("mixed", flag: conflict.isMixed)
    }
    json.add("unusedSurrogates", texts: unusedRules)
    if let page {
      json.add("page") { json in
        json.add(page.summary)
        json.add("surrogates", number: page.surrogates)
        json.add("trackerRegexes", number: page.blockedRequests)
      }
    }
    json.add("seconds", duration: duration)
  }

  private func append(_ row: (input: Int, problem: TrackerDataProblem), to json: inout JSONWriter) {
    let input = result.inputs[row.input]
    json.add("file", text: input.name)
    if let location = row.problem.location {
      json.add("line", number: location.line)
      json.add("column", number: location.column)
    }
    json.add("path", text: row.problem.path)
    json.add("reason", text: row.problem.reason.id)
    json.add("message", text: row.problem.description)
  }
}
