// Converts filter lists into one list of rules, and says what became of their filters.
//
//     swift run ConvertList FILE...
import Conversion
import Foundation

/// The JSON of the rules, and what is to be said of single filters.
func convert(_ files: [URL]) throws -> (json: [UInt8], remarks: [String]) {
  var options = ConversionOptions()
  options.target = .webKitGTK2_50

  let sources = try files.map { try Source(contentsOf: $0) }
  let result = try Converter(options: options).convert(sources)

  let remarks = result.report.diagnostics.map { diagnostic in
    let text = String(decoding: sources[diagnostic.source].bytes[diagnostic.span.indices], as: UTF8.self)
    let definition = diagnostic.reason.definition(about: text)
    return "\(diagnostic.location): \(diagnostic.outcome): \(definition.message) [\(diagnostic.reason.id)]"
  }
  // One list, since the options do not ask to split it.
  return (result.lists[0].rules.encodedJSON(), remarks)
}

/// What a person reads who cannot convert.
func explanation(of error: any Error) -> String {
  switch error {
  case ConversionError.tooManyRules(_, let rules, let limit, _):
    "these lists become \(rules) rules, and WebKit takes \(limit) in a list"
  case ConversionError.tooManyBytes(_, let bytes, let limit, _):
    "these lists become \(bytes) bytes, more than \(limit)"
  default:
    "\(error)"
  }
}

/// Prints a line without what could command a terminal: the texts of files are those of strangers.
func show(_ line: String) {
  print(String(line.unicodeScalars.filter { ![.control, .format].contains($0.properties.generalCategory) }))
}

let files = CommandLine.arguments.dropFirst().map { URL(fileURLWithPath: $0) }
guard !files.isEmpty else {
  print("usage: ConvertList FILE...")
  exit(64)
}
do {
  let (json, remarks) = try convert(files)
  print(String(decoding: json, as: UTF8.self), terminator: "")
  for remark in remarks { show(remark) }
} catch {
  show("error: \(explanation(of: error))")
  exit(1)
}
