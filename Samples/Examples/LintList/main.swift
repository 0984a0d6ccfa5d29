// Reviews a filter list, and prints the findings and the list with its fixes.
//
//     swift run LintList FILE
import Foundation
import SluiceConversion
import SluiceLint

/// Returns the findings in a list, and the list with the fixes that need no decision.
func review(_ file: URL) throws -> (findings: [String], fixed: [UInt8]) {
  let list = LintSource(try Source(contentsOf: file))
  var linter = Linter()
  linter.conversion.target = .safari18
  let report = linter.lint([list])

  let findings = LocatedFindings(report).map { "\($0.diagnostic)" }
  return (findings, linter.fixed([list], report: report).lists[0].bytes)
}

/// Prints a line without terminal control characters, because the texts of files are untrusted.
func show(_ line: String) {
  print(String(line.unicodeScalars.filter { ![.control, .format].contains($0.properties.generalCategory) }))
}

guard CommandLine.arguments.count == 2 else {
  print("usage: LintList FILE")
  exit(64)
}
do {
  let (findings, fixed) = try review(URL(fileURLWithPath: CommandLine.arguments[1]))
  for finding in findings { show(finding) }
  for line in String(decoding: fixed, as: UTF8.self).split(separator: "\n") { show("> \(line)") }
} catch {
  show("error: \(error)")
  exit(1)
}
