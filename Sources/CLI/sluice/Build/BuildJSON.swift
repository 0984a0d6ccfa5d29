import SluiceLists

/// The result of a build as a JSON object, described in `docs/reference/formats.md`.
struct BuildJSON {
  /// The path of the output directory, as given.
  let output: String
  let summary: Build.Summary
  let duration: Duration

  func append(to json: inout JSONWriter) {
    json.add("output", output)
    json.add("changed", summary.isChanged)
    json.add("lists", objects: summary.lists) { json, list in Self.append(list, to: &json) }
    json.add("warnings", objects: summary.warnings) { json, warning in
      json.add("source", warning.source)
      json.add("message", warning.message)
    }
    if let reason = summary.reasonOneByOne { json.add("replacedOneByOne", reason) }
    json.add("seconds", duration)
  }

  private static func append(_ list: Build.ListSummary, to json: inout JSONWriter) {
    json.add("name", list.name)
    json.add("unchanged", list.isUnchanged)
    json.add("rules", list.rules)
    json.add("bytes", list.bytes)
    // An unchanged list is not converted again, so its other numbers are unknown.
    guard !list.isUnchanged else { return }
    json.add("filters", list.filters)
    json.add("inPage", list.inPage)
    json.add("notConverted", list.notConverted)
    json.array("pageCosts") { json in
      for cost in list.pageCosts { json.append(cost) }
    }
    guard let update = list.update else { return }
    json.add("update") { json in
      json.add("first", update.isFirst)
      json.add("files", update.files)
      json.add(update)
    }
  }
}
