import SluicePageInspection

/// The effects of lists on pages as JSON, one object per line, and a summary, described in `docs/guide/try.md`.
struct TryJSON {
  func write(_ report: TryReport, to console: Console) throws(CommandError) {
    var json = JSONWriter(.hidden)
    for page in report.pages {
      append(page, to: &json)
      if let batch = json.takeBatch() { try console.write(batch) }
    }
    let counts = report.counts
    json.line("summary") { json in
      json.add("pages", report.pages.count)
      json.add("newlyBlocked", counts.newlyBlocked)
      json.add("noLongerBlocked", counts.noLongerBlocked)
      json.add("newlyHidden", counts.newlyHidden)
      json.add("noLongerHidden", counts.noLongerHidden)
      json.add("met", counts.met)
      json.add("broken", counts.broken)
      json.add("undecided", counts.undecided)
    }
    try console.write(json.bytes)
  }

  private func append(_ page: TriedPage, to json: inout JSONWriter) {
    let trial = page.trial
    for verdict in trial.verdicts { append(verdict, page, to: &json) }
    for (kind, changes) in [
      (TryFindings.Kind.newlyBlocked, trial.newlyBlocked), (.noLongerBlocked, trial.noLongerBlocked),
    ] {
      for change in changes {
        guard let load = change.new ?? change.old else { continue }
        line(kind, page, TryCauses(change), to: &json) { json in
          json.add("url", load.description.url)
          json.add("type", load.description.kind.rawValue)
          if let frame = load.description.frame { json.add("frame", frame) }
        }
      }
    }
    for (kind, changes) in [
      (TryFindings.Kind.newlyHidden, trial.newlyHidden), (.noLongerHidden, trial.noLongerHidden),
    ] {
      for change in changes {
        guard let element = change.new ?? change.old else { continue }
        line(kind, page, TryCauses(change), to: &json) { json in
          json.add("document", element.identity.document)
          json.add("element", element.tag)
          if let line = element.line { json.add("line", line) }
        }
      }
    }
  }

  private func line(
    _ kind: TryFindings.Kind, _ page: TriedPage, _ causes: TryCauses, to json: inout JSONWriter,
    _ body: (inout JSONWriter) -> Void
  ) {
    json.line { json in
      json.add("file", page.name)
      json.add("page", page.trial.page)
      json.add("reason", kind.rawValue)
      body(&json)
      append("filters", causes.filters, to: &json)
      append("exceptions", causes.exceptions, to: &json)
    }
  }

  private func append(_ verdict: ExpectationVerdict, _ page: TriedPage, to json: inout JSONWriter) {
    json.line { json in
      json.add("file", page.name)
      json.add("page", page.trial.page)
      json.add("expectation", verdict.placed.expectation.words)
      json.add("outcome", verdict.outcome.rawValue)
      json.add("message", verdict.ground.message)
      if verdict.isGuessed { json.add("guessedType", true) }
      if let before = page.trial.before(verdict) {
        json.add("before", before.outcome.rawValue)
        append("beforeCauses", before.causes, to: &json)
      }
      if let file = page.expectations {
        json.add("expectedIn", file.file.name)
        json.add("expectedLine", file.place(of: verdict.placed).location.line)
      }
      append("causes", verdict.causes, to: &json)
    }
  }

  private func append(_ name: StaticString, _ causes: [TrialCause], to json: inout JSONWriter) {
    guard !causes.isEmpty else { return }
    json.add(name, objects: causes) { json, cause in
      switch cause {
      case .filter(let filter): json.add(filter)
      case .rule(let list, let index):
        json.add("list", list)
        json.add("rule", index)
      }
    }
  }
}
