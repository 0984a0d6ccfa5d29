import SluiceConversion
import SluiceRules

/// The filters of the rules of one list.
public struct MappedFilters: Sendable {
  /// The source map of all lists of a conversion.
  public let map: SourceMap
  /// The list in the source map.
  public let list: SourceMap.List

  /// The maximum number of filters per rule in JSON output.
  package static let shownAsJSON = 10

  /// Creates the mapping for one list of a source map.
  public init(map: SourceMap, list: SourceMap.List) { (self.map, self.list) = (map, list) }

  /// Returns the filters of the rule at this index, at most `limit` of them.
  public func origin(ofRule index: Int, limit: Int = .max) -> SourceMap.Origin {
    map.origin(ofRule: index, in: list, limit: limit)
  }

  /// Returns the name of a filter's list.
  public func file(of filter: SourceMap.Filter) -> String {
    map.sources.indices.contains(filter.source) ? map.sources[filter.source] : "?"
  }

  /// Returns a filter with the name of its list.
  public func placed(_ filter: SourceMap.Filter) -> PlacedFilter {
    PlacedFilter(file: file(of: filter), line: filter.line, text: filter.text)
  }
}

extension ConversionResult {
  /// Returns the filters of the rules of a list, or `nil` if the conversion made no source map.
  public func filters(ofList number: Int) -> MappedFilters? {
    sourceMap.map { MappedFilters(map: $0, list: $0.lists[number]) }
  }
}
