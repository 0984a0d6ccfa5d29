import SluicePageEngine
import SluicePageInspection

/// The effects of lists on the requests of a page, as JSON: one object per request and one for totals,
/// described in `docs/guide/inspect.md`.
struct InspectionJSON {
  /// Whether to write the selectors of rules.
  let showsAll: Bool

  /// Writes the inspection.
  ///
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
        json.add("url", document.frame ?? document.answer.page)
        ElementJSON().append(document.answer.counts, to: &json)
      }
    }
    try console.write(json.bytes)
  }

  private func append(_ request: InspectedRequest, to json: inout JSONWriter) {
    let load = request.load
    json.line { json in
      json.add("entry", load.entry)
      json.add("outcome", request.outcome.rawValue)
      json.add("party", request.verdict.request.party == .firstParty ? "first" : "third")
      if load.description.frame != nil { json.add("frameSource", load.frameSource.rawValue) }
      if load.isPreflight { json.add("preflight", true) }
      if load.isConditional { json.add("conditional", true) }
      if load.hasLostAddress { json.add("lostAddress", true) }
      if let observed = request.observed { json.add("observed", observed.rawValue) }
      if let owner = request.owner { json.add("owner", owner) }
      if let start = load.start { json.add("start", .microseconds(start)) }
      if let duration = load.duration { json.add("duration", .microseconds(duration)) }
      if let size = load.size { json.add("size", size) }
      if let status = load.status { json.add("status", status) }
      if let failure = load.failure { json.add("failure", failure) }
      if let redirect = load.redirect { json.add("redirect", redirect) }
      if load.cookiesSent > 0 { json.add("cookiesSent", load.cookiesSent) }
      if load.cookiesSet > 0 { json.add("cookiesSet", load.cookiesSet) }
      VerdictJSON(showsAll: showsAll).append(request.verdict, to: &json)
    }
  }

  private func append(
    _ inspection: PageInspection, suffixes: String, to json: inout JSONWriter
  ) {
    let totals = inspection.totals
    json.add("requests", totals.requests)
    json.add("blocked", totals.blocked)
    json.add("excepted", totals.excepted)
    json.add("losingCookies", totals.losingCookies)
    json.add("upgraded", totals.upgraded)
    json.add("size", totals.size)
    json.add("blockedSize", totals.blockedSize)
    json.add("left", inspection.left)
    json.add("invalid", inspection.invalid)
    json.add("suffixes", suffixes)
    json.add("lists", objects: totals.lists) { json, list in
      json.add("name", list.name)
      json.add("blocked", list.blocked)
      json.add("excepted", list.excepted)
      json.add("losingCookies", list.losingCookies)
      json.add("upgraded", list.upgraded)
    }
    guard !totals.owners.isEmpty else { return }
    json.add("owners", objects: totals.owners) { json, owner in
      if let name = owner.name { json.add("name", name) }
      json.add("requests", owner.requests)
      json.add("blocked", owner.blocked)
      json.add("size", owner.size)
      json.add("blockedSize", owner.blockedSize)
    }
  }
}
