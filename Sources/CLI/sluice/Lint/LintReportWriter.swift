import SluiceConversion
import SluiceLint
import SluiceLists
import SluiceRules

/// A writer that prints findings in filter lists to standard output, in the selected format.
struct LintReportWriter {
  private let console: Console
  private let conversion: ConversionOptions

  /// The number of bytes to collect before a write.
  private static let batch = 1 << 16

  init(_ console: Console, _ conversion: ConversionOptions) {
    (self.console, self.conversion) = (console, conversion)
  }

  /// Writes a report.
  ///
  /// - Parameter fixed: The number of fixed findings; nil if fixing was not requested.
  func write(
    _ report: LintReport, known: Int, fixed: Int?, failsAtNotes: Bool, duration: Duration
  ) throws(CommandError) {
    switch console.reporting.findingFormat.form(of: .lint) {
    case .text: try writeText(report, known, failsAtNotes, duration)
    case .jsonLines: try writeJSONLines(report, known, fixed, duration)
    case .document(var renderer):
      var findings = LocatedFindings(report)
      var next = findings.next()
      for source in report.sources {
        renderer.begin(file: source.name)
        while let finding = next, finding.file == source.name {
          renderer.add(LocatedDiagnostic(finding))
          if let batch = renderer.takeBatch() { try console.write(batch) }
          next = findings.next()
        }
      }
      renderer.finish()
      try console.write(renderer.take())
    }
  }

  private func writeText(
    _ report: LintReport, _ known: Int, _ failsAtNotes: Bool, _ duration: Duration
  ) throws(CommandError) {
    let renderer = TextRenderer(style: console.outputStyle, on: console.outputTerminal)
    switch console.reporting.listing {
    case .groups:
      let withNotes = failsAtNotes || console.reporting.detail == .verbose
      try console.print(groups(of: report, withNotes: withNotes, by: renderer))
    case .each(let maximum): try writeEach(report, atMost: maximum, by: renderer)
    case .counts: try console.print(Self.rows(of: report))
    }
    try console.print(renderer.style.bold(LintSummary.line(report, known, duration)) + "\n")
  }

  private func writeEach(
    _ report: LintReport, atMost maximum: Int, by renderer: TextRenderer
  ) throws(CommandError) {
    let limit = min(maximum, report.findings.count)
    var text = ""
    for finding in LocatedFindings(report, limit: limit) {
      text += renderer.render(LocatedDiagnostic(finding))
      if text.utf8.count >= Self.batch {
        try console.print(text)
        text = ""
      }
    }
    if limit < report.findings.count {
      text +=
        "showing \(Format.grouped(limit)) of \(Format.counted(report.findings.count, "finding"));"
        + " --max-diagnostics 0 shows all\n"
    }
    if limit > 0 { text += "\n" + Self.rows(of: report) }
    try console.print(text)
  }

  /// Returns one finding for each rule, the number of notes, and a hint about how to see more.
  private func groups(of report: LintReport, withNotes: Bool, by renderer: TextRenderer) -> String {
    let groups = LintGroups(report)
    var text = groups.shown(withNotes: withNotes).reduce(into: "") { $0 += renderer.render($1) }
    if !withNotes, groups.notes > 0 {
      if !text.isEmpty { text += "\n" }
      text += "\(Format.counted(groups.notes, "note")):\n"
      text += Self.rows(of: report) { $0.severity == .note }
    }
    let hint = ListingHint.text(
      report.findings.count, hidesNotes: !withNotes && groups.notes > 0,
      showsReasons: !report.findings.isEmpty)
    if let hint { text += renderer.paragraph([(nil, hint)]) + "\n" }
    return text
  }

  private static func rows(of report: LintReport, _ isMeant: (LintFinding) -> Bool = { _ in true }) -> String
  {
    LintSummary.rows(of: report.findings.lazy.filter(isMeant)).map { "\($0)\n" }.joined()
  }

