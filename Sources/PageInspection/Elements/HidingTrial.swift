import ContentBlocker
import Conversion

/// Says what single filters do on a page: a list of these alone is converted, and judged like any other. So what a filter
/// means is said by nobody but the converter.
struct HidingTrial {
  /// The load of the document, and others because of which something may be hidden in it.
  private let requests: [Request]
  private var known: [Filters: Set<[UInt8]>] = [:]

  private struct Filters: Hashable {
    let list: String
    let lines: [String]
  }

  init(_ requests: [Request]) { self.requests = requests }

  /// Whether some filters of a list hide the elements of a selector on the page. They are converted as the list was, of which
  /// `rule` is one that they have become, if any.
  mutating func hides(
    _ selector: Selector, _ filters: [String], of list: Blocklist, like rule: Int?
  ) -> Bool {
    let key = Filters(list: list.name, lines: filters)
    if let hidden = known[key] { return hidden.contains(selector.bytes) }
    let converter = SingleFilterConverter(list, like: rule.map(list.rule))
    var hidden: Set<[UInt8]> = []
    // In the JSON of a list the parts of a filter's selector are selectors of their own.
    for selector in converter.hiddenSelectors(filters, on: requests) {
      hidden.insert(selector.bytes)
      hidden.formUnion(Self.parts(of: selector.bytes))
    }
    known[key] = hidden
    return hidden.contains(selector.bytes)
  }

  /// The texts between the commas of a selector, without the blanks around them.
  static func parts(of selector: [UInt8]) -> Set<[UInt8]> {
    guard let parsed = ParsedSelector(of: selector.span) else { return [] }
    return Set(
      parsed.alternatives.compactMap { complex in
        guard let first = complex.compounds.first?.simples.first,
          let last = complex.compounds.last?.simples.last
        else { return nil }
        return Array(selector[first.range.lowerBound..<last.range.upperBound])
      })
  }
}
