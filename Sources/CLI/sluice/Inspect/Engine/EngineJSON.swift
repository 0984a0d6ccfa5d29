import SluiceLists
import SluicePageEngine

/// The differences that the lists make in a browser, as a line of JSON, described in `docs/guide/inspect.md`.
struct EngineJSON {
  func append(_ engine: EngineInspection, to json: inout JSONWriter) {
    json.line("engine") { json in
      json.add("name", engine.with.engine)
      if engine.with.isSeenByScripts { json.add("seenByScripts", true) }
      append("without", engine.without, to: &json)
      append("with", engine.with, to: &json)
      if let difference = engine.with.difference { json.add("differentPoints", EngineText.share(difference)) }
      json.add("disputed", engine.inspection.requests.count(where: \.isDisputed))
      json.add("errors", objects: engine.errors) { json, error in
        json.add("text", error.text)
        json.add("causes", error.causes.map { engine.inspection.requests[$0].load.entry })
      }
    }
  }

  private func append(_ name: StaticString, _ seen: EngineObservation, to json: inout JSONWriter) {
    json.add(name) { json in
      json.add("loaded", seen.outcome == .loaded)
      if let words = EngineText.failure(seen.outcome) { json.add("failure", words) }
      json.add("requests", seen.loads.count)
    }
  }
}
