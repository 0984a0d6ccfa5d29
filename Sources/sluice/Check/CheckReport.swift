import SluiceAnalysis
import SluiceConversion
import SluiceListFiles
import SluiceLists
import SluicePageInspection
import SluiceRules
import SluiceSyntax
import SluiceText

/// A report of findings in rule lists, written to standard output in the selected format.
struct CheckReport {
  private let console: Console
  private let maps: SourceMapFiles
  /// Whether one of the source maps belongs to a list that was read.
  private var usesMaps = false
  private var output: [UInt8] = []
  private var form: FindingFormat.Form

  /// The number of bytes to collect before a write.
  private static let batch = 1 << 16

  init(_ console: Console, maps: SourceMapFiles) {
    self.console = console
    self.maps = maps
    form = console.reporting.findingFormat.form(of: .check)
  }

  mutating func write(
    _ check: RuleListCheck, engine: EngineCheck?, of file: InputFile, duration: Duration
  ) throws(CommandError) {
    usesMaps = usesMaps || maps.filters(of: file.bytes) != nil
    switch form {
    case .text: try writeText(check, engine: engine, of: file, duration: duration)
    case .jsonLines: try writeJSONLines(check, engine: engine, of: file, duration: duration)
    case .document(var renderer):
      renderer.begin(file: file.name)
      for finding in CheckFindingReader(check.findings[...], of: file, ids: check.ruleIDs, maps: maps) {
        renderer.add(finding)
        if let batch = renderer.takeBatch() { try console.write(batch) }
      }
      form = .document(renderer)
    }
  }

  func refuseUnusedMaps() throws(CommandError) { try maps.refuse(unlessUsed: usesMaps) }

  private mutating func writeText(
    _ check: RuleListCheck, engine: EngineCheck?, of file: InputFile, duration: Duration
  ) throws(CommandError) {
    let renderer = TextRenderer(style: console.outputStyle, on: console.outputTerminal)
    let count: Int
    switch console.reporting.listing {
    case .groups, .counts: count = try writeGroups(check, of: file, by: renderer)
    case .each(let maximum):
      count = min(maximum, check.findings.count)
      for finding in CheckFindingReader(
        check.findings.prefix(count), of: file, ids: check.ruleIDs, maps: maps)
      {
        try append(renderer.render(finding))
      }
    }
    let total = check.findings.count + check.omitted
    if count < total {
      try append(
        "showing \(Format.grouped(count)) of \(Format.counted(total, noun: "finding"));"
          + " --format jsonl or --max-diagnostics 0 lists more\n")
    }
    if !check.isAcceptedByWebKit, check.ruleCount == 0 {
      let name = DisplayText.escaping(file.name)
      let judgement = ListJudgement(of: file.bytes)
      if let words = judgement.wordsUnlessRules {
        try append(
          "\(renderer.style.bold("\(name):")) \(renderer.style.cyan("note:")) this is \(words), not a rule list\n"
        )
      }
      if case .list = judgement {
        try append("  = help: 'sluice lint' reviews it, 'sluice convert' makes a rule list of it\n")
      }
    }
    if count > 0 { try append("\n") }
    for cost in check.costs { try append(CheckSummary.line(cost, width: renderer.width) + "\n") }
    if !check.costs.isEmpty { try append("\n") }
    let filters = filters(of: check, file)
    for (index, cost) in check.pageCost.mostExpensive.enumerated() {
      let filter = filters.isEmpty ? nil : filters[index]
      try append(PageCostText.line(cost, of: filter, width: renderer.width) + "\n")
    }
    if !check.pageCost.mostExpensive.isEmpty {
      try append("\n")
      if let cost = PageCostText.summary([check.pageCost]) { try append("cost of a page: \(cost)\n") }
    }
    if let engine { try append(CheckSummary.line(engine, check: check) + "\n") }
    try append(renderer.style.bold(CheckSummary.line(check, of: file.name, duration: duration)) + "\n")
  }

  /// Writes the first finding of each reason and the number of others, most severe first. Returns the number
  /// of findings that it wrote.
  private mutating func writeGroups(
    _ check: RuleListCheck, of file: InputFile, by renderer: TextRenderer
  ) throws(CommandError) -> Int {
    struct Key: Hashable {
      let severity: RuleListFinding.Severity
      let reason: String
    }
    var counts: [Key: Int] = [:]
    // Only these findings need locations and messages.
    let first = check.findings.filter { finding in
      let key = Key(severity: finding.reason.severity, reason: finding.reason.id)
      counts[key, default: 0] += 1
      return counts[key] == 1
    }
    let findings = Array(CheckFindingReader(first[...], of: file, ids: check.ruleIDs, maps: maps))
    for severity in RuleListFinding.Severity.allCases.reversed() {
      for finding in findings where finding.severity == severity {
        try append(renderer.render(finding))
        let more = (counts[Key(severity: severity, reason: finding.reason)] ?? 1) - 1
        if more > 0 { try append("  = and \(Format.grouped(more)) more with this reason\n") }
      }
    }
    return first.count
  }

  private mutating func writeJSONLines(
    _ check: RuleListCheck, engine: EngineCheck?, of file: InputFile, duration: Duration
  ) throws(CommandError) {
    let mapped = maps.filters(of: file.bytes)
    for finding in check.findings {
      JSONWriter.append(to: &output, .hidden) {
        CheckJSONLines.append(finding, of: file.name, ids: check.ruleIDs, mapped: mapped, to: &$0)
      }
      if output.count >= Self.batch { try flush() }
    }
    let filters = filters(of: check, file)
    JSONWriter.append(to: &output, .hidden) { json in
      for cost in check.costs { CheckJSONLines.append(cost, of: file.name, to: &json) }
      if let engine { CheckJSONLines.append(engine, of: file.name, to: &json) }
      CheckJSONLines.append(check, of: file.name, filters: filters, duration: duration, to: &json)
    }
  }

