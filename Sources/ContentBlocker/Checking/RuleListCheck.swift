/// Everything that is known of a rule list without asking WebKit itself.
public struct RuleListCheck: Sendable {
  /// What was found, in the order of the JSON, up to the limit that was asked for.
  public var findings: [RuleListFinding] = []
  /// How many findings more there are.
  public var omitted = 0
  /// How many rules the list has, also those that WebKit rejects or leaves out.
  public var ruleCount = 0
  /// How many bytes the JSON has.
  public var byteCount = 0
  /// How many findings of each severity there are, also of those omitted.
  public var counts: [RuleListFinding.Severity: Int] = [:]
  /// The patterns that are dearest to compile, the dearest first: as many as were asked for.
  public var costs: [PatternCost] = []
  /// What the list costs pages, with as many of its dearest rules as were asked for.
  public var pageCost = PageCost()

  /// Whether WebKit compiles the list, and that of the target if one was named, as far as that is known.
  public var isAcceptedByWebKit = true

  /// Adds a finding, in its place.
  public mutating func add(_ finding: RuleListFinding) {
    counts[finding.reason.severity, default: 0] += 1
    findings.insert(finding, at: findings.firstIndex { $0.offset > finding.offset } ?? findings.count)
  }

  /// The most severe finding, also among those omitted; nil when there is none at all.
  public var worst: RuleListFinding.Severity? { counts.filter { $0.value > 0 }.keys.max() }
}

/// What is asked of a check.
public struct CheckOptions: Hashable, Sendable {
  /// The most findings to keep.
  public var maximumFindings = 10_000
  /// The most rules in a list; more are an error.
  public var maximumRules = RuleList.maximumRules
  /// The most bytes of JSON; more are an error. Nil for no limit: WebKit has none that is known.
  public var maximumBytes: Int?
  /// How many of the dearest patterns and rules are wanted.
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
  public static func check(
    inJSON json: some InputBytes & ~Escapable, options: CheckOptions = CheckOptions()
  ) -> RuleListCheck {
    let file = json.inputName
    return json.withInputBytes { check($0, options, file: file) }
  }

  private static func check(
    _ json: Span<UInt8>, _ options: CheckOptions, file: String?
  ) -> RuleListCheck {
    var reader = RuleListReader(keepsRules: true, stopsAtFailure: false, limit: options.maximumFindings)
    reader.read(json)
    var check = RuleListCheck()
    check.ruleCount = reader.ruleCount
    check.byteCount = json.count
    var collector = reader.collector
    let knowsEveryRule = collector.knowsEveryRule
    // Beyond WebKit's own limit the reader has said so.
    if reader.ruleCount > options.maximumRules, reader.ruleCount <= RuleList.maximumRules {
      collector.add(.ruleLimit(count: reader.ruleCount, limit: options.maximumRules), nil, 0..<0)
    }
    if let limit = options.maximumBytes, json.count > limit {
      collector.add(.sizeLimit(bytes: json.count, limit: limit), nil, 0..<0)
    }
    if knowsEveryRule {
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
    check.pageCost = PageCost(of: reader.rules, dearest: options.costCount)
    if check.pageCost.sitesByCondition >= PageCost.manySitesByCondition,
      let first = reader.rules.firstIndex(where: \.isForSiteByCondition)
    {
      collector.add(
        .sitesByCondition(count: check.pageCost.sitesByCondition), first, reader.places[first])
    }
    if options.costCount > 0 { check.costs = PatternCosts.dearest(options.costCount, in: reader.rules) }
    check.findings = collector.findings(in: json, file: file).sorted {
      ($0.offset, $0.length) < ($1.offset, $1.length)
    }
    check.omitted = collector.omitted
    check.counts = collector.counts
    check.isAcceptedByWebKit = !collector.hasRejection
    return check
  }
}

extension FindingCollector {
  /// Whether every rule that acts on others is known, so that what is said of some holds in the list: a pattern
  /// that is too deep to be read is not.
  fileprivate var knowsEveryRule: Bool {
    if hasRejection { return false }
    return failure == nil
      || omitted == 0 && !found.contains { $0.reason == .unsupportedURLFilter(.tooDeep) }
  }
}
