import SluiceConversion
import SluiceLists
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

  /// The conversion reports of filter lists, with the lists.
  var conversions: [(sources: [Source], report: ConversionReport)] {
    result.conversions.map { numbers, report in
      (numbers.map { Source(name: result.inputs[$0].name, bytes: result.inputs[$0].bytes) }, report)
    }
  }

  /// The filter lists with their detected kinds and dialects.
  var lists: [Summary.List] {
    result.readings.map { Summary.List(name: result.inputs[$0.input].name, reading: $0.reading) }
  }

  /// The notes that apply to many filters, with the number of filters.
  var notes: [Summary.NoteCount] {
    ConversionNote.allCases.compactMap { note in
      let counts = result.conversions.flatMap(\.report.notes).filter { $0.note == note }.map(\.count)
      return counts.isEmpty ? nil : Summary.NoteCount(note: note, count: counts.reduce(0, +))
    }
  }

  /// Returns notes and warnings about the size of a list.
  func sizeFindings(on output: Manifest.Output) -> [SizeFinding] {
    guard let form = output.form else { return [] }
    return SizeFinding.findings(
      on: output.name.description, bytes: output.bytes, form: form, isWhole: options.split == .none,
      options.conversion)
  }
}

extension MergeReport {
  /// Writes the report as text to standard error.
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
        "\(Format.counted(output.rules, "rule"))  \(Format.size(output.bytes))"
        + "  \(DisplayText.escaping(output.name.description))\n"
    }
    if !unusedRules.isEmpty {
      let shown = unusedRules.prefix(3).map { "'\($0)'" }.joined(separator: ", ")
      text +=
        "\(style.bold("mapping.json:")) note: \(Format.counted(unusedRules.count, "rule")) missing from the Tracker Radar file:"
        + " \(DisplayText.escaping(shown))\(unusedRules.count > 3 ? " and others" : "")\n"
    }
    if let page { text += page.text(style: style) }
    let rules = outputs.reduce(0) { $0 + $1.rules }
    let bytes = outputs.reduce(0) { $0 + $1.bytes }
    text +=
      SummaryRenderer.readings(of: lists)
      + style.bold(
        "\(Format.counted(inputs, "input")) → \(Format.counted(outputs.count, "list")) with"
          + " \(Format.counted(rules, "rule")) (\(Format.size(bytes))),"
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
      text += line(problem, in: result.inputs[number], renderer.style)
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
      text += line(problem, in: result.inputs[number], renderer.style)
      if row.count > 1 { text += "  = and \(Format.grouped(row.count - 1)) more with this reason\n" }
    }
    var groups = DiagnosticGroups()
    for (sources, report) in conversions { groups.add(report.diagnostics, of: sources) }
    for group in groups.groups(withNotes: withNotes) { text += renderer.render(group) }
    if withNotes { text += noteLines(renderer.style) }
    if let hint = groups.hint(withNotes: withNotes, otherNotes: notes.count) {
      text += renderer.paragraph([(nil, hint)])
    }
    return text
  }

  private func noteLines(_ style: TextStyle) -> String {
    notes.map { $0.line(style: style) }.joined()
  }

  /// Returns a line like `tds.json:12:7: warning: trackers["a"].rules[2]: message [id]`.
  private func line(_ problem: TrackerDataProblem, in input: MergeInput, _ style: TextStyle) -> String {
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
}

extension MergeReport {
  /// Appends the members of the report, described in `docs/reference/formats.md`.
  func append(to json: inout JSONWriter) {
    json.add("inputs", result.inputs.map(\.name))
    json.add("lists", objects: lists) {
      $0.add("file", $1.name)
      $0.add($1.reading)
    }
    json.add("outputs", objects: outputs) { json, output in
      json.add("file", output.name.description)
      json.add("rules", output.rules)
      json.add("bytes", output.bytes)
      if let form = output.form { json.add("form", form.rawValue) }
      json.add("inputs", output.inputs ?? result.inputs.map(\.name))
    }
    json.array("findings") { json in
      for (sources, report) in conversions {
        for diagnostic in report.diagnostics { json.append(diagnostic.located(in: sources)) }
      }
    }
    json.add("problems", objects: result.problems) { json, problem in append(problem, to: &json) }
    json.add("notes", objects: notes) { json, row in
      json.add("note", row.note.id)
      json.add("filters", row.count)
    }
    json.add(outputs.flatMap(sizeFindings))
    json.add("licenseConflicts", objects: result.licenseConflicts) { json, conflict in
      json.add("first", conflict.first)
      json.add("firstLicense", conflict.firstLicense)
      json.add("second", conflict.second)
      json.add("secondLicense", conflict.secondLicense)
      json.add("mixed", conflict.isMixed)
    }
    json.add("unusedSurrogates", unusedRules)
    if let page {
      json.add("page") { json in
        json.add(page.summary)
        json.add("surrogates", page.surrogates)
        json.add("trackerRegexes", page.blockedRequests)
      }
    }
    json.add("seconds", duration)
  }

  /// Appends a problem with Tracker Radar files.
  private func append(_ row: (input: Int, problem: TrackerDataProblem), to json: inout JSONWriter) {
    let input = result.inputs[row.input]
    json.add("file", input.name)
    if let location = row.problem.location {
      json.add("line", location.line)
      json.add("column", location.column)
    }
    json.add("path", row.problem.path)
    json.add("reason", row.problem.reason.id)
    json.add("message", row.problem.description)
  }
}
