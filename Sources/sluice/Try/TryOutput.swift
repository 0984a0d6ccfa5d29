import SluiceListFiles
import SluiceLists
import SluicePageInspection
import SluiceText

/// The effects of lists on pages, as text.
struct TryText {
  let style: TextStyle
  /// The maximum number of results of each kind to print per page.
  let limit: Int

  func render(_ report: TryReport) -> String {
    var text = ""
    for page in report.pages {
      let lines = render(page)
      guard !lines.isEmpty else { continue }
      let url = DisplayText.escaping(page.trial.pageString)
      text += style.bold("\(DisplayText.escaping(page.name)): \(url)") + "\n" + lines + "\n"
    }
    return text + style.bold(Self.summary(of: report)) + "\n"
  }

  private func render(_ page: TriedPage) -> String {
    let trial = page.trial
    var text = ""
    for verdict in trial.verdicts(.broken) { text += render(verdict, label: style.red("broken"), page: page) }
    for verdict in trial.verdicts(.undecided) {
      text += render(verdict, label: style.yellow("not decided"), page: page)
    }
    text += loads(trial.newlyBlocked, label: style.red("newly blocked"))
    text += loads(trial.noLongerBlocked, label: style.green("no longer blocked"))
    text += elements(trial.newlyHidden, label: style.red("newly hidden"))
    text += elements(trial.noLongerHidden, label: style.green("no longer hidden"))
    return text
  }

  private func render(_ verdict: ExpectationVerdict, label: String, page: TriedPage) -> String {
    var text = "  \(label): \(DisplayText.escaping(verdict.placed.expectation.words)): "
    text += DisplayText.escaping(verdict.ground.message)
    if verdict.isGuessed { text += ", judged by its URL; the page may not request it" }
    text += "\n"
    for cause in verdict.causes { text += "    \(DisplayText.escaping(cause.words))\n" }
    for words in page.trial.words(ofBefore: verdict) {
      text += "    " + style.dim(DisplayText.escaping(words)) + "\n"
    }
    if let file = page.expectations {
      let line = file.place(of: verdict.placed).location.line
      text += "    " + style.dim("expected at \(DisplayText.escaping(file.file.name)):\(line)") + "\n"
    }
    return text
  }

  private func loads(_ changes: [PageTrial.Change<PageObservation.Load>], label: String) -> String {
    lines(changes, label: label) { load in
      "\(load.description.kind.rawValue) \(InspectionWords.shown(load.description.url))"
    }
  }

  private func elements(_ changes: [PageTrial.Change<PageObservation.Element>], label: String) -> String {
    lines(changes, label: label) { element in
      (element.line.map { "line \($0): " } ?? "") + DisplayText.escaping(element.tag)
    }
  }

  private func lines<Thing: TriedThing>(
    _ changes: [PageTrial.Change<Thing>], label: String, words: (Thing) -> String
  ) -> String {
    var text = ""
    for change in changes.prefix(limit) {
      guard let thing = change.new ?? change.old else { continue }
      text += "  \(label): \(words(thing))\n"
      let causes = TryCauses(change)
      for filter in causes.filters {
        text += "    \(Excerpt.beginning(of: filter.words, unless: limit == .max))\n"
      }
      for filter in causes.exceptions {
        text += "    \(style.dim("except:")) \(Excerpt.beginning(of: filter.words, unless: limit == .max))\n"
      }
      if causes.filtersAreGone {
        text += "    " + style.dim("which was removed or no longer applies") + "\n"
      }
    }
    if changes.count > limit { text += "  \(label): \(Format.grouped(changes.count - limit)) more\n" }
    return text
  }

  /// Returns a line like `3 pages: 2 requests newly blocked, …`.
  static func summary(of report: TryReport) -> String {
    let counts = report.counts
    var parts = [
      "\(Format.counted(counts.newlyBlocked, noun: "request")) newly blocked",
      "\(Format.counted(counts.newlyHidden, noun: "element")) newly hidden",
    ]
    if report.isComparison {
      parts.append(
        "\(Format.grouped(counts.noLongerBlocked)) and \(Format.grouped(counts.noLongerHidden)) no longer")
    }
    let all = counts.met + counts.broken + counts.undecided
    if all > 0 {
      parts.append(
        "\(Format.counted(all, noun: "expectation")): \(Format.grouped(counts.met)) met, \(Format.grouped(counts.broken)) broken,"
          + " \(Format.grouped(counts.undecided)) not decided")
    }
    return "\(Format.counted(report.pages.count, noun: "page")): \(parts.joined(separator: ", "))"
  }
}

struct TryCauses {
  /// The filters that block the request or hide the element, now or before.
  let filters: [TrialCause]
  /// The exceptions that now prevent blocking or hiding.
  let exceptions: [TrialCause]
  /// Whether these filters belong to the old lists and have no effect now.
  let filtersAreGone: Bool

