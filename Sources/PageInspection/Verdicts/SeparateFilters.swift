import ContentBlocker
import Conversion

/// Filters that were converted each by itself, to ask which of them mean a load.
struct SeparateFilters: Sendable {
  let filters: [SourceMap.Filter]
  private let evaluator: RuleListEvaluator
  /// The number of the filter of each rule of the evaluator.
  private let owners: [Int]
  /// The filters of which no such rule came.
  private let unknown: Set<Int>

  /// - Parameter rule: what is asked of a rule that a filter becomes; nil where it does something else.
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

  /// The filters that mean a load, or of which that cannot be told.
  func meaning(_ request: Request) -> [SourceMap.Filter] {
    unknown.union(evaluator.matching(request).map { owners[$0] }).sorted().map { filters[$0] }
  }
}
