import SluiceAnalysis
import SluiceConversion
import SluiceRules
import SluiceSyntax
import SluiceText

extension WebInterface {
  /// Checks a rule list. The keys are those of `sluice check --format jsonl`.
  static func check(_ options: CallOptions, _ list: [UInt8]) throws(CallFailure) -> [UInt8] {
    if let words = ListJudgement(of: list).wordsUnlessRules {
      throw CallFailure(
        code: .foreignText, message: "this is \(words), not a rule list",
        location: TextLocation(file: options.names.first, line: 1, column: 1, endColumn: 1))
    }
    let check = RuleList.check(inJSON: list, options: options.check)
    var json = JSONWriter(.hidden)
    json.openObject()
    json.add("findings", objects: check.findings) { json, finding in
      json.add("line", finding.location.line)
      json.add("column", finding.location.column)
      json.add("endColumn", finding.location.endColumn)
      json.add("offset", finding.offset)
      json.add("length", finding.length)
      if let rule = finding.ruleIndex { json.add("rule", rule) }
      json.add("severity", finding.reason.severity.rawValue)
      json.add("reason", finding.reason.id)
      json.add("message", finding.reason.message)
      if let words = finding.reason.webKitMessage { json.add("webkit", words) }
      if let advice = finding.reason.advice { json.add("help", advice) }
    }
    json.add("summary") { json in
      json.add("rules", check.ruleCount)
      json.add("bytes", check.byteCount)
      for severity in RuleListFinding.Severity.allCases.reversed() {
        json.add(named: "\(severity.rawValue)s", check.counts[severity] ?? 0)
      }
      json.add("omitted", check.omitted)
      json.add("accepted", check.isAcceptedByWebKit)
      json.add("pageCost", check.pageCost)
    }
    json.closeObject()
    return json.bytes
  }
}