  /// Returns the filters of the most expensive rules; empty if the list has no source map.
  private func filters(of check: RuleListCheck, _ file: InputFile) -> [PlacedFilter?] {
    maps.filters(of: file.bytes)?.filters(of: check.pageCost.mostExpensive) ?? []
  }

  private mutating func append(_ text: String) throws(CommandError) {
    output += text.utf8
    if output.count >= Self.batch { try flush() }
  }

  mutating func finish() throws(CommandError) {
    if case .document(var renderer) = form {
      renderer.finish()
      output = renderer.take()
    }
    try flush()
  }

  private mutating func flush() throws(CommandError) {
    try console.write(output)
    output.removeAll(keepingCapacity: true)
  }
}

enum CheckSummary {
  /// Returns a line like `list.json: 118,584 rules (17.5 MB), 1 error, 2 warnings, 0 notes, 0.42 s`.
  static func line(_ check: RuleListCheck, of name: String, duration: Duration) -> String {
    let counts = RuleListFinding.Severity.allCases.reversed().map { severity in
      Format.counted(check.counts[severity] ?? 0, noun: severity.rawValue)
    }
    return "\(DisplayText.escaping(name)): \(Format.counted(check.ruleCount, noun: "rule"))"
      + " (\(Format.size(check.byteCount))), \(counts.joined(separator: ", ")), \(Format.seconds(duration))"
  }

  /// Returns a line like `     0.450 ms  rule 1234  a.*b`.
  static func line(_ cost: PatternCost, width: Int) -> String {
    let time = Format.milliseconds(.microseconds(cost.microseconds * 1000))
    let start = "\(time.padded(to: 10)) ms  rule \(cost.ruleIndex)  "
    let pattern = Excerpt(
      of: cost.urlFilter.bytes[...], around: 0..<0, width: max(20, width - start.utf8.count))
    return start + pattern.text
  }

  /// Returns a line like `WebKitGTK 2.50.6 compiles it in 5.31 s to 46.7 MB`.
  static func line(_ engine: EngineCheck, check: RuleListCheck) -> String {
    switch engine.verdict {
    case .accepted(let bytes, let duration):
      let size = bytes.map { " to \(Format.size($0))" } ?? ""
      let errors = check.isAcceptedByWebKit ? "" : ", regardless of the findings above"
      return "\(engine.engine) compiles it in \(Format.seconds(duration))\(size)\(errors)"
    case .rejected(let words): return "\(engine.engine) rejects it: \(DisplayText.escaping(words))"
    case nil: return "\(engine.engine) did not finish in time"
    }
  }
}

enum CheckJSONLines {
  static func append(
    _ finding: RuleListFinding, of name: String, ids: [Int: Int], mapped: MappedFilters?,
    to json: inout JSONWriter
  ) {
    json.line { json in
      json.add(finding.location, of: name)
      json.add("offset", number: finding.offset)
      json.add("length", number: finding.length)
      if let rule = finding.ruleIndex {
        json.add("rule", number: rule)
        if let id = ids[rule] { json.add("id", number: id) }
      }
      json.add("severity", text: finding.reason.severity.rawValue)
      json.add("reason", text: finding.reason.id)
      json.add("message", text: finding.reason.message)
      if let words = finding.reason.webKitMessage { json.add("webkit", text: words) }
      if let advice = finding.reason.advice { json.add("help", text: advice) }
      if let mapped, let rule = finding.ruleIndex {
        let filters = mapped.origin(ofRule: rule).filters
        if !filters.isEmpty { mapped.append("filters", filters: filters, to: &json) }
      }
    }
  }

  /// Appends an expensive pattern under the key `cost`.
  static func append(_ cost: PatternCost, of name: String, to json: inout JSONWriter) {
    json.line("cost") { json in
      json.add("file", text: name)
      json.add("rule", number: cost.ruleIndex)
      json.add("microseconds", number: cost.microseconds)
      if let states = cost.states { json.add("states", number: states) }
      json.add("url-filter", text: cost.urlFilter.description)
    }
  }

  /// Appends the verdict of WebKit under the key `engine`.
  static func append(_ engine: EngineCheck, of name: String, to json: inout JSONWriter) {
    json.line("engine") { json in
      json.add("file", text: name)
      json.add("name", text: engine.engine)
      switch engine.verdict {
      case .accepted(let bytes, let duration):
        json.add("accepted", flag: true)
        json.add("seconds", duration: duration)
        if let bytes { json.add("compiledBytes", number: bytes) }
      case .rejected(let words):
        json.add("accepted", flag: false)
        json.add("webkit", text: words)
      case nil: json.add("timeout", flag: true)
      }
    }
  }

  /// Appends the summary of a list under the key `summary`, which findings do not have.
  static func append(
    _ check: RuleListCheck, of name: String, filters: [PlacedFilter?], duration: Duration,
    to json: inout JSONWriter
  ) {
    json.line("summary") { json in
      json.add("file", text: name)
      json.add("rules", number: check.ruleCount)
      json.add("bytes", number: check.byteCount)
      for severity in RuleListFinding.Severity.allCases.reversed() {
        json.add(named: "\(severity.rawValue)s", check.counts[severity] ?? 0)
      }
      json.add("omitted", number: check.omitted)
      json.add("accepted", flag: check.isAcceptedByWebKit)
      json.add("pageCost", cost: check.pageCost, filters: filters)
      json.add("seconds", duration: duration)
    }
  }
}
