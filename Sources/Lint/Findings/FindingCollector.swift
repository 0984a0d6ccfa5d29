import Bytes
import Conversion
import FilterSyntax

/// Takes what checks find in lists.
struct FindingCollector {
  /// Those of each list.
  let settings: [LintSettings]
  let sources: [ParsedSource]
  private(set) var findings: [LintFinding] = []

  init(_ sources: [ParsedSource], _ settings: [LintSettings]) {
    (self.sources, self.settings) = (sources, settings)
  }

  /// Whether a rule is on in some list.
  func isOn(_ rules: LintRule.Own...) -> Bool {
    settings.contains { settings in rules.contains { settings.isOn($0) } }
  }

  /// Whether a rule of a kind is on in some list.
  func isOn(where isMeant: (LintRule) -> Bool) -> Bool {
    settings.contains { settings in settings.severities.keys.contains(where: isMeant) }
  }

  /// What was found, which is no longer here then.
  mutating func takeFindings() -> [LintFinding] {
    defer { findings = [] }
    return findings
  }

  /// Notes a finding, if its rule is on. `span` are bytes of ``FilterList/bytes``.
  mutating func add(
    _ rule: LintRule.Own, at location: FilterLocation, _ span: ByteRange, _ detail: LintDetail = .none
  ) {
    add(.own(rule), at: location, sources[Int(location.source)].list.place(of: span), detail)
  }

  /// Notes a finding, if its rule is on. `place` are bytes of the list as it was read.
  mutating func add(
    _ rule: LintRule, at location: FilterLocation, _ place: ByteRange, _ detail: LintDetail = .none
  ) {
    guard Int(location.source) < settings.count,
      let severity = settings[Int(location.source)].severities[rule]
    else { return }
    findings.append(LintFinding(rule, severity, at: location, place, detail))
  }
}
