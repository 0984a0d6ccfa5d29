/// Gathers findings up to a limit: those of a reader, and behind them those of a check.
struct FindingCollector {
  private(set) var findings: [RuleListFinding] = []
  /// How many findings more there are.
  private(set) var omitted = 0
  /// How many findings of each severity there are, also of those omitted.
  private(set) var counts: [RuleListFinding.Severity: Int] = [:]
  /// The first one for which the list cannot be held.
  private(set) var failure: RuleListFinding?
  /// Whether WebKit, or that of the target, does not take the list.
  private(set) var hasRejection = false
  let limit: Int

  init(limit: Int) { self.limit = limit }

  /// Adds a finding, and says whether a list with it can be held.
  @discardableResult
  mutating func add(_ reason: RuleListFinding.Reason, _ rule: Int?, _ place: Range<Int>) -> Bool {
    let definition = reason.definition
    counts[definition.severity, default: 0] += 1
    if definition.effect == .rejection { hasRejection = true }
    let isHeld = definition.isHeld
    let isFirstFailure = failure == nil && !isHeld
    let isKept = findings.count < limit
    if !isKept { omitted += 1 }
    guard isKept || isFirstFailure else { return isHeld }
    let finding = RuleListFinding(reason, ruleIndex: rule, offset: place.lowerBound, length: place.count)
    if isKept { findings.append(finding) }
    if isFirstFailure { failure = finding }
    return isHeld
  }
}
