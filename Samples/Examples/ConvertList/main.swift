// Converts filter lists to one rule list, and reports the filters that are not exact.
//
//     swift run ConvertList FILE...
import Foundation
import SluiceConversion

/// Returns the JSON of the rules, and the messages about single filters.
func convert(_ files: [URL]) throws -> (json: [UInt8], messages: [String]) {
  let sources = try files.map { try Source(contentsOf: $0) }
  let converter = Converter(options: ConversionOptions(target: .webKitGTK2_50))
  let result = try converter.convert(sources)

  let messages = result.report.diagnostics.map { $0.message(in: sources) }
  // One list, since the options do not ask to split it.
  return (result.lists[0].rules.encodedJSON(), messages)
}

/// Returns the message for a failed conversion.
func explanation(of error: any Error) -> String {
  switch error {
  case ConversionError.tooManyRules(_, let rules, let limit, _):
    "these lists become \(rules) rules, and WebKit accepts \(limit) in a list"
  case ConversionError.tooManyBytes(_, let bytes, let limit, _):
    "these lists become \(bytes) bytes, more than \(limit)"
  default:
    "\(error)"
  }
}

/// Prints a line without terminal control characters, because the texts of files are untrusted.
func show(_ line: String) {
  print(String(line.unicodeScalars.filter { ![.control, .format].contains($0.properties.generalCategory) }))
}

let files = CommandLine.arguments.dropFirst().map { URL(fileURLWithPath: $0) }
guard !files.isEmpty else {
  print("usage: ConvertList FILE...")
  exit(64)
}
do {
  let (json, messages) = try convert(files)
  print(String(decoding: json, as: UTF8.self), terminator: "")
  for message in messages { show(message) }
} catch {
  show("error: \(explanation(of: error))")
  exit(1)
}
