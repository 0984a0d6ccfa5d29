/// Collects the parts of a ``RuleListEvaluator``, rule by rule.
struct EvaluatorBuilder {
  private(set) var rules: [CompiledRule] = []
  private(set) var conditions: [CompiledCondition] = []
  private(set) var patterns = Patterns()
  private(set) var hosts = HostTable()
  private(set) var pages = PageHosts()
  /// The rules that each index finds: by host, by domain of the page, by a text in the pattern, or by none.
  private(set) var hostPairs: [(key: Int, rule: Int)] = []
  private(set) var pagePairs: [(key: Int, rule: Int)] = []
  private(set) var textual: [(rule: Int, runs: [[UInt8]])] = []
  private(set) var always: [Int] = []
  private var knownConditions: [ConditionKey: Int32] = [:]

  private struct ConditionKey: Hashable {
    var condition: Condition
    var isCaseSensitive: Bool
  }

  mutating func add(_ rule: Rule, _ index: Int) {
    let trigger = rule.trigger
    var compiled = CompiledRule(trigger)
    if let condition = trigger.condition {
      compiled.condition =
        trigger.requestMethod == nil
        ? number(condition, isCaseSensitive: trigger.isConditionCaseSensitive)
        : numberOfUnmet(condition)
    }
    if let host = trigger.urlFilter.plainHost, !trigger.isCaseSensitive {
      hostPairs.append((hosts.insert(host.span), index))
    } else {
      let pattern = trigger.urlFilter.pattern
      let runs = LiteralRuns(pattern).runs
      if let domains = compiled.requiredDomains(conditions), !runs.contains(where: { $0.count > 2 }) {
        for domain in domains { pagePairs.append((Int(domain), index)) }
      } else if runs.isEmpty {
        always.append(index)
      } else {
        textual.append((index, runs))
      }
      compiled.matcher = patterns.add(pattern, isCaseSensitive: trigger.isCaseSensitive)
    }
    rules.append(compiled)
  }

  /// Adds a condition of a rule that also has a `request-method`. For these rules, WebKit does not know the
  /// page or frame: `if-` conditions never hold and `unless-` conditions always do (measured with all methods
  /// and conditions).
  private mutating func numberOfUnmet(_ condition: Condition) -> Int32 {
    conditions.append(.domains([], isNegated: condition.isNegated, isCaseSensitive: false))
    return Int32(truncatingIfNeeded: conditions.count - 1)
  }

  private mutating func number(_ condition: Condition, isCaseSensitive: Bool) -> Int32 {
    let key = ConditionKey(condition: condition, isCaseSensitive: isCaseSensitive)
    if let number = knownConditions[key] { return number }
    if let pages = condition.pageDomains {
      conditions.append(
        .domains(numbers(pages), isNegated: pages.isNegated, isCaseSensitive: isCaseSensitive))
    } else {
      switch condition {
      case .ifTopURL(let filters), .unlessTopURL(let filters):
        conditions.append(.topURL(matchers(filters, isCaseSensitive), isNegated: condition.isNegated))
      case .ifFrameURL(let filters), .unlessFrameURL(let filters):
        conditions.append(.frameURL(matchers(filters, isCaseSensitive), isNegated: condition.isNegated))
      case .ifDomain, .unlessDomain: break
      }
    }
    let number = Int32(truncatingIfNeeded: conditions.count - 1)
    knownConditions[key] = number
    return number
  }

  private mutating func numbers(_ asked: PageDomains) -> [Int32] {
    asked.domains.map { pages.number($0, isAnchored: asked.isAnchored) }.sorted()
  }

  private mutating func matchers(
    _ filters: NonEmpty<URLFilter>, _ isCaseSensitive: Bool
  ) -> [CompiledRule.Matcher] {
    filters.elements.map { patterns.add($0.pattern, isCaseSensitive: isCaseSensitive) }
  }
}

extension CompiledRule {
  /// Returns the domains of the condition if the page must match one of them; otherwise nil.
  fileprivate func requiredDomains(_ conditions: [CompiledCondition]) -> [Int32]? {
    guard condition >= 0, case .domains(let numbers, isNegated: false, _) = conditions[Int(condition)] else {
      return nil
    }
    return numbers
  }
}
