import SluiceLists
import SluicePageInspection

/// The elements of a document that filters hide, or would hide without exceptions, as a section of an HTML
/// page.
struct InspectionElements {
  let answer: ElementAnswer
  /// The index of the document among the documents of the page.
  let number: Int

  /// The maximum number of rows.
  private static let limit = 1_000
  /// The maximum number of filters per row.
  private static let shownFilters = 10

  func add(to html: inout HTMLWriter) {
    guard case .page(let matcher, let text) = answer.question else { return }
    let display = ElementDisplay(document: matcher.document)
    let lines = ElementDisplay.lines(
      of: answer.findings.compactMap { $0.element.map(matcher.document.offset) }, in: text)
    let counts = answer.counts
    let url = InspectionWords.shown(answer.frame ?? answer.page)
    html.element(.section, [.labelledBy: "elements-\(number)"]) { html in
      html.element(.h2, [.id: "elements-\(number)"], number == 0 ? "Elements" : "Elements of a frame")
      html.element(
        .p,
        "\(url): \(Format.counted(counts.hidden, "element")) hidden, \(Format.grouped(counts.excepted)) kept by exceptions,"
          + " \(Format.grouped(counts.undecided)) not known.")
      guard !answer.findings.isEmpty else { return }
      html.table(
        "Elements hidden by filters on \(url)", columns: ["element", "line", "outcome", "selector", "why"]
      ) { html in
        for finding in answer.findings.prefix(Self.limit) {
          guard let element = finding.element else { continue }
          let line = lines[matcher.document.offset(of: element)] ?? 1
          html.row(
            { $0.element(.code, display.tag(element)) },
            [
              { $0.text(Format.grouped(line)) }, { $0.text(Self.outcome(of: finding)) },
              { $0.element(.code, finding.effect.selector.description) }, { Self.addWhy(finding, to: &$0) },
            ])
        }
      }
      let more = answer.findings.count - Self.limit
      if more > 0 { html.element(.p, "And \(Format.counted(more, "more finding")).") }
      if answer.incomplete > 0 {
        html.element(
          .p,
          "Findings for \(Format.counted(answer.incomplete, "element")) are left out: too many filters match."
        )
      }
    }
  }

  private static func outcome(of finding: ElementAnswer.Finding) -> String {
    switch finding.effect.outcome {
    case .hidden: finding.doubts.isEmpty ? "hidden" : "may be hidden"
    case .excepted: "not hidden"
    }
  }

  private static func addWhy(_ finding: ElementAnswer.Finding, to html: inout HTMLWriter) {
    html.element(.ul) { html in
      for filter in finding.effect.filters.prefix(shownFilters) {
        html.element(.li) { $0.element(.code, filter.words) }
      }
      if finding.effect.filters.isEmpty, let rule = finding.effect.rule {
        html.element(.li, "\(finding.effect.list.name) rule \(rule)")
      }
      for filter in finding.effect.exceptions.prefix(shownFilters) {
        html.element(.li) { html in
          html.text("exception ")
          html.element(.code, filter.words)
        }
      }
      for doubt in finding.doubts { html.element(.li, [.class: "muted"], doubt.message) }
    }
  }
}
