import SluiceAnalysis
import SluiceConversion
import SluiceRules

/// The hiding rules of a list that apply to fewer pages than their filters state, because exceptions are part
/// of their conditions.
///
/// The exceptions are determined by trial: a filter hides elements without the exception, but not with it.
struct LimitedRules: Sendable {
  private let list: Blocklist
  private let indices: [Int]
  private let unconditional: RuleListEvaluator
  /// Exceptions for whole pages that limit rules. Rules with the same exceptions have the same condition.
  private var ofPages: [SeparateFilters] = []

  init(_ list: Blocklist) {
    self.list = list
    indices = list.filters?.list.limitedRules ?? []
    unconditional = RuleListEvaluator(
      RuleList(
        indices.map { index in
          var rule = list.rule(index)
          rule.trigger.condition = nil
          return rule
        }))
  }

  /// Returns the filters that would hide elements in the document without exceptions, at most `limit` per
  /// rule.
  ///
  /// The exceptions include those in the conditions of rules, and rules that would override these rules.
  mutating func excepted(
    _ decision: Decision, ignoring: IgnoringRules, on request: Request, limit: Int
  ) -> [ExceptedFilters] {
    guard let mapped = list.filters, !indices.isEmpty else { return [] }
    let known = Set(decision.acting + decision.overridden.map { $0.rule })
    var found: [ExceptedFilters] = []
    var sparing: [Int: [SourceMap.Filter]] = [:]
    for number in unconditional.matching(request) where !known.contains(indices[number]) {
      let index = indices[number]
      let others = ignoring.overriding(index).flatMap { $0.origin?.filters ?? [] }
      for (filters, limits) in excepted(index, mapped: mapped, request: request, sparing: &sparing) {
        var named: Set<PlacedFilter> = []
        let exceptions = (limits.map(mapped.placed) + others).filter { named.insert($0).inserted }
        found.append(
          ExceptedFilters(
            listName: list.name, index: index, filters: filters.prefix(limit).map(mapped.placed),
            filterCount: filters.count, exceptions: exceptions))
      }
    }
    return found
  }

  /// Returns filters of a rule with the exceptions that apply to all of them.
  ///
  /// - Parameter sparing: The exceptions for whole pages that apply to this request, by their number.
  private mutating func excepted(
    _ index: Int, mapped: MappedFilters, request: Request, sparing: inout [Int: [SourceMap.Filter]]
  ) -> [(filters: [SourceMap.Filter], exceptions: [SourceMap.Filter])] {
    let origin = mapped.origin(ofRule: index)
    let converter = SingleFilterConverter(list, like: list.rule(index))
    func hides(_ filter: SourceMap.Filter) -> Bool { converter.hides([filter.text], on: request) }
    func excepts(_ exception: SourceMap.Filter, filter: SourceMap.Filter) -> Bool {
      !converter.hides([filter.text, exception.text], on: request)
    }
    let limits = Dictionary(grouping: origin.limits, by: { HidingFilterText.selector(of: $0.text) })
    // Exceptions for whole pages apply to all filters of the rule.
    if let limits = limits[nil] {
      let number = self.number(ofPages: limits, converter)
      if sparing[number] == nil {
        guard let first = origin.filters.first, hides(first) else { return [] }
        sparing[number] = ofPages[number].meaning(request).filter { excepts($0, filter: first) }
      }
      let exceptions = sparing[number] ?? []
      return exceptions.isEmpty ? [] : [(origin.filters, exceptions)]
    }
    return origin.filters.compactMap { filter in
      guard let own = limits[HidingFilterText.selector(of: filter.text)], hides(filter) else { return nil }
      let exceptions = own.filter { excepts($0, filter: filter) }
      return exceptions.isEmpty ? nil : ([filter], exceptions)
    }
  }

  /// Returns the index of a set of exceptions for whole pages.
  ///
  /// A set is prepared for evaluation on first use: there can be hundreds of exceptions, and few apply to the
  /// same page.
  private mutating func number(
    ofPages exceptions: [SourceMap.Filter], _ converter: SingleFilterConverter
  ) -> Int {
    if let known = ofPages.firstIndex(where: { $0.filters == exceptions }) { return known }
    ofPages.append(
      SeparateFilters(exceptions, converter: converter) { rule in
        guard rule.action.overridesOthers else { return nil }
        var rule = rule
        (rule.trigger.resourceTypes, rule.trigger.loadContexts) = ([], [])
        return rule
      })
    return ofPages.count - 1
  }
}

/// The rules of a list that match a request and only prevent other rules from applying.
struct IgnoringRules {
  private let rules: [JudgedRule]
  /// All rules that match the request when it is not a ping, or `nil` if the request is not a ping.
  ///
  /// WebKit evaluates a ping a second time as another type, so an exception for pings does not override a
  /// rule that also matches other types.
  private let matchingAgain: Set<Int>?

