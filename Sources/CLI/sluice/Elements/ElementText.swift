import SluiceDocuments
import SluiceLists
import SluicePageInspection

/// The filters that hide elements, as text.
struct ElementText {
  let style: TextStyle
  /// Whether to print all findings.
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
      return render(answer, matcher.document, text)
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
        " for \(Format.counted(answer.incomplete, "element"))"
      }
    return "findings\(elements) left out: too many filters match\n"
  }

  private func render(_ answer: ElementAnswer, _ document: HTMLDocument, _ page: [UInt8]) -> String {
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
    if shown < all { text += "and \(Format.counted(all - shown, "more element")); --all shows them\n" }
    text += more(answer)
    let counts = answer.counts
    let page = DisplayText.escaping(answer.frameString ?? answer.pageString)
    text +=
      (text.isEmpty ? "" : "\n")
      + "\(page): \(Format.counted(counts.hidden, "element")) hidden, \(Format.grouped(counts.excepted)) kept by exceptions,"
      + " \(Format.grouped(counts.undecided)) not known, of \(Format.grouped(document.elements.reduce(0) { sum, _ in sum + 1 }))\n"
    return text
  }
}
