// Converts a filter list to rules, and to a page script for the filters that rules cannot express.
//
//     swift run PageScripts FILE
import Foundation
import SluiceConversion
import SluicePageScript

/// Converts a list, and counts its filters by what applies them.
func convert(_ file: URL) throws -> (
  report: ConversionReport, script: PageScript?, problems: [PageFilterProblem]
) {
  let converter = Converter(options: ConversionOptions(target: .safari18))
  let sources = converter.parse([try Source(contentsOf: file)])
  var result = try converter.convert(sources)

  let lists = sources.map { PageScript.List($0, options: converter.options) }
  var problems: [PageFilterProblem] = []
  let script = PageScript(result.advancedFilters(), of: lists, problems: &problems)
  if let script { result.report.settleInPages { script.places.contains($0) } }
  return (result.report, script, problems)
}

/// Returns the scripts as a launch of the app adds them to every page.
func scripts(of script: PageScript, secret: String) -> (isolated: String, page: String) {
  func text(_ bytes: [UInt8]?) -> String {
    String(decoding: bytes ?? [], as: UTF8.self).replacingOccurrences(
      of: PageScript.secretToken, with: secret)
  }
  return (text(script.isolated), text(script.page))
}

/// Prints a line without terminal control characters, because the texts of files are untrusted.
func show(_ line: String) {
  print(String(line.unicodeScalars.filter { ![.control, .format].contains($0.properties.generalCategory) }))
}

guard CommandLine.arguments.count == 2 else {
  print("usage: PageScripts FILE")
  exit(64)
}
do {
  let (report, script, problems) = try convert(URL(fileURLWithPath: CommandLine.arguments[1]))
  for outcome in Outcome.allCases where report.count(outcome) > 0 {
    show("\(outcome): \(report.count(outcome))")
  }
  for problem in problems { show("\(problem.location): \(problem.reason.message) [\(problem.reason.id)]") }
  if let script {
    let secret = UUID().uuidString.replacingOccurrences(of: "-", with: "")
    let texts = scripts(of: script, secret: secret)
    show("isolated world: \(texts.isolated.isEmpty ? "no script" : "a script")")
    show("world of the page: \(texts.page.isEmpty ? "no script" : "a script")")
  }
} catch {
  show("error: \(error)")
  exit(1)
}