  init(_ change: PageTrial.Change<some TriedThing>) {
    let isNew = change.new?.isAffected ?? false
    filters = (isNew ? change.new : change.old)?.causes ?? []
    exceptions = isNew ? [] : change.new?.exceptions ?? []
    filtersAreGone = !isNew && exceptions.isEmpty
  }

  /// The cause at which the change is reported: the first exception, if any, or the first filter.
  var first: TrialCause? { exceptions.first ?? filters.first }
}

/// A request or an element of a page.
protocol TriedThing {
  /// Whether it is blocked or hidden.
  var isAffected: Bool { get }
  var causes: [TrialCause] { get }
  var exceptions: [TrialCause] { get }
}

extension PageObservation.Load: TriedThing {
  var isAffected: Bool { outcome == .blocked }
}

extension PageObservation.Element: TriedThing {
  var isAffected: Bool { outcome == .hidden }
}

extension PageTrial {
  /// Returns texts about the result of a broken expectation with the old lists.
  func words(ofBefore verdict: ExpectationVerdict) -> [String] {
    guard verdict.outcome == .broken, let before = before(verdict) else { return [] }
    switch before.outcome {
    case .met: return before.causes.map { "was met because of \($0.words)" }
    case .broken: return ["was broken before too"]
    case .undecided: return []
    }
  }
}

extension TrialCause {
  /// The cause as text: `ads.txt:3: ||ads.example^`.
  var words: String {
    switch self {
    case .filter(let filter): filter.words
    case .rule(let list, let index): "\(list) rule \(index)"
    }
  }
}

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
      json.add("pages", number: report.pages.count)
      json.add("newlyBlocked", number: counts.newlyBlocked)
      json.add("noLongerBlocked", number: counts.noLongerBlocked)
      json.add("newlyHidden", number: counts.newlyHidden)
      json.add("noLongerHidden", number: counts.noLongerHidden)
      json.add("met", number: counts.met)
      json.add("broken", number: counts.broken)
      json.add("undecided", number: counts.undecided)
    }
    try console.write(json.bytes)
  }

  private func append(_ page: TriedPage, to json: inout JSONWriter) {
    let trial = page.trial
    for verdict in trial.verdicts { append(verdict, page: page, to: &json) }
    for (kind, changes) in [
      (TryFindings.Kind.newlyBlocked, trial.newlyBlocked), (.noLongerBlocked, trial.noLongerBlocked),
    ] {
      for change in changes {
        guard let load = change.new ?? change.old else { continue }
        line(kind, page: page, causes: TryCauses(change), to: &json) { json in
          json.add("url", utf8: load.description.url)
          json.add("type", text: load.description.kind.rawValue)
          if let frame = load.description.frame { json.add("frame", utf8: frame) }
        }
      }
    }
    for (kind, changes) in [
      (TryFindings.Kind.newlyHidden, trial.newlyHidden), (.noLongerHidden, trial.noLongerHidden),
    ] {
      for change in changes {
        guard let element = change.new ?? change.old else { continue }
        line(kind, page: page, causes: TryCauses(change), to: &json) { json in
          json.add("document", utf8: element.identity.document)
          json.add("element", text: element.tag)
          if let line = element.line { json.add("line", number: line) }
        }
      }
    }
  }

  private func line(
    _ kind: TryFindings.Kind, page: TriedPage, causes: TryCauses, to json: inout JSONWriter,
    body: (inout JSONWriter) -> Void
  ) {
    json.line { json in
      json.add("file", text: page.name)
      json.add("page", utf8: page.trial.page)
      json.add("reason", text: kind.rawValue)
      body(&json)
      append("filters", causes: causes.filters, to: &json)
      append("exceptions", causes: causes.exceptions, to: &json)
    }
  }

  private func append(_ verdict: ExpectationVerdict, page: TriedPage, to json: inout JSONWriter) {
    json.line { json in
      json.add("file", text: page.name)
      json.add("page", utf8: page.trial.page)
      json.add("expectation", text: verdict.placed.expectation.words)
      json.add("outcome", text: verdict.outcome.rawValue)
      json.add("message", text: verdict.ground.message)
      if verdict.isGuessed { json.add("guessedType", flag: true) }
      if let before = page.trial.before(verdict) {
        json.add("before", text: before.outcome.rawValue)
        append("beforeCauses", causes: before.causes, to: &json)
      }
      if let file = page.expectations {
        json.add("expectedIn", text: file.file.name)
        json.add("expectedLine", number: file.place(of: verdict.placed).location.line)
      }
      append("causes", causes: verdict.causes, to: &json)
    }
  }

  private func append(_ name: StaticString, causes: [TrialCause], to json: inout JSONWriter) {
    guard !causes.isEmpty else { return }
    json.add(name, objects: causes) { json, cause in
      switch cause {
      case .filter(let filter): json.add(filter)
      case .rule(let list, let index):
        json.add("list", text: list)
        json.add("rule", number: index)
      }
    }
  }
}
