import SluiceAnalysis
import SluiceConversion
import SluiceRules
import SluiceSyntax

/// A rule list to evaluate, with the origins of its rules.
package struct Blocklist: Sendable {
  /// The name of the list in results.
  package let name: String
  /// The rules, prepared for evaluation.
  package let evaluator: RuleListEvaluator
  /// The filters of the rules, or `nil` if unknown.
  package let filters: MappedFilters?
  /// The options of the conversion, or `nil` if unknown.
  let options: ConversionOptions?
  /// The dialect of the filter lists, or `nil` if they differ or name hosts.
  let dialect: Dialect?
  /// The filter lists that the hiding rules come from; empty if unknown.
  package let sources: [ParsedSource]
  /// Whether some rules hide because of the scripts that a document requests, not because of the request for
  /// the document.
  let hidesOnScripts: Bool

  /// Creates a list that was converted elsewhere or written as rules.
  package init(name: String, rules: RuleList, filters: MappedFilters?) {
    self.init(name: name, rules: rules, filters: filters, options: nil)
  }

  init(
    name: String, rules: RuleList, filters: MappedFilters?, options: ConversionOptions?,
    dialect: Dialect? = nil, sources: [ParsedSource] = []
  ) {
    (self.dialect, self.sources) = (dialect, sources)
    self.name = name
    evaluator = RuleListEvaluator(rules)
    self.filters = filters
    self.options = options
    hidesOnScripts = rules.rules.contains(where: { $0.hidesOnScripts })
  }

  /// Whether exceptions can be added to the list. This requires that it was converted here.
  package var canGrow: Bool { options != nil }

  package func rule(_ index: Int) -> Rule { evaluator.list.rules[index] }
}

/// The lists that decide on requests. In WebKit, each rule list decides separately, and a request passes if
/// no list blocks it.
package struct Blocklists: Sendable {
  package private(set) var lists: [Blocklist] = []

  /// Creates an empty set of lists.
  package init() {}

  /// Adds a rule list.
  package mutating func append(_ list: Blocklist) { lists.append(list) }

  /// Converts filter lists as one list, and adds the resulting one or two rule lists.
  ///
  /// - Throws: A `ConversionError` if there are more rules than a list may have.
  @discardableResult package mutating func append(
    converting sources: [Source], named title: String, _ options: ConversionOptions
  ) throws(ConversionError) -> ConversionResult {
    var options = options
    options.makesSourceMap = true
    let converter = Converter(options: options)
    let parsed = converter.parse(sources)
    let result = try converter.convert(parsed)
    let dialects = Set(parsed.map { $0.list.dialect })
    for (number, list) in result.lists.enumerated() {
      let name = list.part == .all ? title : "\(title) (\(list.part.rawValue))"
      lists.append(
        Blocklist(
          name: name, rules: list.rules, filters: result.filters(ofList: number), options: options,
          dialect: dialects.count == 1 ? dialects.first.flatMap { $0 == .hosts ? nil : $0 } : nil,
          sources: list.part == .network ? [] : parsed))
    }
    return result
  }
}

extension Rule {
  fileprivate var hidesOnScripts: Bool {
    guard case .hide = action else { return false }
    return trigger.resourceTypes.contains(.script)
      && trigger.resourceTypes.isDisjoint(with: [.document, .topDocument, .childDocument])
  }
}

/// The filters of the rules of one list.
package struct MappedFilters: Sendable {
  /// The source map of all lists of a conversion.
  package let map: SourceMap
  package let list: SourceMap.List

  /// The maximum number of filters per rule in JSON output.
  package static let shownAsJSON = 10

  package init(map: SourceMap, list: SourceMap.List) { (self.map, self.list) = (map, list) }

  /// Returns the filters of the rule at this index, at most `limit` of them.
  package func origin(ofRule index: Int, limit: Int = .max) -> SourceMap.Origin {
    map.origin(ofRule: index, in: list, limit: limit)
  }

  /// Returns the name of a filter's list.
  package func file(of filter: SourceMap.Filter) -> String {
    map.sources.indices.contains(filter.source) ? map.sources[filter.source] : "?"
  }

  /// Returns a filter with the name of its list.
  package func placed(_ filter: SourceMap.Filter) -> PlacedFilter {
    PlacedFilter(file: file(of: filter), line: filter.line, text: filter.text)
  }
}

extension ConversionResult {
  /// Returns the filters of the rules of a list, or `nil` if the conversion made no source map.
  package func filters(ofList number: Int) -> MappedFilters? {
    sourceMap.map { MappedFilters(map: $0, list: $0.lists[number]) }
  }
}
