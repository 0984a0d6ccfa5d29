import SluiceRules
import SluiceSyntax

/// A filter with its position, as shown in reports.
public struct PlacedFilter: Hashable, Sendable {
  /// The name of the list.
  public var file: String
  /// The line number, from 1.
  public var line: Int
  /// The line without leading and trailing spaces.
  public var text: String

  /// Creates a filter with its position.
  public init(file: String, line: Int, text: String) {
    self.file = file
    self.line = line
    self.text = text
  }

  /// The filter on one line: `list.txt:3: ||ads.example^`.
  package var words: String { "\(file):\(line): \(text)" }
}

extension ConvertedList {
  /// Returns the filter of each rule in `costs`; the first one for a rule with several filters.
  ///
  /// An element is `nil` if the cost is for one selector of several, because the selector's filter is
  /// unknown.
  ///
  /// - Parameters:
  ///   - costs: The costs of rules of this list.
  ///   - sources: The filter lists that this list was converted from.
  public func filters(of costs: [PageCost.RuleCost], in sources: [ParsedSource]) -> [PlacedFilter?] {
    costs.map { cost in
      guard cost.selector == nil else { return nil }
      let location = locations[cost.ruleIndex]
      return PlacedFilter(location, in: sources)
    }
  }
}

extension PlacedFilter {
  /// Returns the filter at this position, or `nil` if the position does not exist.
  public init?(_ place: FilterPlace, in sources: [ParsedSource]) {
    guard sources.indices.contains(place.source),
      sources[place.source].list.lines.indices.contains(place.lineIndex)
    else { return nil }
    let source = sources[place.source]
    self.init(
      file: source.name, line: place.lineNumber,
      text: source.list.bytes.span.text(source.list.lines[place.lineIndex].range))
  }
}
