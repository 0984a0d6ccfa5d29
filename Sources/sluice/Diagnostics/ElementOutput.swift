import SluiceConversion
import SluiceDocuments
import SluiceListFiles
import SluiceLists
import SluicePageInspection
import SluiceRules
import SluiceText

/// The filters that hide elements, as text.
struct ElementText {
  let style: TextStyle
  let showsAll: Bool

  /// The maximum number of elements to print, unless all are printed.
  static let limit = 50

  func render(_ answer: ElementAnswer) -> String {
    let page = DisplayText.escaping(answer.pageString)
    switch answer.question {
    case .selector, .element:
      if answer.findings.isEmpty { return "No filter hides it on \(page).\n" }
      return answer.findings.map { render($0, on: page) }.joined(separator: "\n") + more(answer)
    case .page(let matcher, let text):
      return render(answer, document: matcher.document, page: text)
    }
  }

  private func render(_ finding: ElementAnswer.Finding, on page: String) -> String {
    let selector = DisplayText.escaping(finding.effect.selector.description)
    return "\(headline(finding)) on \(page): \(selector)\n" + details(finding)
  }

  private func headline(_ finding: ElementAnswer.Finding) -> String {
    switch finding.effect.outcome {
    case .hidden: finding.doubts.isEmpty ? style.red("hidden") : style.yellow("may be hidden")
    case .excepted: style.green("not hidden")
    }
  }

  private func details(_ finding: ElementAnswer.Finding) -> String {
    var text = ""
    for filter in finding.effect.filters {
      text += "  \(Excerpt.beginning(of: filter.words, unless: showsAll))\n"
    }
    if finding.effect.filters.isEmpty, let rule = finding.effect.rule {
      text += "  \(DisplayText.escaping(finding.effect.list.name)) rule \(rule)\n"
    }
    for filter in finding.effect.exceptions {
      text += "  \(style.dim("except:")) \(Excerpt.beginning(of: filter.words, unless: showsAll))\n"
    }
    for doubt in finding.doubts { text += style.dim("  not known: \(doubt.message)") + "\n" }
    return text
  }

  private func more(_ answer: ElementAnswer) -> String {
    guard answer.incomplete > 0 else { return "" }
    let elements =
      if case .selector = answer.question { "" } else {
        " for \(Format.counted(answer.incomplete, noun: "element"))"
      }
    return "findings\(elements) left out: too many filters match\n"
  }

  private func render(_ answer: ElementAnswer, document: HTMLDocument, page: [UInt8]) -> String {
    let display = ElementDisplay(document: document)
    let lines = ElementDisplay.lines(
      of: answer.findings.compactMap { $0.element.map(document.offset) }, in: page)
    var text = ""
    var last: HTMLDocument.Node?
    var shown = 0
    for finding in answer.findings {
      guard let element = finding.element else { continue }
      if element != last {
        if shown == Self.limit, !showsAll { break }
        shown += 1
        let line = lines[document.offset(of: element)] ?? 1
        text += style.bold("line \(line): \(DisplayText.escaping(display.tag(element)))") + "\n"
        last = element
      }
      text += "  \(headline(finding)): \(DisplayText.escaping(finding.effect.selector.description))\n"
      text += details(finding)
    }
    let all = Set(answer.findings.compactMap(\.element)).count
    if shown < all { text += "and \(Format.counted(all - shown, noun: "more element")); --all shows them\n" }
    text += more(answer)
    let counts = answer.counts
    let page = DisplayText.escaping(answer.frameString ?? answer.pageString)
    text +=
      (text.isEmpty ? "" : "\n")
      + "\(page): \(Format.counted(counts.hidden, noun: "element")) hidden, \(Format.grouped(counts.excepted)) kept by exceptions,"
      + " \(Format.grouped(counts.undecided)) not known, of \(Format.grouped(document.elements.reduce(0) { sum, _ in sum + 1 }))\n"
    return text
  }
}

/// The filters that hide elements, as JSON: one finding per line, and a summary, described in
/// `docs/guide/match.md`.
struct ElementJSON {
  func render(_ answer: ElementAnswer) -> [UInt8] {
    var json = JSONWriter(.hidden)
    append(answer, to: &json)
    json.line("summary") { json in
      json.add("findings", number: answer.findings.count)
      if answer.incomplete > 0 { json.add("incomplete", number: answer.incomplete) }
      if case .page = answer.question { append(answer.counts, to: &json) }
    }
    return json.bytes
  }

  func append(_ counts: (hidden: Int, excepted: Int, undecided: Int), to json: inout JSONWriter) {
    json.add("hidden", number: counts.hidden)
    json.add("excepted", number: counts.excepted)
    json.add("undecided", number: counts.undecided)
  }

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
        json.add("page", utf8: answer.page)
        if let frame = answer.frame { json.add("frame", utf8: frame) }
        if let document, let element = finding.element {
          json.add("element", text: ElementDisplay(document: document).tag(element))
          if let line = lines[document.offset(of: element)] { json.add("line", number: line) }
        }
        json.add("selector", utf8: finding.effect.selector.bytes)
        let isKnown = finding.doubts.isEmpty || finding.effect.outcome == .excepted
        json.add("outcome", text: isKnown ? finding.effect.outcome.rawValue : "undecided")
        json.add("list", text: finding.effect.list.name)
        if let rule = finding.effect.rule { json.add("rule", number: rule) }
        append("filters", filters: finding.effect.filters, to: &json)
        append("exceptions", filters: finding.effect.exceptions, to: &json)
        if !finding.doubts.isEmpty {
          json.add("doubts", texts: finding.doubts.map(\.message))
        }
      }
    }
  }

  private func append(_ name: StaticString, filters: [PlacedFilter], to json: inout JSONWriter) {
    if filters.isEmpty { return }
    json.add(name, objects: filters) { json, filter in json.add(filter) }
  }
}
