import SluiceAnalysis
import SluiceLists
import SluicePageInspection

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The elements of a document that filters hide, or would hide without exceptions, as a section of an HTML
/// page.
struct InspectionElements {
  let answer: ElementAnswer
  /// The index of the document among the documents of the page.
  let number: Int

  /// The maximum number of rows.
  private static let limit = 1_000
  private static let shownFilters = 10

  func add(to html: inout HTMLWriter) {
    guard case .page(let matcher, let text) = answer.question else { return }
    let display = ElementDisplay(document: matcher.document)
    let lines = ElementDisplay.lines(
      of: answer.findings.compactMap { $0.element.map(matcher.document.offset) }, in: text)
    let counts = answer.counts
    let url = InspectionWords.shown(answer.frame ?? answer.page)
    html.element(.section, attributes: [.labelledBy: "elements-\(number)"]) { html in
      html.element(
        .h2, attributes: [.id: "elements-\(number)"], text: number == 0 ? "Elements" : "Elements of a frame")
      html.element(
        .p,
        text:
          "\(url): \(Format.counted(counts.hidden, noun: "element")) hidden, \(Format.grouped(counts.excepted)) kept by exceptions,"
          + " \(Format.grouped(counts.undecided)) not known.")
      guard !answer.findings.isEmpty else { return }
      html.table(
        "Elements hidden by filters on \(url)", columns: ["element", "line", "outcome", "selector", "why"]
      ) { html in
        for finding in answer.findings.prefix(Self.limit) {
          guard let element = finding.element else { continue }
          let line = lines[matcher.document.offset(of: element)] ?? 1
          html.row(
            { $0.element(.code, text: display.tag(element)) },
            cells: [
              { $0.text(Format.grouped(line)) }, { $0.text(Self.outcome(of: finding)) },
              { $0.element(.code, text: finding.effect.selector.description) },
              { Self.addWhy(finding, to: &$0) },
            ])
        }
      }
      let more = answer.findings.count - Self.limit
      if more > 0 { html.element(.p, text: "And \(Format.counted(more, noun: "more finding")).") }
      if answer.incomplete > 0 {
        html.element(
          .p,
          text:
            "Findings for \(Format.counted(answer.incomplete, noun: "element")) are left out: too many filters match."
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
        html.element(.li) { $0.element(.code, text: filter.words) }
      }
      if finding.effect.filters.isEmpty, let rule = finding.effect.rule {
        html.element(.li, text: "\(finding.effect.list.name) rule \(rule)")
      }
      for filter in finding.effect.exceptions.prefix(shownFilters) {
        html.element(.li) { html in
          html.text("exception ")
          html.element(.code, text: filter.words)
        }
      }
      for doubt in finding.doubts { html.element(.li, attributes: [.class: "muted"], text: doubt.message) }
    }
  }
}

/// The differences that the lists make in a browser, as a section of an HTML page: screenshots side by side,
/// their differences, and new errors.
struct InspectionEngine {
  let engine: EngineInspection

  func add(to html: inout HTMLWriter) {
    html.element(.section, attributes: [.labelledBy: "engine"]) { html in
      html.element(.h2, attributes: [.id: "engine"], text: "In \(engine.with.engine)")
      for (name, seen) in [("Without the lists", engine.without), ("With the lists", engine.with)] {
        if let words = EngineText.failure(seen.outcome) { html.element(.p, text: "\(name) \(words).") }
      }
      html.element(.div, attributes: [.class: "pictures"]) { html in
        add(engine.without.picture, words: "Without the lists", to: &html)
        add(engine.with.picture, words: "With the lists", to: &html)
        if let difference = engine.with.difference {
          add(difference.picture, words: "Difference: \(EngineText.share(difference))", to: &html)
        }
      }
      html.element(.h3, text: "Errors that occur only with the lists")
      if engine.errors.isEmpty { html.element(.p, text: "None.") }
      html.element(.ul) { html in
        for error in engine.errors {
          html.element(.li) { html in
            html.element(.code, text: error.text)
            for cause in error.causes {
              let url = engine.inspection.requests[cause].verdict.request.url
              html.element(
                .p, attributes: [.class: "muted"],
                text: "Because of request \(cause + 1), \(InspectionWords.shown(url)), which is blocked.")
            }
          }
        }
      }
    }
  }

