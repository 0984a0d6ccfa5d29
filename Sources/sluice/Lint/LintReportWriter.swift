import SluiceConversion
import SluiceLint
import SluiceLists
import SluiceText

/// A writer that prints findings in filter lists to standard output, in the selected format.
struct LintReportWriter {
  private let console: Console
  private let conversion: ConversionOptions

  init(_ console: Console, conversion: ConversionOptions) {
    (self.console, self.conversion) = (console, conversion)
  }

  /// Writes a report.
  ///
  /// - Parameter fixed: The number of fixed findings; nil if fixing was not requested.
  func write(
    _ report: LintReport, known: Int, fixed: Int?, failsAtNotes: Bool, duration: Duration
  ) throws(CommandError) {
    switch console.reporting.findingFormat.form(of: .lint) {
    case .text: try writeText(report, known: known, failsAtNotes: failsAtNotes, duration: duration)
    case .jsonLines: try writeJSONLines(report, known: known, fixed: fixed, duration: duration)
    case .document(var renderer):
      var findings = LocatedFindings(report)
      var next = findings.next()
      for source in report.sources {
        renderer.begin(file: source.name)
        while let (_, diagnostic) = next, diagnostic.file == source.name {
          renderer.add(diagnostic)
          if let batch = renderer.takeBatch() { try console.write(batch) }
          next = findings.next()
        }
      }
      renderer.finish()
      try console.write(renderer.take())
    }
  }

  private func writeText(
    _ report: LintReport, known: Int, failsAtNotes: Bool, duration: Duration
  ) throws(CommandError) {
    let renderer = TextRenderer(style: console.outputStyle, on: console.outputTerminal)
    switch console.reporting.listing {
    case .groups:
      let withNotes = failsAtNotes || console.reporting.detail == .verbose
      try console.print(groups(of: report, withNotes: withNotes, by: renderer))
    case .each(let maximum): try writeEach(report, atMost: maximum, by: renderer)
    case .counts: try console.print(Self.rows(of: report))
    }
    try console.print(renderer.style.bold(LintSummary.line(report, known: known, duration: duration)) + "\n")
  }

  private func writeEach(
    _ report: LintReport, atMost maximum: Int, by renderer: TextRenderer
  ) throws(CommandError) {
    let limit = min(maximum, report.findings.count)
    var text = ""
    for (_, diagnostic) in LocatedFindings(report, limit: limit) {
      text += renderer.render(diagnostic)
      if let batch = text.takeBatch() { try console.print(batch) }
    }
    if limit < report.findings.count {
      text += ListingHint.showing(limit, of: Format.counted(report.findings.count, noun: "finding"))
    }
    if limit > 0 { text += "\n" + Self.rows(of: report) }
    try console.print(text)
  }

  /// Returns findings of each rule, the number of notes, and a hint about how to see more.
  private func groups(of report: LintReport, withNotes: Bool, by renderer: TextRenderer) -> String {
    let groups = LintGroups(report)
    let shown = groups.shown(withNotes: withNotes)
    var text = shown.reduce(into: "") { $0 += renderer.render($1) }
    if !withNotes, groups.notes > 0 {
      if !text.isEmpty { text += "\n" }
      text += "\(Format.counted(groups.notes, noun: "note")):\n"
      text += Self.rows(of: report) { $0.severity == .note }
    }
    let hint = ListingHint.text(
      report.findings.count, groups: shown, hidesNotes: !withNotes && groups.notes > 0,
      showsReasons: !report.findings.isEmpty)
    if let hint { text += renderer.paragraph([(nil, hint)]) + "\n" }
    return text
  }

  private static func rows(of report: LintReport, _ predicate: (LintFinding) -> Bool = { _ in true })
    -> String
  {
    LintSummary.rows(of: report.findings.lazy.filter(predicate)).map { "\($0)\n" }.joined()
  }

  private func writeJSONLines(
    _ report: LintReport, known: Int, fixed: Int?, duration: Duration
  ) throws(CommandError) {
    var json = JSONWriter(.hidden)
    for (finding, diagnostic) in LocatedFindings(report) {
      json.line { json in
        json.add(diagnostic.location, of: diagnostic.file)
        json.add("severity", text: diagnostic.severity.rawValue)
        json.add("reason", text: diagnostic.reason)
        json.add("group", text: finding.rule.group.rawValue)
        json.add("message", text: diagnostic.message)
        if let advice = diagnostic.advice { json.add("help", text: advice) }
        json.add("other", filter: diagnostic.other)
        json.add("filter", utf8: diagnostic.excerpt)
      }
      if let batch = json.takeBatch() { try console.write(batch) }
    }
    LintSummary.append(
      report, known: known, fixed: fixed, duration: duration, conversion: conversion, to: &json)
    try console.write(json.bytes)
  }
}

