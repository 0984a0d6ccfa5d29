import SluiceConversion
import SluiceLists
import SluiceText

/// The diagnostics and the summary, written to standard error in the selected format.
struct ConvertReport {
  let console: Console

  func write(_ diagnostics: [Diagnostic], of sources: [Source], summary: Summary) {
    switch console.reporting.findingFormat.form(of: .conversion) {
    case .text: writeText(diagnostics, of: sources, summary: summary)
    case .jsonLines: writeJSONLines(diagnostics, of: sources, summary: summary)
    case .document(let renderer): write(diagnostics[...], of: sources, by: renderer)
    }
  }

  private func write(
    _ diagnostics: ArraySlice<Diagnostic>, of sources: [Source], by renderer: any FindingRenderer
  ) {
    var renderer = renderer
    var rest = diagnostics
    for (index, source) in sources.enumerated() {
      renderer.begin(file: source.name)
      let own = rest.prefix { $0.place.source == index }
      rest = rest[own.endIndex...]
      for diagnostic in own {
        renderer.add(diagnostic.located(in: sources))
        if let batch = renderer.takeBatch() { console.printError(batch) }
      }
    }
    renderer.finish()
    console.printError(renderer.take())
  }

  private func writeText(_ diagnostics: [Diagnostic], of sources: [Source], summary: Summary) {
    let renderer = TextRenderer(style: console.errorStyle, on: console.errorTerminal)
    switch console.reporting.listing {
    case .groups: writeGroups(diagnostics, of: sources, summary: summary, by: renderer)
    case .each(let maximum):
      // Filters that the page scripts apply need no attention.
      let open = diagnostics.filter { $0.outcome != .inPage }
      writeEach(open, of: sources, summary: summary, atMost: maximum, by: renderer)
    case .counts:
      console.printError(costs(in: summary, renderer) + SummaryRenderer.text(summary, style: renderer.style))
    }
  }

  private func writeGroups(
    _ diagnostics: [Diagnostic], of sources: [Source], summary: Summary, by renderer: TextRenderer
  ) {
    let withNotes = console.reporting.detail == .verbose
    var groups = DiagnosticGroups()
    groups.add(diagnostics, of: sources)
    let shown = groups.groups(withNotes: withNotes)
    var text = shown.reduce(into: "") { $0 += renderer.render($1) }
    if let hint = groups.hint(about: shown, withNotes: withNotes, otherNotes: summary.notes.count) {
      text += renderer.paragraph([(nil, hint)])
    }
    if let advice = Self.advice(on: summary) { text += renderer.paragraph([(nil, advice)]) }
    if !text.isEmpty { text += "\n" }
    text += costs(in: summary, renderer)
    console.printError(text + SummaryRenderer.brief(summary, by: renderer, withNotes: withNotes))
  }

  /// The least saving to mention, in percent of the cost of a document.
  private static let leastSaving = 5

  /// `--split converts 312 more filters exactly and makes documents 28 % cheaper`; nil if it does neither.
  private static func advice(on summary: Summary) -> String? {
    // These filters are approximated only because network and cosmetic filters share a list.
    let reason = Reason.conversion(.framesOfExceptedPages).id
    let count = summary.reasons.reduce(0) { $0 + ($1.reason == reason ? $1.count : 0) }
    let percent = summary.percentSavedBySplitting.flatMap { $0 >= leastSaving ? $0 : nil }
    let filters = "converts \(Format.counted(count, noun: "more filter")) exactly"
    let documents = "makes documents \(percent ?? 0) % cheaper"
    switch (count > 0, percent != nil) {
    case (true, true): return "--split \(filters) and \(documents)"
    case (true, false): return "--split \(filters)"
    case (false, true): return "--split \(documents)"
    case (false, false): return nil
    }
  }

  private func writeEach(
    _ diagnostics: [Diagnostic], of sources: [Source], summary: Summary, atMost maximum: Int,
    by renderer: TextRenderer
  ) {
    var text = ""
    for diagnostic in diagnostics.prefix(maximum) {
      text += renderer.render(diagnostic.located(in: sources))
      if let batch = text.takeBatch() { console.printError(batch) }
    }
    if maximum < diagnostics.count {
      text += ListingHint.showing(maximum, of: Format.grouped(diagnostics.count))
    }
    if !diagnostics.isEmpty { text += "\n" }
    console.printError(
      text + costs(in: summary, renderer) + SummaryRenderer.text(summary, style: renderer.style))
  }

  private func costs(in summary: Summary, _ renderer: TextRenderer) -> String {
    let lines = summary.outputs.flatMap { zip($0.cost.mostExpensive, $0.mostExpensive) }.map {
      PageCostText.line($0, of: $1, width: renderer.width) + "\n"
    }
    return lines.isEmpty ? "" : lines.joined() + "\n"
  }

  private func writeJSONLines(_ diagnostics: [Diagnostic], of sources: [Source], summary: Summary) {
    var json = JSONWriter(.hidden)
    for diagnostic in diagnostics {
      json.append(diagnostic.located(in: sources))
      json.endLine()
      if let batch = json.takeBatch() { console.printError(batch) }
    }
    SummaryRenderer.append(summary, to: &json)
    console.printError(json.bytes)
  }
}
