// Says what is wrong with a rule list, whoever made it, and what it does with a load.
//
//     swift run CheckRules RULES.json PAGE URL
import ContentBlocker
import Conversion
import Foundation

/// Prints what is wrong, and returns whether WebKit takes the list.
func check(_ json: FileText, for target: Target) -> Bool {
  var options = CheckOptions()
  options.target = target
  let check = RuleList.check(inJSON: json, options: options)
  for finding in check.findings {
    let reason = finding.reason
    print("\(finding.location): \(reason.severity): \(reason.message) [\(reason.id)]")
    if let advice = reason.advice { print("  \(advice)") }
  }
  print("\(check.ruleCount) rules:", check.isAcceptedByWebKit ? "WebKit takes them" : "WebKit rejects them")
  return check.isAcceptedByWebKit
}

/// Prints what a list does with a script that a page loads.
func judge(_ json: FileText, page: String, script: String) throws {
  let evaluator = RuleListEvaluator(try RuleList(decodingJSON: json))
  let decision = evaluator.decide(Request(.script, url: script, page: page, suffixes: .wellKnown))
  print(script, decision.isBlocked ? "is blocked" : "is loaded")
  for rule in decision.acting { print("  by rule \(rule): \(evaluator.list.rules[rule].summary())") }
  for loser in decision.overridden { print("  rule \(loser.rule) is overridden by rule \(loser.by)") }
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
  print("error: \(error)")
  exit(1)
}
