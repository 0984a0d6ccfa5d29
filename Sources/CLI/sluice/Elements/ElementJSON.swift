import SluiceConversion
import SluiceDocuments
import SluicePageInspection

/// The filters that hide elements, as JSON: one finding per line, and a summary, described in
/// `docs/guide/match.md`.
struct ElementJSON {
  func render(_ answer: ElementAnswer) -> [UInt8] {
    var json = JSONWriter(.hidden)
    append(answer, to: &json)
    json.line("summary") { json in
      json.add("findings", answer.findings.count)
      if answer.incomplete > 0 { json.add("incomplete", answer.incomplete) }
      if case .page = answer.question { append(answer.counts, to: &json) }
    }
    return json.bytes
  }

  /// Appends the number of elements with each outcome.
  func append(_ counts: (hidden: Int, excepted: Int, undecided: Int), to json: inout JSONWriter) {
    json.add("hidden", counts.hidden)
    json.add("excepted", counts.excepted)
    json.add("undecided", counts.undecided)
  }

  /// Appends the findings, one per line.
  func append(_ answer: ElementAnswer, to json: inout JSONWriter) {
    var lines: [Int: Int] = [:]
    var document: HTMLDocument?
    switch answer.question {
    case .selector: break
    case .element(let matcher, _): document = matcher.document
    case .page(let matcher, let text):
      document = matcher.document
      lines = ElementDisplay.lines(
        of: answer.findings.compactMap { $0.element.map(matcher.document.offset) }, in: text)
    }
    for finding in answer.findings {
      json.line { json in
        json.add("page", answer.page)
        if let frame = answer.frame { json.add("frame", frame) }
        if let document, let element = finding.element {
          json.add("element", ElementDisplay(document: document).tag(element))
          if let line = lines[document.offset(of: element)] { json.add("line", line) }
        }
        json.add("selector", finding.effect.selector.bytes)
        let isKnown = finding.doubts.isEmpty || finding.effect.outcome == .excepted
        json.add("outcome", isKnown ? finding.effect.outcome.rawValue : "undecided")
        json.add("list", finding.effect.list.name)
        if let rule = finding.effect.rule { json.add("rule", rule) }
        append("filters", finding.effect.filters, to: &json)
        append("exceptions", finding.effect.exceptions, to: &json)
        if !finding.doubts.isEmpty {
          json.add("doubts", finding.doubts.map(\.message))
        }
      }
    }
  }

  private func append(_ name: StaticString, _ filters: [PlacedFilter], to json: inout JSONWriter) {
    if filters.isEmpty { return }
    json.add(name, objects: filters) { json, filter in json.add(filter) }
  }
}
