import SluiceConversion
import SluicePageInspection
import SluiceRules

/// The source maps given on the command line.
struct SourceMapFiles: Sendable {
  private let paths: [String]
  private let maps: [SourceMap]

  init(_ paths: [String]) throws(CommandError) {
    self.paths = paths
    maps = try paths.map { path throws(CommandError) in
      let file = try InputFile(path)
      return try CommandError.of({ ListFailure.noSourceMap(file.name, $0.message) }) {
        () throws(SourceMapProblem) in try SourceMap(decodingJSON: file.bytes)
      }
    }
  }

  /// Returns the filters that the rules of a list come from, if a map belongs to exactly this JSON.
  func filters(of json: [UInt8]) -> MappedFilters? {
    maps.lazy.compactMap { map in map.list(of: json).map { MappedFilters(map: map, list: $0) } }.first
  }

  /// Throws if there are maps but none belongs to a list that was read.
  func refuse(unlessUsed isUsed: Bool) throws(CommandError) {
    guard maps.isEmpty || isUsed else {
      throw CommandError(ListFailure.mapOfOtherList(paths.joined(separator: ", ")))
    }
  }
}

extension MappedFilters {
  /// Returns the filter of each rule; nil if the rule does not come from exactly one filter.
  func filters(of costs: [PageCost.RuleCost]) -> [PlacedFilter?] {
    costs.map { cost in
      let origin = origin(ofRule: cost.ruleIndex, limit: 1)
      return origin.filterCount == 1 ? origin.filters.first.map(placed) : nil
    }
  }

  /// Returns a filter as text: `easylist.txt:512: ||ads.example^`.
  func text(of filter: SourceMap.Filter) -> String { placed(filter).words }

  /// Adds filters to a JSON object, under a key.
  func append(_ name: StaticString, _ filters: some Sequence<SourceMap.Filter>, to json: inout JSONWriter) {
    json.add(name, objects: filters) { json, filter in json.add(placed(filter)) }
  }
}