  /// - Parameter judged: Returns the rule at an index with its origin.
  init(_ decision: Decision, request: Request, list: Blocklist, judged: (Int) -> JudgedRule) {
    // Most requests have no such rules and need no second evaluation.
    let isNeeded = !decision.overridden.isEmpty || request.types.contains(.document)
    let matching = isNeeded ? list.evaluator.matching(request) : []
    rules = matching.filter { list.rule($0).action.overridesOthers }.map(judged)
    var again = request
    again.types.remove(.ping)
    matchingAgain = request.types.contains(.ping) ? Set(list.evaluator.matching(again)) : nil
  }

  /// Returns the exceptions to a matching rule. Each of them is sufficient on its own. The result is empty if
  /// the rule would not apply without them either.
  func exceptions(to rule: JudgedRule) -> [JudgedRule] {
    guard !rule.rule.action.overridesOthers else { return [] }
    let overriding = overriding(rule.index)
    return overriding.allSatisfy { $0.isException(to: rule) } ? overriding : []
  }

  /// Returns the rules that prevent a matching rule from applying. Each of them is sufficient on its own.
  func overriding(_ index: Int) -> [JudgedRule] {
    let isJudgedAgain = matchingAgain?.contains(index) ?? false
    return rules.filter { rule in
      if isJudgedAgain, matchingAgain?.contains(rule.index) == false { return false }
      return switch rule.rule.action {
      case .ignorePreviousRules: rule.index > index
      case .ignoreFollowingRules: rule.index < index
      case .block, .blockCookies, .hide, .makeHTTPS, .redirect, .modifyHeaders: false
      }
    }
  }
}

extension JudgedRule {
  /// Returns whether the rule comes from other filters than another rule. Without known filters, it is an
  /// exception.
  fileprivate func isException(to other: JudgedRule) -> Bool {
    guard let origin, let others = other.origin else { return true }
    return origin.filters.contains { !others.filters.contains($0) }
  }
}

/// Filters that were converted separately, to find those that match a request.
struct SeparateFilters: Sendable {
  let filters: [SourceMap.Filter]
  private let evaluator: RuleListEvaluator
  /// The index of the filter for each rule of the evaluator.
  private let owners: [Int]
  /// The indices of the filters without a relevant rule.
  private let unknown: Set<Int>

  /// - Parameter rule: Returns the rule to evaluate, or `nil` if the rule is irrelevant.
  init(_ filters: [SourceMap.Filter], converter: SingleFilterConverter, rule: (Rule) -> Rule?) {
    self.filters = filters
    var (rules, owners): ([Rule], [Int]) = ([], [])
    var unknown: Set<Int> = []
    for (number, filter) in filters.enumerated() {
      let own = converter.rules(filter.text).compactMap(rule)
      if own.isEmpty { unknown.insert(number) }
      rules += own
      owners += repeatElement(number, count: own.count)
    }
    evaluator = RuleListEvaluator(RuleList(rules))
    (self.owners, self.unknown) = (owners, unknown)
  }

  /// Returns the filters that match a request, and those for which this is unknown.
  func meaning(_ request: Request) -> [SourceMap.Filter] {
    unknown.union(evaluator.matching(request).map { owners[$0] }).sorted().map { filters[$0] }
  }
}

/// A rule that several filters with different pages, types or parties share. It finds the filters that match a request.
struct SharedRule: Sendable {
  private let filters: SeparateFilters

  /// Returns whether the filters of a rule can match different requests. The filters of a hiding rule have the same
  /// pages.
  static func isPossible(_ rule: Rule) -> Bool {
    switch rule.action {
    case .hide: false
    case .block, .blockCookies, .ignorePreviousRules, .ignoreFollowingRules, .makeHTTPS, .redirect,
      .modifyHeaders:
      true
    }
  }

  init(_ index: Int, of list: Blocklist, mapped: MappedFilters) {
    let rule = list.rule(index)
    filters = SeparateFilters(
      mapped.origin(ofRule: index).filters, converter: SingleFilterConverter(list, like: rule)
    ) { $0.action.isLike(rule.action) ? $0 : nil }
  }

  /// Returns the filters that match a request of the rule, or all filters if none of them is known to match.
  func filters(on request: Request) -> [SourceMap.Filter] {
    let meant = filters.meaning(request)
    return meant.isEmpty ? filters.filters : meant
  }
}

extension Action {
  /// Returns whether the action has the same effect, regardless of the order of rules in the list.
  fileprivate func isLike(_ other: Action) -> Bool { overridesOthers ? other.overridesOthers : self == other }
}
