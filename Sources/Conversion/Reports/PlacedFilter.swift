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
  /// - Parameters:
  ///   - costs: those of rules of this list.
  ///   - sources: those that the list was converted from.
  public func filters(of costs: [PageCost.RuleCost], in sources: [ParsedSource]) -> [PlacedFilter?] {
    costs.map { cost in
      guard cost.selector == nil else { return nil }
      let location = locations[cost.ruleIndex]
      return PlacedFilter(
        FilterLine(source: Int(location.source), line: Int(location.line) + 1), in: sources)
    }
  }
}

extension PlacedFilter {
  /// The filter in a line; nil where there is no such line.
  public init?(_ place: FilterLine, in sources: [ParsedSource]) {
    guard sources.indices.contains(place.source),
      sources[place.source].list.lines.indices.contains(place.line - 1)
    else { return nil }
    let source = sources[place.source]
    self.init(
      file: source.name, line: place.line,
      text: source.list.bytes.span.text(source.list.lines[place.line - 1].range))
  }
}