extension FindingSource {
  static let lint = FindingSource(
    command: .lint, rule: { id in LintRule(id: id).map { FindingRule(id: id, $0.definition()) } })
}

enum LintSummary {
  /// Returns lines like `  123  covered-filter` with the number of findings of each rule, largest first.
  static func rows(of findings: some Sequence<LintFinding>) -> [String] {
    let counts = counts(of: findings)
    let width = counts.first.map { Format.grouped($0.count).count } ?? 0
    return counts.map { rule, count in
      let number = Format.grouped(count)
      return "  \(number.padded(to: width))  \(rule.id)"
    }
  }

  private static func counts(of findings: some Sequence<LintFinding>) -> [(rule: LintRule, count: Int)] {
    var counts: [LintRule: Int] = [:]
    for finding in findings { counts[finding.rule, default: 0] += 1 }
    return counts.map { ($0.key, $0.value) }.sorted { ($1.1, $0.0.id) < ($0.1, $1.0.id) }
  }

  /// Returns a line like `3 lists: 2 errors, 14 warnings, 120 notes (12 known), 0.31 s`.
  static func line(_ report: LintReport, known: Int, duration: Duration) -> String {
    let counts = report.counts
    let parts = LintSeverity.allCases.reversed().map { Format.counted(counts[$0] ?? 0, noun: $0.rawValue) }
    return "\(Format.counted(report.sources.count, noun: "list")): \(parts.joined(separator: ", "))"
      + (known > 0 ? " (\(Format.grouped(known)) known)" : "") + ", \(Format.seconds(duration))"
  }

  /// Appends the summary under the key `summary`, which findings do not have.
  static func append(
    _ report: LintReport, known: Int, fixed: Int?, duration: Duration, conversion: ConversionOptions,
    to json: inout JSONWriter
  ) {
    let counts = report.counts
    json.line("summary") { json in
      json.add("files", texts: report.sources.map(\.name))
      for severity in LintSeverity.allCases.reversed() {
        json.add(named: "\(severity.rawValue)s", counts[severity] ?? 0)
      }
      json.add("known", number: known)
      if let fixed { json.add("fixed", number: fixed) }
      json.add("rules", objects: Self.counts(of: report.findings)) { json, row in
        json.add("reason", text: row.rule.id)
        json.add("count", number: row.count)
      }
      json.add("lists", objects: report.lists.prefix(report.sources.count)) { json, list in
        json.add("file", text: list.name)
        json.add(list.reading(conversion))
      }
      json.add("seconds", duration: duration)
    }
  }
}

/// The findings of a review, grouped by severity and rule.
struct LintGroups {
  private struct Key: Hashable {
    let severity: LintSeverity
    let rule: LintRule
  }

  /// The groups, sorted by severity and then by the number of findings, highest first.
  private let groups: [FindingGroup]
  let notes: Int

  init(_ report: LintReport) {
    var counts: [Key: Int] = [:]
    // Only the findings that may be shown need locations and messages.
    var first = report
    first.findings = report.findings.filter { finding in
      let key = Key(severity: finding.severity, rule: finding.rule)
      counts[key, default: 0] += 1
      return counts[key, default: 0] <= FindingGroup.fewFindings
    }
    var located: [Key: [LocatedDiagnostic]] = [:]
    for (finding, diagnostic) in LocatedFindings(first) {
      located[Key(severity: finding.severity, rule: finding.rule), default: []].append(diagnostic)
    }
    groups = located.compactMap { key, diagnostics in
      let count = counts[key, default: 0]
      return FindingGroup(count, words: Format.counted(count, noun: "finding"), first: diagnostics) {
        key.rule.definition(about: $0, $0).message
      }
    }.sorted { one, other in
      (other.severity, other.total, one.reason) < (one.severity, one.total, other.reason)
    }
    notes = counts.reduce(0) { $0 + ($1.key.severity == .note ? $1.value : 0) }
  }

  func shown(withNotes: Bool) -> [FindingGroup] {
    FindingGroup.shown(withNotes ? groups : groups.filter { $0.severity != .note })
  }
}
