import Conversion
import ListBuilding
import TrackerRadar

/// Writes what is not exact in a merge, and what was written, to standard error.
struct MergeReport {
  let arguments: MergeArguments
  let console: Console

  func write(
    _ result: MergeResult, _ inputs: Int, _ outputs: [Manifest.Output], _ page: MergePage?,
    unusedRules: [String]
  ) {
    let style = console.errorStyle
    var text = ""
    let limit = console.reporting.maximumDiagnostics
    var rest = limit
    var total = 0
    for (number, problem) in result.problems {
      total += 1
      guard rest > 0 else { continue }
      rest -= 1
      text += line(problem, in: result.inputs[number], style)
    }
    let renderer = TextRenderer(style: style, on: console.errorTerminal)
    for (numbers, report) in result.conversions {
      let sources = numbers.map { Source(name: result.inputs[$0].name, bytes: result.inputs[$0].bytes) }
      // What the scripts for pages do is no shortcoming that a reader has to look at.
      let diagnostics = report.diagnostics.filter { $0.outcome != .inPage }
      total += diagnostics.count
      for finding in DiagnosticReader(diagnostics.prefix(rest), of: sources) {
        text += renderer.render(finding)
      }
      rest -= min(rest, diagnostics.count)
    }
    for note in ConversionNote.allCases {
      let counts = result.conversions.flatMap(\.report.notes).filter { $0.note == note }.map(\.count)
      guard !counts.isEmpty else { continue }
      text += NoteText.line(note, about: Format.counted(counts.reduce(0, +), "filter"), style: style)
    }
    if total > limit {
      text += "showing \(Format.grouped(limit)) of \(Format.grouped(total)); --max-diagnostics 0 shows all\n"
    }
    for conflict in result.licenceConflicts { text += warning(conflict, style) }
    for output in outputs {
      if let form = output.form {
        let remarks = SizeRemark.remarks(
          on: output.name.description, bytes: output.bytes, form: form,
          isWhole: arguments.options.split == .none, arguments.options.conversion)
        for remark in remarks { text += remark.text(style: style) }
      }
      text +=
        "\(Format.counted(output.rules, "rule"))  \(Format.size(output.bytes))"
        + "  \(DisplayText.escaping(output.name.description))\n"
    }
    if !unusedRules.isEmpty {
      let shown = unusedRules.prefix(3).map { "'\($0)'" }.joined(separator: ", ")
      text +=
        "\(style.bold("mapping.json:")) note: \(Format.counted(unusedRules.count, "rule")) that the Tracker Radar file has not:"
        + " \(DisplayText.escaping(shown))\(unusedRules.count > 3 ? " and others" : "")\n"
    }
    if let page { text += page.text(style: style) }
    let rules = outputs.reduce(0) { $0 + $1.rules }
    let bytes = outputs.reduce(0) { $0 + $1.bytes }
    text +=
      style.bold(
        "\(Format.counted(inputs, "input")) → \(Format.counted(outputs.count, "list")) with"
          + " \(Format.counted(rules, "rule")) (\(Format.size(bytes))),"
          + " \(Format.seconds(console.start.duration(to: .now)))") + "\n"
    console.printError(text)
  }

  /// `tds.json:12:7: warning: trackers["a"].rules[2]: message [id]`
  private func line(_ problem: TrackerDataProblem, in input: MergeInput, _ style: TextStyle) -> String {
    var place = DisplayText.escaping(input.name)
    if let location = problem.location { place += ":\(location.line):\(location.column)" }
    let path = problem.path.isEmpty ? "" : "\(DisplayText.escaping(problem.path)): "
    return style.bold("\(place):") + " \(style.yellow("warning:")) \(path)"
      + "\(DisplayText.escaping(problem.description)) \(style.dim("[\(problem.reason.id)]"))\n"
  }

  private func warning(_ conflict: LicenceConflict, _ style: TextStyle) -> String {
    let names =
      "'\(conflict.first)' (\(conflict.firstLicence)) and '\(conflict.second)' (\(conflict.secondLicence))"
    let text =
      conflict.isMixed
      ? "\(names) share a list, which their licences do not allow to be passed on"
      : "\(names) have licences that conflict, so their lists are separate; pass them on as separate works"
    return style.bold("sluice:") + " "
      + RemarkReason.licenceConflict.line(DisplayText.escaping(text), style: style)
  }
}
