import SluiceLists
import SluiceTrackers

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
