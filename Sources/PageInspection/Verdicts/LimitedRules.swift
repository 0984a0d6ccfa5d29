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

  /// The filters that would hide in the document but for exceptions, rule by rule, at most `limit` of each.
  func spared(_ decision: Decision, on request: Request, limit: Int) -> [SparedFilters] {
    guard let mapped = list.filters, !indices.isEmpty else { return [] }
    let known = Set(decision.acting + decision.overridden.map(\.rule))
    return unconditional.matching(request).flatMap { number -> [SparedFilters] in
      known.contains(indices[number]) ? [] : spared(indices[number], mapped, request, limit)
    }
  }

  private func spared(
    _ index: Int, _ mapped: MappedFilters, _ request: Request, _ limit: Int
  ) -> [SparedFilters] {
    let origin = mapped.origin(ofRule: index)
    let converter = SingleFilterConverter(list, like: list.rule(index))
    guard let first = origin.filters.first else { return [] }
    var found: [SparedFilters] = []
    func add(_ filters: [SourceMap.Filter], _ exceptions: [SourceMap.Filter]) {
      found.append(
        SparedFilters(
          list: list, index: index, filters: filters.prefix(limit).map(mapped.placed),
          filterCount: filters.count, exceptions: exceptions.map(mapped.placed)))
    }
    func spares(_ exception: SourceMap.Filter, _ filter: SourceMap.Filter) -> Bool {
      !converter.hides([filter.text, exception.text], on: request)
    }
    var selectors: [[UInt8]: [SourceMap.Filter]]?
    var ofPages: [SourceMap.Filter] = []
    for exception in origin.limits {
      guard let selector = Self.selector(of: exception) else {
        ofPages.append(exception)
        continue
      }
      let all = selectors ?? Dictionary(grouping: origin.filters) { Self.selector(of: $0) ?? [] }
      selectors = all
      let filters = (all[selector] ?? []).filter {
        converter.hides([$0.text], on: request) && spares(exception, $0)
      }
      if !filters.isEmpty { add(filters, [exception]) }
    }
    // What holds for whole pages holds for all filters of the rule.
    if !ofPages.isEmpty, converter.hides([first.text], on: request) {
      let exceptions = ofPages.filter { spares($0, first) }
      if !exceptions.isEmpty { add(origin.filters, exceptions) }
    }
    return found
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
