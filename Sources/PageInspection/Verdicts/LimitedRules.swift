import ContentBlocker
import Conversion
import FilterSyntax

/// The rules of a list that hide on fewer pages than their filters say, because exceptions are part of their conditions.
///
/// What is said of them is tried: a filter without the exception hides in the document, and with it does not.
struct LimitedRules: Sendable {
  private let list: Blocklist
  /// Their indices.
  private let indices: [Int]
  /// The same rules without their conditions.
  private let unconditional: RuleListEvaluator

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
  func spared(
    _ decision: Decision, _ ignoring: IgnoringRules, on request: Request, limit: Int
  ) -> [SparedFilters] {
    guard let mapped = list.filters, !indices.isEmpty else { return [] }
    let known = Set(decision.acting + decision.overridden.map(\.rule))
    return unconditional.matching(request).flatMap { number -> [SparedFilters] in
      let index = indices[number]
      if known.contains(index) { return [] }
      let others = ignoring.lifting(index).flatMap { $0.origin?.filters ?? [] }
      return spared(index, mapped, request).map { filters, exceptions in
        SparedFilters(
          list: list, index: index, filters: filters.prefix(limit).map(mapped.placed),
          filterCount: filters.count, exceptions: exceptions.map(mapped.placed) + others)
      }
    }
  }

  /// Filters of a rule with the exceptions that spare all of these.
  private func spared(
    _ index: Int, _ mapped: MappedFilters, _ request: Request
  ) -> [(filters: [SourceMap.Filter], exceptions: [SourceMap.Filter])] {
    let origin = mapped.origin(ofRule: index)
    let converter = SingleFilterConverter(list, like: list.rule(index))
    func hides(_ filter: SourceMap.Filter) -> Bool { converter.hides([filter.text], on: request) }
    func sparing(_ exceptions: [SourceMap.Filter], _ filter: SourceMap.Filter) -> [SourceMap.Filter] {
      exceptions.filter { !converter.hides([filter.text, $0.text], on: request) }
    }
    let limits = Dictionary(grouping: origin.limits, by: Self.selector)
    // What holds for whole pages holds for all filters of the rule.
    if let ofPages = limits[nil] {
      guard let first = origin.filters.first, hides(first) else { return [] }
      let exceptions = sparing(ofPages, first)
      return exceptions.isEmpty ? [] : [(origin.filters, exceptions)]
    }
    return origin.filters.compactMap { filter in
      guard let own = limits[Self.selector(of: filter)], hides(filter) else { return nil }
      let exceptions = sparing(own, filter)
      return exceptions.isEmpty ? nil : ([filter], exceptions)
    }
  }

  /// The selector of a hiding filter or of an exception to such; nil for other filters.
  private static func selector(of filter: SourceMap.Filter) -> [UInt8]? {
    let list = FilterList(bytes: Array(filter.text.utf8))
    for line in list.lines {
      if case .cosmetic(let filter) = line.content {
        return [UInt8](list.bytes.span.extracting(filter.body.indices))
      }
    }
    return nil
  }
}
