import Conversion
import ListBuilding

/// Writes diagnostics and the summary to standard error, in the format asked for.
struct DiagnosticsReport {
  let arguments: Arguments
  let console: Console

  /// How many bytes are gathered for one system call.
  private static let batch = 1 << 16

  func write(_ diagnostics: [Diagnostic], of sources: [Source], _ summary: Summary) {
    switch arguments.format {
    case .text: writeText(diagnostics, of: sources, summary)
    case .jsonLines: writeJSONLines(diagnostics, of: sources, summary)
    }
  }

  private func writeText(_ diagnostics: [Diagnostic], of sources: [Source], _ summary: Summary) {
    let style = TextStyle(isColored: console.errorTerminal.hasColors(arguments.color))
    let renderer = TextRenderer(
      style: style, width: console.errorTerminal.width(otherwise: 100, atMost: 160))
    let limit = arguments.maximumDiagnostics == 0 ? diagnostics.count : arguments.maximumDiagnostics
    var text = ""
    for finding in DiagnosticReader(diagnostics.prefix(limit), of: sources) {
      text += renderer.render(finding)
      if text.utf8.count >= Self.batch {
        console.printError(Array(text.utf8))
        text = ""
      }
    }
    if limit < diagnostics.count {
      text +=
        "showing \(Format.grouped(limit)) of \(Format.grouped(diagnostics.count));"
        + " --format jsonl lists them all\n"
    }
    if !diagnostics.isEmpty { text += "\n" }
    text += SummaryRenderer.text(summary, style: style)
    console.printError(Array(text.utf8))
  }

  private func writeJSONLines(_ diagnostics: [Diagnostic], of sources: [Source], _ summary: Summary) {
    var output: [UInt8] = []
    for finding in DiagnosticReader(diagnostics[...], of: sources) {
      JSONLinesRenderer.append(finding, to: &output)
      if output.count >= Self.batch {
        console.printError(output)
        output.removeAll(keepingCapacity: true)
      }
    }
    SummaryRenderer.appendJSON(summary, to: &output)
    console.printError(output)
  }
}
