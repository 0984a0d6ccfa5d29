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