  private func writeJSONLines(
    _ report: LintReport, _ known: Int, _ fixed: Int?, _ duration: Duration
  ) throws(CommandError) {
    var json = JSONWriter(.hidden)
    for finding in LocatedFindings(report) {
      json.object { json in
        json.add(finding.location, of: finding.file)
        json.add("severity", finding.severity.rawValue)
        json.add("reason", finding.rule.id)
        json.add("group", finding.rule.group.rawValue)
        json.add("message", finding.message)
        if let advice = finding.advice { json.add("help", advice) }
        if let other = finding.other {
          json.key("other")
          json.object { json in
            json.add("file", other.file)
            json.add("line", other.line)
            json.add("text", other.text)
          }
        }
        json.add("filter", finding.excerpt)
      }
      json.endLine()
      if json.bytes.count >= Self.batch {
        try console.write(json.bytes)
        json.removeAll()
      }
    }
    LintSummary.append(report, known, fixed, duration, conversion, to: &json)
    try console.write(json.bytes)
  }
}

extension LocatedDiagnostic {
  /// Creates a diagnostic from a finding of a lint rule.
  init(_ finding: LocatedFinding) {
    self.init(
      file: finding.file, location: finding.location, severity: finding.severity, reason: finding.rule.id,
      message: finding.message, notes: finding.other.map { [Note(label: "filter", text: $0.words)] } ?? [],
      advice: finding.advice, subject: finding.excerpt, excerpt: finding.excerpt, span: finding.span)
  }
}

extension FindingSource {
  /// The findings in filter lists.
  static let lint = FindingSource(
    command: .lint, rule: { id in LintRule(id: id).map { FindingRule(id: id, $0.definition()) } })
}

/// The number of findings by rule and severity.
enum LintSummary {
  /// Returns lines like `  123  covered-filter` with the number of findings of each rule, largest first.
  static func rows(of findings: some Sequence<LintFinding>) -> [String] {
    let counts = counts(of: findings)
    let width = counts.first.map { Format.grouped($0.count).count } ?? 0
    return counts.map { rule, count in
      let number = Format.grouped(count)
      return String(repeating: " ", count: width - number.count + 2) + "\(number)  \(rule.id)"
    }
  }

  private static func counts(of findings: some Sequence<LintFinding>) -> [(rule: LintRule, count: Int)] {
    var counts: [LintRule: Int] = [:]
    for finding in findings { counts[finding.rule, default: 0] += 1 }
    return counts.map { ($0.key, $0.value) }.sorted { ($1.1, $0.0.id) < ($0.1, $1.0.id) }
  }

  /// Returns a line like `3 lists: 2 errors, 14 warnings, 120 notes (12 known), 0.31 s`.
  static func line(_ report: LintReport, _ known: Int, _ duration: Duration) -> String {
    let counts = report.counts
    let parts = LintSeverity.allCases.reversed().map { Format.counted(counts[$0] ?? 0, $0.rawValue) }
    return "\(Format.counted(report.sources.count, "list")): \(parts.joined(separator: ", "))"
      + (known > 0 ? " (\(Format.grouped(known)) known)" : "") + ", \(Format.seconds(duration))"
  }

  /// Appends the summary under the key `summary`, which findings do not have.
  static func append(
    _ report: LintReport, _ known: Int, _ fixed: Int?, _ duration: Duration, _ conversion: ConversionOptions,
    to json: inout JSONWriter
  ) {
    let counts = report.counts
    json.line("summary") { json in
      json.key("files")
      json.array(report.sources.map(\.name))
      for severity in LintSeverity.allCases.reversed() {
        json.add(named: "\(severity.rawValue)s", counts[severity] ?? 0)
      }
      json.add("known", known)
      if let fixed { json.add("fixed", fixed) }
      json.add("rules", objects: Self.counts(of: report.findings)) { json, row in
        json.add("reason", row.rule.id)
        json.add("count", row.count)
      }
      json.add("lists", objects: zip(report.sources, report.lists)) { json, row in
        json.add("file", row.0.name)
        json.add(row.1.reading(conversion))
      }
      json.add("seconds", duration)
    }
  }
}
