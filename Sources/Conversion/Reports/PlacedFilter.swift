import ContentBlocker

/// A filter with its place, as reports name it.
public struct PlacedFilter: Hashable, Sendable {
  /// What its list is called.
  public var file: String
  /// Its line, from 1.
  public var line: Int
  /// The line without blanks at either end.
  public var text: String

  /// A filter at this place.
  public init(file: String, line: Int, text: String) {
    self.file = file
    self.line = line
    self.text = text
  }
}

extension ConvertedList {
  /// For each of these costs the filter that its rule was made for; of several that became one rule, the first. Nil
  /// for one selector of several, whose filter is not known here.
  ///
  /// - Parameter sources: those that the list was converted from.
  public func filters(of costs: [PageCost.RuleCost], in sources: [ParsedSource]) -> [PlacedFilter?] {
    costs.map { cost in
      guard cost.selector == nil else { return nil }
      let location = locations[cost.ruleIndex]
      let source = sources[Int(location.source)]
      let range = source.list.lines[Int(location.line)].range
      return PlacedFilter(
        file: source.name, line: Int(location.line) + 1, text: source.list.bytes.span.text(range))
    }
  }
}
