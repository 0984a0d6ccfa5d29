import ContentBlocker
import Conversion

/// Two versions of filter lists and what is different between them: filters, rules, what becomes of requests, costs.
struct FilterComparison {
  let old: ConvertedFilters
  let new: ConvertedFilters
  let filters: FilterDifference
  let rules: Comparison
  /// Nil where no requests were given.
  let traffic: Traffic?
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
      traffic = Traffic(requests, rules, suffixes) { done in
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

  /// What a filter is called, wherever it stands.
  func placed(_ line: FilterLine, in version: ConvertedFilters) -> PlacedFilter? {
    PlacedFilter(line, in: version.sources)
  }

  /// Whether filters and rules are the same.
  var isEmpty: Bool { filters.isEmpty && rules.difference.isEmpty }
  /// Whether more may be blocked or hidden than before of what the old lists knew, or a request is.
  var isWidened: Bool { rules.isWidened || (traffic?.blocked.count ?? 0) > 0 }

  /// A reason why filters are not exact, with how many there were and are.
  struct ReasonChange: Equatable {
    let outcome: Outcome
    let id: String
    let before: Int
    let after: Int
  }

  /// The reasons that hold for more filters or fewer than before, those that changed most first.
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

/// What a list takes of WebKit and of pages.
struct ListCosts: Equatable {
  let rules: Int
  /// Of its JSON.
  let bytes: Int
  /// Milliseconds of processor time to compile it.
  let compile: Int
  let page: PageCost

  init(_ list: RuleList) {
    rules = list.rules.count
    bytes = list.encodedSize
    compile = CompileCost(of: list.rules).milliseconds
    page = list.pageCost()
  }
}
