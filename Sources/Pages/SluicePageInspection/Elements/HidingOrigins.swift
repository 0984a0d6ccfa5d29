import SluiceConversion
import SluiceRules

/// Finds the filters of hiding rules by selector, because the rule for all pages comes from thousands of
/// filters. The index is reused for all documents.
struct HidingOrigins: Sendable {
  private var rules: [RulePlace: Filters] = [:]

  private struct Filters {
    let origin: SourceMap.Origin
    /// The indices of filters by selector, including the parts of selector lists.
    var bySelector: [[UInt8]: [Int]] = [:]
  }

  /// The maximum number of candidates if no filter has the text of the selector.
  private static let limit = 100

  /// Returns the filters of a rule that may contain a selector, and the exceptions that limit the rule.
  mutating func candidates(
    _ selector: Selector, _ place: RulePlace, _ mapped: MappedFilters
  ) -> (filters: [SourceMap.Filter], limits: [SourceMap.Filter]) {
    let rule = rules[place] ?? Self.filters(ofRule: place.rule, mapped)
    rules[place] = rule
    if let known = rule.bySelector[selector.bytes] {
      return (known.map { rule.origin.filters[$0] }, rule.origin.limits)
    }
    let similar = rule.origin.filters.filter { $0.text.utf8.contains(selector.description.utf8) }
    return (similar.isEmpty ? Array(rule.origin.filters.prefix(Self.limit)) : similar, rule.origin.limits)
  }

  private static func filters(ofRule rule: Int, _ mapped: MappedFilters) -> Filters {
    var filters = Filters(origin: mapped.origin(ofRule: rule))
    for (number, filter) in filters.origin.filters.enumerated() {
      guard let selector = HidingFilterText.selector(of: filter.text) else { continue }
      filters.bySelector[selector, default: []].append(number)
      guard selector.contains(ASCII.comma) else { continue }
      for part in HidingTrial.parts(of: selector) where part != selector {
        filters.bySelector[part, default: []].append(number)
      }
    }
    return filters
  }
}
