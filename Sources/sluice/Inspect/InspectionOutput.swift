import SluiceConversion
import SluiceListFiles
import SluiceLists
import SluicePageInspection
import SluiceText

/// The effects of lists on the requests of a page, as text.
struct InspectionText {
  let style: TextStyle
  let showsAll: Bool
  let scripted: ScriptedFilters?

  /// The maximum number of filters to print per rule, unless all are printed.
  private static let limit = 3

  func write(_ inspection: PageInspection, to console: Console) throws(CommandError) {
    var text = ""
    var page: Int?
    for request in inspection.requests {
      if request.load.page != page {
        text += page == nil ? "" : "\n"
        page = request.load.page
        text += style.bold(InspectionWords.shown(inspection.pages[request.load.page])) + "\n"
      }
      text += render(request)
      if let batch = text.takeBatch() { try console.print(batch) }
    }
    try console.print(text + "\n" + render(inspection.totals))
  }

  private func render(_ request: InspectedRequest) -> String {
    let outcome =
      switch request.outcome {
      case .blocked: style.red("blocked ")
      case .excepted: style.yellow("excepted")
      case .allowed: style.green("allowed ")
      }
    let kind = request.verdict.description.kind
    let party = kind == .document ? "page" : request.verdict.request.party == .firstParty ? "first" : "third"
    var text = "\(outcome) \(party) \(kind.rawValue) \(InspectionWords.shown(request.verdict.request.url))\n"
    for detail in InspectionWords.details(on: request, scripted: scripted) {
      text += "  \(style.dim(detail))\n"
    }
    for reason in InspectionWords.reasons(of: request) { text += render(reason) }
    return text
  }

  private func render(_ reason: InspectionWords.Reason) -> String {
    let shown = reason.lines.prefix(showsAll ? .max : Self.limit)
    var text = ""
    for line in shown { text += "  \(reason.label): \(Excerpt.beginning(of: line, unless: showsAll))\n" }
    if reason.count > shown.count {
      text += "  \(reason.label): and \(Format.counted(reason.count - shown.count, noun: "more filter"))\n"
    }
    return text
  }

  private func render(_ totals: InspectionTotals) -> String {
    var text = style.bold(InspectionWords.summary(of: totals)) + "\n"
    for list in totals.lists {
      text +=
        "  \(DisplayText.escaping(list.name)): \(InspectionWords.effects(of: list).joined(separator: ", "))\n"
    }
    guard !totals.owners.isEmpty else { return text }
    text += style.bold("by owner") + "\n"
    for owner in totals.owners {
      text +=
        "  \(DisplayText.escaping(owner.name ?? "not known")): \(Format.counted(owner.requests, noun: "request")), "
      text += "\(Format.grouped(owner.blocked)) blocked\n"
    }
    return text
  }
}

/// The effects of lists on the requests of a page, as JSON: one object per request and one for totals,
/// described in `docs/guide/inspect.md`.
struct InspectionJSON {
  /// Whether to write the selectors of rules.
  let showsAll: Bool
  let scripted: ScriptedFilters?

  /// - Parameter documents: The documents of a saved page. Their elements are written after the requests, one
  ///   per line.
  func write(
    _ inspection: PageInspection, documents: [InspectedDocument] = [], engine: EngineInspection? = nil,
    suffixes: String,
    to console: Console
  ) throws(CommandError) {
    var json = JSONWriter(.hidden)
    for request in inspection.requests {
      append(request, to: &json)
      if let batch = json.takeBatch() { try console.write(batch) }
    }
    for document in documents { ElementJSON().append(document.answer, to: &json) }
    if let engine { EngineJSON().append(engine, to: &json) }
    json.line("summary") { json in
      append(inspection, suffixes: suffixes, to: &json)
      guard !documents.isEmpty else { return }
      json.add("documents", objects: documents) { json, document in
        json.add("url", utf8: document.frame ?? document.answer.page)
        ElementJSON().append(document.answer.counts, to: &json)
      }
    }
    try console.write(json.bytes)
  }

  private func append(_ request: InspectedRequest, to json: inout JSONWriter) {
    let (load, recording) = (request.load, request.load.recording)
    json.line { json in
      json.add("entry", number: load.entry)
      json.add("outcome", text: request.outcome.rawValue)
      json.add("party", text: request.verdict.request.party == .firstParty ? "first" : "third")
      if load.description.frame != nil { json.add("frameSource", text: load.frameSource.rawValue) }
      if load.isPreflight { json.add("preflight", flag: true) }
      if load.isConditional { json.add("conditional", flag: true) }
      if load.hasLostAddress { json.add("lostAddress", flag: true) }
      if let observed = request.observed { json.add("observed", text: observed.rawValue) }
      if let owner = request.owner { json.add("owner", text: owner) }
      if let start = recording.start { json.add("start", duration: .microseconds(start)) }
      if let duration = recording.duration { json.add("duration", duration: .microseconds(duration)) }
      if let size = recording.size { json.add("size", number: size) }
      if let status = recording.status { json.add("status", number: status) }
      if let failure = recording.failure { json.add("failure", text: failure) }
      if let redirect = load.redirect { json.add("redirect", utf8: redirect) }
      if recording.cookiesSent > 0 { json.add("cookiesSent", number: recording.cookiesSent) }
      if recording.cookiesSet > 0 { json.add("cookiesSet", number: recording.cookiesSet) }
      let writer = VerdictJSON(showsAll: showsAll)
      writer.append(request.verdict, to: &json)
      writer.append(scripted?.effects(after: request.verdict) ?? [], to: &json)
    }
  }

