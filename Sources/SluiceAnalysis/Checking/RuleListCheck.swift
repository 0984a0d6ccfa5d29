import SluiceRules
import SluiceText

/// The result of checking a rule list without running WebKit.
public struct RuleListCheck: Sendable {
  /// The findings in the order of the JSON, up to the requested limit.
  public var findings: [RuleListFinding] = []
  /// The number of findings beyond the limit.
  public var omitted = 0
  /// The ids of the rules of a declarativeNetRequest ruleset, by index; empty for a rule list, whose rules have none.
  package var ruleIDs: [Int: Int] = [:]
  /// The number of rules in the list, including those that WebKit rejects or drops.
  public var ruleCount = 0
  /// The size of the JSON in bytes.
  public var byteCount = 0
  /// The number of findings of each severity, including omitted ones.
  public var counts: [RuleListFinding.Severity: Int] = [:]
  /// The patterns that are most expensive to compile, in descending order; as many as were requested.
  package var costs: [PatternCost] = []
  /// The cost that the list adds to pages, with as many of its most expensive rules as were requested.
  public var pageCost = PageCost()

  /// Whether WebKit compiles the list, as far as is known. If the options name a target, its WebKit must
  /// compile the list too.
  public var isAcceptedByWebKit = true

  /// Creates the result with the findings that were collected in a text.
  package init(_ collector: FindingCollector, ruleCount: Int, in json: Span<UInt8>, file: String?) {
    self.ruleCount = ruleCount
    byteCount = json.count
    findings = collector.findings(in: json, file: file).sorted {
      ($0.offset, $0.length) < ($1.offset, $1.length)
    }
    omitted = collector.omitted
    counts = collector.counts
    isAcceptedByWebKit = !collector.hasRejection
  }

  /// Inserts a finding in the order of offsets.
  package mutating func add(_ finding: RuleListFinding) {
    counts[finding.reason.severity, default: 0] += 1
    findings.insert(finding, at: findings.firstIndex { $0.offset > finding.offset } ?? findings.count)
  }

  /// The highest severity of all findings, including omitted ones; nil if there are no findings.
  public var worst: RuleListFinding.Severity? { counts.filter { $0.value > 0 }.keys.max() }
}

/// Options of a check.
public struct CheckOptions: Hashable, Sendable {
  /// The maximum number of findings to keep.
  public var maximumFindings = 10_000
  /// The maximum number of rules; a longer list is an error.
  public var maximumRules = RuleList.maximumRules
  /// The maximum size of the JSON in bytes; a larger list is an error. Nil means no limit; WebKit has no
  /// known limit.
  public var maximumBytes: Int?
  /// The number of most expensive patterns and rules to return.
  public var costCount = 0
  /// The WebKit that the list is for; nil for the newest known version.
  public var target: Target?

  /// Creates the default options for a WebKit.
  public init(target: Target? = nil) { self.target = target }
}

extension RuleList {
  /// Checks the JSON of a rule list.
  ///
  /// The check finds:
  /// - Rules that WebKit rejects, or accepts and silently ignores.
  /// - Redundant rules.
  /// - Patterns that are expensive or match nothing.
  /// - Conditions that any page can claim to meet.
  /// - Features that the target does not support.
  ///
  /// The time is nearly linear in the size of the JSON; memory use is a small multiple of it.
  public static func check(
    inJSON json: some InputBytes & ~Escapable, options: CheckOptions = CheckOptions()
  ) -> RuleListCheck {
    let file = json.inputName
    return json.withInputBytes { check($0, options: options, file: file) }
  }

  private static func check(
    _ json: Span<UInt8>, options: CheckOptions, file: String?
  ) -> RuleListCheck {
    var reader = RuleListReader(keepsRules: true, stopsAtFailure: false, limit: options.maximumFindings)
    reader.read(json)
    var collector = reader.collector
    let knowsEveryRule = collector.knowsEveryRule
    // For lists above WebKit's own limit, the reader has already added a finding.
    if reader.ruleCount > options.maximumRules, reader.ruleCount <= RuleList.maximumRules {
      collector.add(.ruleLimit(count: reader.ruleCount, limit: options.maximumRules), rule: nil, at: 0..<0)
    }
    if let limit = options.maximumBytes, json.count > limit {
      collector.add(.sizeLimit(bytes: json.count, limit: limit), rule: nil, at: 0..<0)
    }
    if knowsEveryRule {
      for pair in CoverageSearch.pairs(in: reader.rules) {
        collector.add(
          pair.isDuplicate ? .duplicateRule(of: pair.by) : .coveredRule(by: pair.by), rule: pair.rule,
          at: reader.places[pair.rule])
      }
    }
    for (index, rule) in reader.rules.enumerated()
    where rule != .noOperation
      && !rule.trigger.urlFilter.canMatchURL(isCaseSensitive: rule.trigger.isCaseSensitive)
    {
      collector.add(.matchesNoURL, rule: index, at: reader.places[index])
    }
    var claims = ClaimSearch()
    for (index, rule) in reader.rules.enumerated() {
      if let reason = claims.reason(for: rule) {
        collector.add(reason, rule: index, at: reader.places[index])
      }
    }
    for found in AbortCount.all(in: reader.rules) {
      collector.add(found.reason, rule: found.rule, at: reader.places[found.rule])
    }
    if let target = options.target {
      for (missing, index) in MissingCapability.all(in: reader.rules, for: target) {
        collector.add(.missingCapability(missing), rule: index, at: reader.places[index])
      }
    }
    for (index, states) in PatternCosts.expensive(in: reader.rules) {
      collector.add(.expensivePattern(states: states), rule: index, at: reader.places[index])
    }
    let pageCost = PageCost(of: reader.rules, mostExpensive: options.costCount)
    if pageCost.sitesByCondition >= PageCost.manySitesByCondition,
      let first = reader.rules.firstIndex(where: { $0.isForSiteByCondition })
    {
      collector.add(
        .sitesByCondition(count: pageCost.sitesByCondition), rule: first, at: reader.places[first])
    }
    var check = RuleListCheck(collector, ruleCount: reader.ruleCount, in: json, file: file)
    check.pageCost = pageCost
    if options.costCount > 0 { check.costs = PatternCosts.mostExpensive(options.costCount, in: reader.rules) }
    return check
  }
}

