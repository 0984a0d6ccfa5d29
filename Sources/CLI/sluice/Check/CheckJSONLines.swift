import SluiceAnalysis
import SluiceConversion
import SluicePageInspection

/// Findings in rule lists as JSON, one object per line.
enum CheckJSONLines {
  static func append(
    _ finding: RuleListFinding, of name: String, ids: [Int: Int], _ mapped: MappedFilters?,
    to json: inout JSONWriter
  ) {
    json.line { json in
      json.add(finding.location, of: name)
      json.add("offset", finding.offset)
      json.add("length", finding.length)
      if let rule = finding.ruleIndex {
        json.add("rule", rule)
        if let id = ids[rule] { json.add("id", id) }
      }
      json.add("severity", finding.reason.severity.rawValue)
      json.add("reason", finding.reason.id)
      json.add("message", finding.reason.message)
      if let words = finding.reason.webKitMessage { json.add("webkit", words) }
      if let advice = finding.reason.advice { json.add("help", advice) }
      if let mapped, let rule = finding.ruleIndex {
        let filters = mapped.origin(ofRule: rule).filters
        if !filters.isEmpty { mapped.append("filters", filters, to: &json) }
      }
    }
  }

  /// Appends an expensive pattern under the key `cost`.
  static func append(_ cost: PatternCost, of name: String, to json: inout JSONWriter) {
    json.line("cost") { json in
      json.add("file", name)
      json.add("rule", cost.ruleIndex)
      json.add("microseconds", cost.microseconds)
      if let states = cost.states { json.add("states", states) }
      json.add("url-filter", cost.urlFilter.description)
    }
  }

  /// Appends the verdict of WebKit under the key `engine`.
  static func append(_ engine: EngineCheck, of name: String, to json: inout JSONWriter) {
    json.line("engine") { json in
      json.add("file", name)
      json.add("name", engine.engine)
      switch engine.verdict {
      case .accepted(let bytes, let duration):
        json.add("accepted", true)
        json.add("seconds", duration)
        if let bytes { json.add("compiledBytes", bytes) }
      case .rejected(let words):
        json.add("accepted", false)
        json.add("webkit", words)
      case nil: json.add("timeout", true)
      }
    }
  }

  /// Appends the summary of a list under the key `summary`, which findings do not have.
  static func append(
    _ check: RuleListCheck, of name: String, filters: [PlacedFilter?], _ duration: Duration,
    to json: inout JSONWriter
  ) {
    json.line("summary") { json in
      json.add("file", name)
      json.add("rules", check.ruleCount)
      json.add("bytes", check.byteCount)
      for severity in RuleListFinding.Severity.allCases.reversed() {
        json.add(named: "\(severity.rawValue)s", check.counts[severity] ?? 0)
      }
      json.add("omitted", check.omitted)
      json.add("accepted", check.isAcceptedByWebKit)
      json.add("pageCost", check.pageCost, filters: filters)
      json.add("seconds", duration)
    }
  }
}
