import SluiceConversion

struct LintFindingCollector {
  let settings: [LintSettings]
  let sources: [ParsedSource]
  private(set) var findings: [LintFinding] = []

  init(_ sources: [ParsedSource], _ settings: [LintSettings]) {
    (self.sources, self.settings) = (sources, settings)
  }

  /// Returns whether one of the rules is on in any list.
  func isOn(_ rules: LintRule.Own...) -> Bool {
    settings.contains { settings in rules.contains { settings.isOn($0) } }
  }

  /// Returns whether a rule for which the closure returns true is on in any list.
  func isOn(where predicate: (LintRule) -> Bool) -> Bool {
    settings.contains { settings in settings.severities.keys.contains(where: predicate) }
  }

  /// Returns the findings and removes them.
  mutating func takeFindings() -> [LintFinding] {
    defer { findings = [] }
    return findings
  }

  /// Adds a finding if its rule is on. `span` is a range of ``FilterList/bytes``.
  mutating func add(
    _ rule: LintRule.Own, at location: FilterPlace, _ span: ByteRange, _ detail: LintDetail = .none
  ) {
    add(.own(rule), at: location, sources[location.source].list.place(of: span), detail)
  }

  /// Adds a finding if its rule is on. `place` is a range of the list as read.
  mutating func add(
    _ rule: LintRule, at location: FilterPlace, _ place: ByteRange, _ detail: LintDetail = .none
  ) {
    guard location.source < settings.count,
      let severity = settings[location.source].severities[rule]
    else { return }
    findings.append(LintFinding(rule, severity, at: location, place, detail))
  }
}
