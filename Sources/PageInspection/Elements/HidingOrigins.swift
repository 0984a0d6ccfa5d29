import ContentBlocker
import Conversion

/// The filters of rules that hide, found by their selectors: the rule for all pages has those of thousands. It is kept from one
/// document to the next.
struct HidingOrigins: Sendable {
  private var rules: [HidingFates.Place: Filters] = [:]

  private struct Filters {
    let origin: SourceMap.Origin
    /// By the texts of their selectors, and of the parts between commas of these.
    var bySelector: [[UInt8]: [Int]] = [:]
  }

  /// How many filters of a rule are candidates where none has the selector's text.
  private static let limit = 100

  /// The filters of a rule that may be those of a selector, and what limits the rule.
  mutating func candidates(
    _ selector: Selector, _ place: HidingFates.Place, _ mapped: MappedFilters
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
      guard let selector = ExceptionLine.selector(of: filter.text) else { continue }
      filters.bySelector[selector, default: []].append(number)
      guard selector.contains(UInt8(ascii: ",")) else { continue }
      for part in HidingTrial.parts(of: selector) where part != selector {
        filters.bySelector[part, default: []].append(number)
      }
    }
    return filters
  }
}
