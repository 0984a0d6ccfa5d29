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
  /// The same rules without their conditions.
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
    _ decision: Decision, _ ignoring: IgnoringRules, on request: Request, limit: Int
  ) -> [ExceptedFilters] {
    guard let mapped = list.filters, !indices.isEmpty else { return [] }
    let known = Set(decision.acting + decision.overridden.map { $0.rule })
    var found: [ExceptedFilters] = []
    var sparing: [Int: [SourceMap.Filter]] = [:]
    for number in unconditional.matching(request) where !known.contains(indices[number]) {
      let index = indices[number]
      let others = ignoring.overriding(index).flatMap { $0.origin?.filters ?? [] }
      for (filters, limits) in excepted(index, mapped, request, &sparing) {
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
    _ index: Int, _ mapped: MappedFilters, _ request: Request, _ sparing: inout [Int: [SourceMap.Filter]]
  ) -> [(filters: [SourceMap.Filter], exceptions: [SourceMap.Filter])] {
    let origin = mapped.origin(ofRule: index)
    let converter = SingleFilterConverter(list, like: list.rule(index))
    func hides(_ filter: SourceMap.Filter) -> Bool { converter.hides([filter.text], on: request) }
    func excepts(_ exception: SourceMap.Filter, _ filter: SourceMap.Filter) -> Bool {
      !converter.hides([filter.text, exception.text], on: request)
    }
    let limits = Dictionary(grouping: origin.limits, by: { HidingFilterText.selector(of: $0.text) })
    // Exceptions for whole pages apply to all filters of the rule.
    if let limits = limits[nil] {
      let number = self.number(ofPages: limits, converter)
      if sparing[number] == nil {
        guard let first = origin.filters.first, hides(first) else { return [] }
        sparing[number] = ofPages[number].meaning(request).filter { excepts($0, first) }
      }
      let exceptions = sparing[number] ?? []
      return exceptions.isEmpty ? [] : [(origin.filters, exceptions)]
    }
    return origin.filters.compactMap { filter in
      guard let own = limits[HidingFilterText.selector(of: filter.text)], hides(filter) else { return nil }
      let exceptions = own.filter { excepts($0, filter) }
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
      SeparateFilters(exceptions, converter) { rule in
        guard rule.action.overridesOthers else { return nil }
        var rule = rule
        (rule.trigger.resourceTypes, rule.trigger.loadContexts) = ([], [])
        return rule
      })
    return ofPages.count - 1
  }
}
