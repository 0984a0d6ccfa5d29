import ContentBlocker
import Conversion

/// The filters behind the rules of one list.
public struct MappedFilters: Sendable {
  /// The map of all lists of a conversion.
  public let map: SourceMap
  /// The one of them.
  public let list: SourceMap.List

  /// The filters of one of a map's lists.
  public init(map: SourceMap, list: SourceMap.List) { (self.map, self.list) = (map, list) }

  /// Those of a rule, by its index, at most `limit` of them.
  public func origin(ofRule index: Int, limit: Int = .max) -> SourceMap.Origin {
    map.origin(ofRule: index, in: list, limit: limit)
  }

  /// What the list of a filter is called.
  public func file(of filter: SourceMap.Filter) -> String {
    map.sources.indices.contains(filter.source) ? map.sources[filter.source] : "?"
  }

  /// A filter with the name of its list.
  public func placed(_ filter: SourceMap.Filter) -> PlacedFilter {
    PlacedFilter(file: file(of: filter), line: filter.line, text: filter.text)
  }
}

extension ConversionResult {
  /// The filters behind the rules of one of the lists, if a map was asked for.
  public func filters(ofList number: Int) -> MappedFilters? {
    sourceMap.map { MappedFilters(map: $0, list: $0.lists[number]) }
  }
}
