import SluiceAnalysis
import SluiceConversion

/// Two versions of filter lists and their differences: filters, rules, the outcomes of requests, and costs.
struct FilterComparison {
  let old: ConvertedFilters
  let new: ConvertedFilters
  let filters: FilterDifference
  let rules: Comparison
  /// The requests with a different outcome; nil if no requests were given.
  let traffic: RequestComparison?
  let costs: (old: ListCosts, new: ListCosts)

  init(
    _ old: ConvertedFilters, _ new: ConvertedFilters, _ arguments: DiffArguments,
    _ requests: [RequestDescription]?, _ steps: Steps
  ) throws(CommandError) {
    self.old = old
    self.new = new
    steps.begin(Step("comparing filters"))
    filters = FilterDifference(
      from: old.sources, to: new.sources, constants: arguments.conversion.constants)
    steps.end([.differences: filters.added.count + filters.removed.count + filters.changed.count])
    steps.begin(Step("comparing rules"))
    rules = Comparison(old.list, new.list)
    steps.end([.differences: rules.difference.changes.count + rules.difference.moves.count])
    if let requests {
      let suffixes = try SuffixSource(arguments.suffixes).suffixes
      steps.begin(Step("judging requests"))
      traffic = RequestComparison(requests, rules, suffixes) { done in
        steps.advance(Step("judging requests", nil, done, of: requests.count))
      }
      steps.end([.requests: requests.count])
    } else {
      traffic = nil
    }
    steps.begin(Step("estimating costs"))
    costs = (ListCosts(old.list.list), ListCosts(new.list.list))
    steps.end()
  }

  /// Whether filters and rules are equal.
  var isEmpty: Bool { filters.isEmpty && rules.difference.isEmpty }
  /// Whether the new lists could block or hide more than the old ones, or block an additional request.
  var isWidened: Bool { rules.isWidened || (traffic?.blocked.count ?? 0) > 0 }

  /// A reason why filters are not exact, with the old and new number of filters.
  struct ReasonChange: Equatable {
    let outcome: Outcome
    let id: String
    let before: Int
    let after: Int
  }

  /// The reasons whose number of filters changed, largest change first.
  var reasons: [ReasonChange] {
    let before = old.report.reasons
    let after = new.report.reasons
    func count(_ rows: [(outcome: Outcome, reason: Reason, count: Int)], _ row: (Outcome, Reason)) -> Int {
      rows.first { $0.outcome == row.0 && $0.reason == row.1 }?.count ?? 0
    }
    let gone = before.filter { row in count(after, (row.outcome, row.reason)) == 0 }
    return (after + gone).map { row in
      ReasonChange(
        outcome: row.outcome, id: row.reason.id, before: count(before, (row.outcome, row.reason)),
        after: count(after, (row.outcome, row.reason)))
    }.filter { $0.before != $0.after }
      .sorted { (abs($1.after - $1.before), $0.id) < (abs($0.after - $0.before), $1.id) }
  }
}

/// The costs of a list for WebKit and pages.
struct ListCosts: Equatable {
  let rules: Int
  /// The size of the JSON in bytes.
  let bytes: Int
  /// The estimated CPU time to compile the list, in milliseconds.
  let compile: Int
  let page: PageCost

  init(_ list: RuleList) {
    rules = list.rules.count
    bytes = list.encodedSize
    compile = CompileCost(of: list.rules).milliseconds
    page = list.pageCost()
  }
}