  private func add(_ picture: Data?, words: String, to html: inout HTMLWriter) {
    guard let picture else { return }
    html.element(.figure) { html in
      html.image("data:image/png;base64,\(picture.base64EncodedString())", words: words)
      html.element(.figcaption, text: words)
    }
  }
}

enum InspectionStyle {
  static func color(of outcome: InspectedRequest.Outcome) -> PageStyle.Color {
    switch outcome {
    case .blocked: PageStyle.Color(name: outcome.rawValue, light: "#b3261e", dark: "#f28b82")
    case .excepted: PageStyle.Color(name: outcome.rawValue, light: "#8a5a00", dark: "#e0a83a")
    case .allowed: PageStyle.Color(name: outcome.rawValue, light: "#1a7f37", dark: "#57c274")
    }
  }

  /// Returns the ID of the check box that shows the rows with an outcome.
  static func box(_ outcome: InspectedRequest.Outcome) -> String { "show-\(outcome.rawValue)" }
  static func box(_ kind: Request.Kind) -> String { "show-\(kind.rawValue)" }
  static func row(_ kind: Request.Kind) -> String { "of-\(kind.rawValue)" }

  static let css: String = {
    let outcomes = InspectedRequest.Outcome.allCases
    var rules = outcomes.map { outcome in
      """
      .mark.\(outcome.rawValue), .\(outcome.rawValue) .time span { background: var(--\(outcome.rawValue)) }
      body:has(#\(box(outcome)):not(:checked)) tr.\(outcome.rawValue) { display: none }
      """
    }
    rules += Request.Kind.allCases.map {
      "body:has(#\(box($0)):not(:checked)) tr.\(row($0)) { display: none }"
    }
    return PageStyle.css(
      outcomes.map(color(of:)),
      rules: """
        body { max-width: 90rem }
        fieldset { margin: .5rem 0; border: 1px solid var(--line); border-radius: .5rem }
        label { display: inline-block; margin-right: 1rem }
        input[type=search] { font: inherit; width: min(30rem, 100%) }
        .mark { display: inline-block; width: .75rem; height: .75rem; margin-right: .35rem; border-radius: .2rem }
        .requests th:first-child { max-width: 40rem; overflow-wrap: anywhere }
        .requests td:nth-child(2) { text-align: left }
        tbody th ul { margin: 0; padding-left: 1.5rem; font-size: .9em }
        .time { width: 12rem; height: .75rem; border-radius: .2rem; overflow: hidden; background: var(--panel) }
        .time span { display: block; min-width: 2px; height: 100% }
        tr.missed { display: none }
        .pictures { display: grid; grid-template-columns: repeat(auto-fit, minmax(20rem, 1fr)); gap: 1rem }
        .pictures figure { margin: 0 }
        .pictures img { width: 100%; border: 1px solid var(--line) }
        @media print { fieldset, #search { display: none } .mark, .time span { print-color-adjust: exact } }
        \(rules.joined(separator: "\n"))
        """)
  }()

  /// The search script. It hides rows that do not contain all of the words. The script contains no `<`, so it
  /// needs no escaping.
  static let script: StaticString = """
    (() => {
      const rows = Array.from(document.querySelectorAll(".requests tbody tr"));
      const texts = rows.map(row => row.textContent.toLowerCase());
      const box = document.getElementById("words"), found = document.getElementById("found");
      box.addEventListener("input", () => {
        const words = box.value.toLowerCase().split(" ").filter(word => word);
        let count = 0;
        rows.forEach((row, index) => {
          const has = words.every(word => texts[index].includes(word));
          row.classList.toggle("missed", !has);
          if (has) count += 1;
        });
        found.textContent = words.length ? ` ${count} of ${rows.length}` : "";
      });
      document.getElementById("search").hidden = false;
    })();
    """
}
