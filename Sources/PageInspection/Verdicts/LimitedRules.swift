import ContentBlocker
import Conversion

/// The rules of a list that hide on fewer pages than their filters say, because exceptions are part of their conditions.
///
/// What is said of them is tried: a filter without the exception hides in the document, and with it does not.
struct LimitedRules: Sendable {
  private let list: Blocklist
  /// Their indices.
  private let indices: [Int]
  /// The same rules without their conditions.
  private let unconditional: RuleListEvaluator
  /// Exceptions for whole pages that limit rules. Rules with the same ones have the same condition.
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

  /// The filters that would hide in the document but for exceptions, rule by rule, at most `limit` of each. With the
  /// exceptions that are part of the rules' conditions come those that are rules themselves and would lift these.
  mutating func spared(
    _ decision: Decision, _ ignoring: IgnoringRules, on request: Request, limit: Int
  ) -> [SparedFilters] {
    guard let mapped = list.filters, !indices.isEmpty else { return [] }
    let known = Set(decision.acting + decision.overridden.map(\.rule))
    var found: [SparedFilters] = []
    var sparing: [Int: [SourceMap.Filter]] = [:]
    for number in unconditional.matching(request) where !known.contains(indices[number]) {
      let index = indices[number]
      let others = ignoring.lifting(index).flatMap { $0.origin?.filters ?? [] }
      for (filters, limits) in spared(index, mapped, request, &sparing) {
        var named: Set<PlacedFilter> = []
        let exceptions = (limits.map(mapped.placed) + others).filter { named.insert($0).inserted }
        found.append(
          SparedFilters(
            listName: list.name, index: index, filters: filters.prefix(limit).map(mapped.placed),
            filterCount: filters.count, exceptions: exceptions))
      }
    }
    return found
  }

  /// Filters of a rule with the exceptions that spare all of these.
  ///
  /// - Parameter sparing: For this load, by their number, those of the exceptions for whole pages that hold.
  private mutating func spared(
    _ index: Int, _ mapped: MappedFilters, _ request: Request, _ sparing: inout [Int: [SourceMap.Filter]]
  ) -> [(filters: [SourceMap.Filter], exceptions: [SourceMap.Filter])] {
    let origin = mapped.origin(ofRule: index)
    let converter = SingleFilterConverter(list, like: list.rule(index))
    func hides(_ filter: SourceMap.Filter) -> Bool { converter.hides([filter.text], on: request) }
    func spares(_ exception: SourceMap.Filter, _ filter: SourceMap.Filter) -> Bool {
      !converter.hides([filter.text, exception.text], on: request)
    }
    let limits = Dictionary(grouping: origin.limits, by: { ExceptionLine.selector(of: $0.text) })
    // What holds for whole pages holds for all filters of the rule.
    if let limits = limits[nil] {
      let number = self.number(ofPages: limits, converter)
      if sparing[number] == nil {
        guard let first = origin.filters.first, hides(first) else { return [] }
        sparing[number] = ofPages[number].meaning(request).filter { spares($0, first) }
      }
      let exceptions = sparing[number] ?? []
      return exceptions.isEmpty ? [] : [(origin.filters, exceptions)]
    }
    return origin.filters.compactMap { filter in
      guard let own = limits[ExceptionLine.selector(of: filter.text)], hides(filter) else { return nil }
      let exceptions = own.filter { spares($0, filter) }
      return exceptions.isEmpty ? nil : ([filter], exceptions)
    }
  }

  /// The number of exceptions for whole pages, which are made ready to be asked for pages when they are met first: there
  /// are hundreds, of which few are for one page.
  private mutating func number(
    ofPages exceptions: [SourceMap.Filter], _ converter: SingleFilterConverter
  ) -> Int {
    if let known = ofPages.firstIndex(where: { $0.filters == exceptions }) { return known }
    ofPages.append(
      SeparateFilters(exceptions, converter) { rule in
        guard rule.action.liftsOthers else { return nil }
        var rule = rule
        (rule.trigger.resourceTypes, rule.trigger.loadContexts) = ([], [])
        return rule
      })
    return ofPages.count - 1
  }
}
