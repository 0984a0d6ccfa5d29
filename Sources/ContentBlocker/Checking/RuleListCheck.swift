/// Everything that is known of a rule list without asking WebKit itself.
public struct RuleListCheck: Sendable {
  /// What was found, in the order of the JSON, up to the limit that was asked for.
  public var findings: [CheckFinding] = []
  /// How many findings more there are.
  public var omitted = 0
  /// How many rules the list has, also those that WebKit rejects or leaves out.
  public var ruleCount = 0
  /// How many bytes the JSON has.
  public var byteCount = 0
  /// How many findings of each severity there are, also of those omitted.
  public var counts: [CheckSeverity: Int] = [:]
  /// The dearest patterns, the dearest first: as many as were asked for.
  public var costs: [PatternCost] = []

  /// Whether WebKit compiles the list, and that of the target if one was named, as far as that is known.
  public var isAcceptedByWebKit = true

  /// Adds a finding, in its place.
  public mutating func add(_ finding: CheckFinding) {
    counts[finding.reason.severity, default: 0] += 1
    findings.insert(finding, at: findings.firstIndex { $0.offset > finding.offset } ?? findings.count)
  }

  /// The most severe finding, also among those omitted; nil when there is none at all.
  public var worst: CheckSeverity? { counts.filter { $0.value > 0 }.keys.max() }
}

/// One thing that was found in a rule list.
public struct CheckFinding: Hashable, Sendable {
  /// What.
  public var reason: CheckReason
  /// The rule, counted from 0; nil when it is not about a single rule.
  public var ruleIndex: Int?
  /// The offset of the faulty part, in bytes from the start of the JSON.
  public var offset: Int
  /// The length of the faulty part in bytes; 0 when something is missing at ``offset``.
  public var length: Int

  /// A finding on the `length` bytes from `offset`.
  public init(_ reason: CheckReason, ruleIndex: Int?, offset: Int, length: Int) {
    self.reason = reason
    self.ruleIndex = ruleIndex
    self.offset = offset
    self.length = length
  }
}

/// What is asked of a check.
public struct CheckOptions: Hashable, Sendable {
  /// The most findings to keep.
  public var maximumFindings = 10_000
  /// The most rules in a list; more are an error.
  public var maximumRules = RuleList.maximumRules
  /// The most bytes of JSON; more are an error. Nil for no limit: WebKit has none that is known.
  public var maximumBytes: Int?
  /// How many of the dearest patterns are wanted.
  public var costCount = 0
  /// The WebKit that the list is for; nil for the newest that is known.
  public var target: Target?

  /// The defaults.
  public init() {}
}

extension RuleList {
  /// Checks the JSON of a rule list: what WebKit rejects, what it takes and silently ignores, rules that
  /// are not needed, patterns that are expensive or match nothing, conditions that any page can claim to meet,
  /// and what a target has not.
  ///
  /// Time is nearly linear in the number of bytes, memory a small multiple.
  public static func check(json: Span<UInt8>, options: CheckOptions = CheckOptions()) -> RuleListCheck {
    var reader = RuleListReader(keepsRules: true, stopsAtFailure: false, limit: options.maximumFindings)
    reader.read(json)
    let report = reader.report
    var check = RuleListCheck()
    check.ruleCount = report.ruleCount
    check.byteCount = json.count
    var collector = FindingCollector(report, limit: options.maximumFindings)
    // Beyond WebKit's own limit the reader has said so.
    if report.ruleCount > options.maximumRules, report.ruleCount <= RuleList.maximumRules {
      collector.add(.ruleLimit(count: report.ruleCount, limit: options.maximumRules), nil, 0..<0)
    }
    if let limit = options.maximumBytes, json.count > limit {
      collector.add(.sizeLimit(bytes: json.count, limit: limit), nil, 0..<0)
    }
    if report.holdsEveryRule {
      for pair in CoverageSearch.pairs(in: reader.rules) {
        collector.add(
          pair.isDuplicate ? .duplicateRule(of: pair.by) : .coveredRule(by: pair.by), pair.rule,
          reader.places[pair.rule])
      }
    }
    for (index, rule) in reader.rules.enumerated()
    where rule != .noOperation
      && !rule.trigger.urlFilter.canMatchURL(isCaseSensitive: rule.trigger.isCaseSensitive)
    {
      collector.add(.matchesNoURL, index, reader.places[index])
    }
    var claims = ClaimSearch()
    for (index, rule) in reader.rules.enumerated() {
      if let reason = claims.reason(for: rule) { collector.add(reason, index, reader.places[index]) }
    }
    for found in AbortCount.all(in: reader.rules) {
      collector.add(found.reason, found.rule, reader.places[found.rule])
    }
    if let target = options.target {
      for (gap, index) in AbilityGap.all(in: reader.rules, for: target) {
        collector.add(.gap(gap), index, reader.places[index])
      }
    }
    for (index, states) in PatternCosts.expensive(in: reader.rules) {
      collector.add(.expensivePattern(states: states), index, reader.places[index])
    }
    if options.costCount > 0 { check.costs = PatternCosts.dearest(options.costCount, in: reader.rules) }
    check.findings = collector.findings.sorted { ($0.offset, $0.length) < ($1.offset, $1.length) }
    check.omitted = collector.omitted
    check.counts = collector.counts
    check.isAcceptedByWebKit = report.isAcceptedByWebKit && !collector.hasRejection
    return check
  }
}

extension RuleListReport {
  /// Whether every rule that acts on others is known, so that what is said of some holds in the list.
  fileprivate var holdsEveryRule: Bool {
    switch worst {
    case .error: false
    case .unsupported:
      omitted == 0 && !problems.contains { $0.reason == .unsupportedURLFilter(.tooDeep) }
    case .warning, nil: true
    }
  }
}

/// Gathers findings up to a limit, after those of a report.
struct FindingCollector {
  private(set) var findings: [CheckFinding]
  private(set) var omitted: Int
  private(set) var counts: [CheckSeverity: Int]
  /// Whether WebKit, or that of the target, does not take the list, for a reason that no reader of the JSON meets.
  private(set) var hasRejection = false
  private let limit: Int

  init(_ report: RuleListReport, limit: Int) {
    findings = report.problems.map {
      CheckFinding(.problem($0.reason), ruleIndex: $0.ruleIndex, offset: $0.offset, length: $0.length)
    }
    omitted = report.omitted
    counts = report.counts
    self.limit = limit
  }

  mutating func add(_ reason: CheckReason, _ rule: Int?, _ place: Range<Int>) {
    counts[reason.severity, default: 0] += 1
    if reason.isRejection { hasRejection = true }
    if findings.count < limit {
      findings.append(
        CheckFinding(reason, ruleIndex: rule, offset: place.lowerBound, length: place.count))
    } else {
      omitted += 1
    }
  }
}

extension CheckReason {
  /// Whether, beyond what the reader of the JSON finds, it costs the whole list.
  fileprivate var isRejection: Bool {
    switch self {
    case .abortLimit: true
    case .gap(let gap): gap.severity == .error
    case .problem, .ruleLimit, .sizeLimit, .duplicateRule, .coveredRule, .matchesNoURL, .expensivePattern,
      .claimableException, .claimableExclusion, .nearAbortLimit, .rejectedByWebKit, .compileTimeout:
      false
    }
  }
}
