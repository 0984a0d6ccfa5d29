import Conversion
import ListBuilding

/// The diagnostics and the summary, written to standard error in the selected format.
struct ConvertReport {
  let console: Console

  /// The number of bytes to collect for one system call.
  private static let batch = 1 << 16

  func write(_ diagnostics: [Diagnostic], of sources: [Source], _ summary: Summary) {
    switch console.reporting.findingFormat.form(of: .conversion) {
    // Filters that the page scripts apply need no attention.
    case .text: writeText(diagnostics.filter { $0.outcome != .inPage }, of: sources, summary)
    case .jsonLines: writeJSONLines(diagnostics, of: sources, summary)
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
      let own = rest.prefix { $0.source == index }
      rest = rest[own.endIndex...]
      for finding in DiagnosticReader(own, of: sources) {
        renderer.add(LocatedMessage(finding))
        if let batch = renderer.takeBatch() { console.printError(batch) }
      }
    }
    renderer.finish()
    console.printError(renderer.take())
  }

  private func writeText(_ diagnostics: [Diagnostic], of sources: [Source], _ summary: Summary) {
    let limit = console.reporting.maximumDiagnostics
    let renderer = TextRenderer(style: console.errorStyle, on: console.errorTerminal)
    var text = ""
    for finding in DiagnosticReader(diagnostics.prefix(limit), of: sources) {
      text += renderer.render(finding)
      if text.utf8.count >= Self.batch {
        console.printError(text)
        text = ""
      }
    }
    if limit < diagnostics.count {
      text +=
        "showing \(Format.grouped(limit)) of \(Format.grouped(diagnostics.count));"
        + " --format jsonl lists them all\n"
    }
    if !diagnostics.isEmpty { text += "\n" }
    let dearest = summary.outputs.flatMap { zip($0.cost.dearest, $0.dearest) }
    for (cost, filter) in dearest {
      text += PageCostText.line(cost, of: filter, width: renderer.width) + "\n"
    }
    if !dearest.isEmpty { text += "\n" }
    text += SummaryRenderer.text(summary, style: renderer.style)
    console.printError(text)
  }

  private func writeJSONLines(_ diagnostics: [Diagnostic], of sources: [Source], _ summary: Summary) {
    var json = JSONWriter(.hidden)
    for finding in DiagnosticReader(diagnostics[...], of: sources) {
      json.append(finding)
      json.endLine()
      if json.bytes.count >= Self.batch {
        console.printError(json.bytes)
        json.removeAll()
      }
    }
    SummaryRenderer.append(summary, to: &json)
    console.printError(json.bytes)
  }
}
