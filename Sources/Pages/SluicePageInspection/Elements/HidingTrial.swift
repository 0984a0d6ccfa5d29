import SluiceAnalysis
import SluiceConversion
import SluiceRules

/// Determines the effect of individual filters on a page by converting and evaluating a list of only these
/// filters. Thus the converter is the only place that defines the meaning of filters.
struct HidingTrial {
  /// The request for the document, and other requests that may cause hiding in it.
  private let requests: [Request]
  private var known: [Filters: Set<[UInt8]>] = [:]

  private struct Filters: Hashable {
    let list: String
    let lines: [String]
  }

  init(_ requests: [Request]) { self.requests = requests }

  /// Returns whether filters of a list hide the elements of a selector on the page.
  ///
  /// The filters are converted with the options of the list. `rule` is one of the rules that resulted from
  /// them, or `nil`.
  mutating func hides(
    _ selector: Selector, _ filters: [String], of list: Blocklist, like rule: Int?
  ) -> Bool {
    let key = Filters(list: list.name, lines: filters)
    if let hidden = known[key] { return hidden.contains(selector.bytes) }
    let converter = SingleFilterConverter(list, like: rule.map(list.rule))
    var hidden: Set<[UInt8]> = []
    // In the JSON of a list, the parts of a selector list are separate selectors.
    for selector in converter.hiddenSelectors(filters, on: requests) {
      hidden.insert(selector.bytes)
      hidden.formUnion(Self.parts(of: selector.bytes))
    }
    known[key] = hidden
    return hidden.contains(selector.bytes)
  }

  /// Returns the parts of a selector list, without surrounding spaces.
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
