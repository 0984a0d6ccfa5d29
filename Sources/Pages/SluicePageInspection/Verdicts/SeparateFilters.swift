import SluiceAnalysis
import SluiceConversion
import SluiceRules

/// Filters that were converted separately, to find those that match a request.
struct SeparateFilters: Sendable {
  let filters: [SourceMap.Filter]
  private let evaluator: RuleListEvaluator
  /// The index of the filter for each rule of the evaluator.
  private let owners: [Int]
  /// The indices of the filters without a relevant rule.
  private let unknown: Set<Int>

  /// - Parameter rule: Returns the rule to evaluate, or `nil` if the rule is irrelevant.
  init(_ filters: [SourceMap.Filter], _ converter: SingleFilterConverter, _ rule: (Rule) -> Rule?) {
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

  init(_ index: Int, of list: Blocklist, _ mapped: MappedFilters) {
    let rule = list.rule(index)
    filters = SeparateFilters(
      mapped.origin(ofRule: index).filters, SingleFilterConverter(list, like: rule)
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
