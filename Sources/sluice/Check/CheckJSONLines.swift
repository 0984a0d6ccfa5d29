import ContentBlocker
import ListBuilding

/// What was found in rule lists, for programs: one JSON object a line.
enum CheckJSONLines {
  static func append(_ located: LocatedCheckFinding, to output: inout [UInt8]) {
    let finding = located.finding
    output += #"{"file":"#.utf8
    JSONText.append(located.file, to: &output)
    output += #","line":\#(located.line),"column":\#(located.column),"endColumn":\#(located.endColumn)"#.utf8
    output += #","offset":\#(finding.offset),"length":\#(finding.length)"#.utf8
    if let rule = finding.ruleIndex { output += #","rule":\#(rule)"#.utf8 }
    append("severity", finding.reason.severity.rawValue, to: &output)
    append("reason", finding.reason.id, to: &output)
    append("message", finding.reason.message, to: &output)
    if let words = finding.reason.webKitMessage { append("webkit", words, to: &output) }
    if let advice = finding.reason.advice { append("help", advice, to: &output) }
    if !located.filters.isEmpty {
      output += #","filters":["#.utf8
      for (index, filter) in located.filters.enumerated() {
        output += (index > 0 ? #",{"file":"# : #"{"file":"#).utf8
        JSONText.append(located.mapped?.file(of: filter) ?? "?", to: &output)
        output += #","line":\#(filter.line)"#.utf8
        append("text", filter.text, to: &output)
        output += "}".utf8
      }
      output += "]".utf8
    }
    output += "}\n".utf8
  }

  /// A dear pattern, under the key `cost`.
  static func append(_ cost: PatternCost, of name: String, to output: inout [UInt8]) {
    output += #"{"cost":{"file":"#.utf8
    JSONText.append(name, to: &output)
    output += #","rule":\#(cost.ruleIndex),"microseconds":\#(cost.microseconds)"#.utf8
    if let states = cost.states { output += #","states":\#(states)"#.utf8 }
    append("url-filter", cost.urlFilter.description, to: &output)
    output += "}}\n".utf8
  }

  /// What WebKit itself says, under the key `engine`.
  static func append(_ engine: EngineCheck, of name: String, to output: inout [UInt8]) {
    output += #"{"engine":{"file":"#.utf8
    JSONText.append(name, to: &output)
    append("name", engine.engine, to: &output)
    switch engine.verdict {
    case .accepted(let bytes, let duration):
      output += #","accepted":true,"seconds":\#(Format.milliseconds(duration))"#.utf8
      if let bytes { output += #","compiledBytes":\#(bytes)"#.utf8 }
    case .rejected(let words):
      output += #","accepted":false"#.utf8
      append("webkit", words, to: &output)
    case nil: output += #","timeout":true"#.utf8
    }
    output += "}}\n".utf8
  }

  /// The summary of a list, under the key `summary`, which no finding has.
  static func append(
    _ check: RuleListCheck, of name: String, _ duration: Duration, to output: inout [UInt8]
  ) {
    output += #"{"summary":{"file":"#.utf8
    JSONText.append(name, to: &output)
    output += #","rules":\#(check.ruleCount),"bytes":\#(check.byteCount)"#.utf8
    for severity in RuleListFinding.Severity.allCases.reversed() {
      output += #","\#(severity.rawValue)s":\#(check.counts[severity] ?? 0)"#.utf8
    }
    output += #","omitted":\#(check.omitted),"accepted":\#(check.isAcceptedByWebKit)"#.utf8
    output += #","seconds":\#(Format.milliseconds(duration))}}"#.utf8
    output += "\n".utf8
  }

  private static func append(_ key: String, _ text: String, to output: inout [UInt8]) {
    output += #","\#(key)":"#.utf8
    JSONText.append(text, to: &output)
  }
}
