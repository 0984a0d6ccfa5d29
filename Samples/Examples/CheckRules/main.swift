// Checks any rule list, and evaluates a request with it.
//
//     swift run CheckRules RULES.json PAGE URL
import Foundation
import SluiceAnalysis
import SluiceConversion
import SluiceRules

/// Prints the findings, and returns whether WebKit accepts the list.
func check(_ json: FileText, for target: Target) -> Bool {
  let check = RuleList.check(inJSON: json, options: CheckOptions(target: target))
  for finding in check.findings {
    let reason = finding.reason
    show("\(finding.location): \(reason.severity): \(reason.message) [\(reason.id)]")
    if let advice = reason.advice { show("  \(advice)") }
  }
  show("\(check.ruleCount) rules: WebKit \(check.isAcceptedByWebKit ? "takes" : "rejects") them")
  return check.isAcceptedByWebKit
}

/// Prints the list's decision about a script that a page loads.
func judge(_ json: FileText, page: String, script: String) throws {
  let evaluator = RuleListEvaluator(try RuleList(decodingJSON: json))
  let decision = evaluator.decide(Request(.script, url: script, page: page, suffixes: .wellKnown))
  show("\(script) is \(decision.isBlocked ? "blocked" : "loaded")")
  for rule in decision.acting { show("  by rule \(rule): \(evaluator.list.rules[rule].summary())") }
  for loser in decision.overridden { show("  rule \(loser.rule) is overridden by rule \(loser.by)") }
}

/// Prints a line without terminal control characters, because the texts of files are untrusted.
func show(_ line: String) {
  print(String(line.unicodeScalars.filter { ![.control, .format].contains($0.properties.generalCategory) }))
}

guard CommandLine.arguments.count == 4 else {
  print("usage: CheckRules RULES.json PAGE URL")
  exit(64)
}
do {
  let json = try FileText(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1]))
  if check(json, for: .safari16_4) {
    try judge(json, page: CommandLine.arguments[2], script: CommandLine.arguments[3])
  }
} catch {
  show("error: \(error)")
  exit(1)
}