extension FindingCollector {
  /// Whether the reader understood all rules that can affect others, so that findings about some rules hold
  /// for the whole list. A pattern that is nested too deeply to be read makes this false.
  fileprivate var knowsEveryRule: Bool {
    if hasRejection { return false }
    return failure == nil
      || omitted == 0 && !found.contains { $0.reason == .unsupportedURLFilter(.tooDeep) }
  }
}

extension [Rule] {
  /// Whether a list of these rules is near a limit at which WebKit's compiler aborts the process.
  package var areNearAbort: Bool { !AbortCount.all(in: self).isEmpty }
}

struct AbortCount {
  let limit: AbortLimit
  let count: Int
  /// The first rule beyond the limit or beyond the warning threshold.
  let rule: Int

  /// Returns the counts that are beyond an abort limit or near it.
  static func all(in rules: [Rule]) -> [AbortCount] {
    var everything: [Int] = []
    var patterns: [Key: [Int]] = [:]
    // Most lists are shorter than this and cannot reach a limit.
    guard rules.count >= AbortLimit.warningCount else { return [] }
    let conditional = rules.indices.filter { rules[$0].trigger.condition != nil }
    guard conditional.count >= AbortLimit.warningCount else { return [] }
    for index in conditional {
      let trigger = rules[index].trigger
      if trigger.urlFilter.matchesEverything {
        everything.append(index)
      } else {
        patterns[Key(filter: trigger.urlFilter, isCaseSensitive: trigger.isCaseSensitive), default: []]
          .append(index)
      }
    }
    let counts = patterns.map { AbortCount(.pattern($0.key.filter), rules: $0.value) }
    return ([AbortCount(.everything, rules: everything)] + counts).compactMap { $0 }.sorted {
      $0.rule < $1.rule
    }
  }

  private struct Key: Hashable {
    let filter: URLFilter
    let isCaseSensitive: Bool
  }

  private init?(_ limit: AbortLimit, rules: [Int]) {
    guard rules.count >= AbortLimit.warningCount else { return nil }
    self.limit = limit
    count = rules.count
    rule = rules[rules.count > limit.maximumRules ? limit.maximumRules : AbortLimit.warningCount - 1]
  }

  var reason: RuleListFinding.Reason {
    count > limit.maximumRules ? .abortLimit(limit, count: count) : .nearAbortLimit(limit, count: count)
  }
}

extension MissingCapability {
  /// Finds the capabilities that a list needs and the target lacks, each with the index of the rule to
  /// report. A capability without which WebKit rejects the list is reported once.
  static func all(in rules: [Rule], for target: Target) -> [(capability: MissingCapability, rule: Int)] {
    let features = SelectorFeatures.missing(in: target)
    let leavesNothing = !rules.isEmpty && rules.allSatisfy { $0.isSkipped(without: features) }
    let rulesByCapability = RuleList(rules).rulesByCapability
    let found = Capability.allCases.filter { !target.has($0) }.flatMap { capability in
      let users = rulesByCapability[capability] ?? []
      let isSkipped = leavesNothing && capability.absence == .ruleIsSkipped
      let missing = MissingCapability(
        capability: capability, target: target, ruleCount: users.count, use: isSkipped ? .everyRule : .rule)
      let reported =
        switch missing.consequence {
        case .unproven, .absent(.listIsRejected): users.prefix(1)
        case .absent(.ruleIsWider), .absent(.ruleIsSkipped), .absent(.ruleIsNarrower),
          .absent(.partIsIgnored):
          users[...]
        }
      return reported.map { (capability: missing, rule: $0) }
    }
    return found + forgiven(in: rules, features, for: target)
  }

  /// Finds missing capabilities in the arguments of `:is()` and similar pseudo-classes. WebKit may ignore an argument that it
  /// does not support.
  private static func forgiven(
    in rules: [Rule], _ missing: SelectorFeatures, for target: Target
  ) -> [(capability: MissingCapability, rule: Int)] {
    rules.indices.flatMap { index in
      let features = rules[index].forgivenFeatures.intersection(missing)
      return features.capabilities.map {
        (
          capability: MissingCapability(capability: $0, target: target, ruleCount: 1, use: .forgivenPart),
          rule: index
        )
      }
    }
  }
}