  private func append(
    _ inspection: PageInspection, suffixes: String, to json: inout JSONWriter
  ) {
    let totals = inspection.totals
    json.add("requests", number: totals.requests)
    json.add("blocked", number: totals.blocked)
    json.add("excepted", number: totals.excepted)
    json.add("losingCookies", number: totals.losingCookies)
    json.add("upgraded", number: totals.upgraded)
    json.add("size", number: totals.size)
    json.add("blockedSize", number: totals.blockedSize)
    json.add("left", number: inspection.left)
    json.add("invalid", number: inspection.invalid)
    json.add("suffixes", text: suffixes)
    json.add("lists", objects: totals.lists) { json, list in
      json.add("name", text: list.name)
      json.add("blocked", number: list.blocked)
      json.add("excepted", number: list.excepted)
      json.add("losingCookies", number: list.losingCookies)
      json.add("upgraded", number: list.upgraded)
    }
    guard !totals.owners.isEmpty else { return }
    json.add("owners", objects: totals.owners) { json, owner in
      if let name = owner.name { json.add("name", text: name) }
      json.add("requests", number: owner.requests)
      json.add("blocked", number: owner.blocked)
      json.add("size", number: owner.size)
      json.add("blockedSize", number: owner.blockedSize)
    }
  }
}

struct EngineText {
  let style: TextStyle

  func render(_ engine: EngineInspection) -> String {
    var text = style.bold("\(engine.with.engine), without the lists and with them") + "\n"
    for (name, seen) in [("without", engine.without), ("with", engine.with)] {
      if let words = Self.failure(seen.outcome) { text += "  \(name): \(words)\n" }
    }
    if engine.with.isSeenByScripts {
      text += "  seen by a script in each document: WebKit does not report what it loads and blocks\n"
    }
    if let difference = engine.with.difference {
      text += "  \(Self.share(difference)) of the picture differs\n"
    }
    let disputed = engine.inspection.requests.count(where: \.isDisputed)
    if disputed > 0 {
      text +=
        "  \(style.yellow("WebKit did not act as stated above")) of \(Format.counted(disputed, noun: "request"))\n"
    }
    for error in engine.errors {
      text += "  \(style.red("error")): \(DisplayText.escaping(error.text))\n"
      for cause in error.causes {
        let url = engine.inspection.requests[cause].verdict.request.url
        text += "    because of \(InspectionWords.shown(url)), which is blocked\n"
      }
    }
    if engine.errors.isEmpty { text += "  no new errors in the console\n" }
    return text
  }

  static func failure(_ outcome: EngineObservation.Outcome) -> String? {
    switch outcome {
    case .loaded: nil
    case .failed(let words): "the page did not load: \(DisplayText.escaping(words))"
    case .timeout: "the page was still loading at the time limit"
    // `InspectedBrowser` throws an error for this outcome.
    case .rejected(_, let words): DisplayText.escaping(words)
    }
  }

  static func share(_ difference: PictureDifference) -> String {
    let whole = 1_000_000_000
    return Percentage(of: Int((difference.share * Double(whole)).rounded(.up)), in: whole).text
  }
}

/// The differences that the lists make in a browser, as a line of JSON, described in `docs/guide/inspect.md`.
struct EngineJSON {
  func append(_ engine: EngineInspection, to json: inout JSONWriter) {
    json.line("engine") { json in
      json.add("name", text: engine.with.engine)
      if engine.with.isSeenByScripts { json.add("seenByScripts", flag: true) }
      append("without", seen: engine.without, to: &json)
      append("with", seen: engine.with, to: &json)
      if let difference = engine.with.difference {
        json.add("differentPoints", text: EngineText.share(difference))
      }
      json.add("disputed", number: engine.inspection.requests.count(where: \.isDisputed))
      json.add("errors", objects: engine.errors) { json, error in
        json.add("text", text: error.text)
        json.add("causes", numbers: error.causes.map { engine.inspection.requests[$0].load.entry })
      }
    }
  }

  private func append(_ name: StaticString, seen: EngineObservation, to json: inout JSONWriter) {
    json.add(name) { json in
      json.add("loaded", flag: seen.outcome == .loaded)
      if let words = EngineText.failure(seen.outcome) { json.add("failure", text: words) }
      json.add("requests", number: seen.loads.count)
    }
  }
}
