import SluiceAnalysis
import SluiceConversion
import SluiceRules
import SluiceSyntax

/// Converts individual filters of a list with the options of the list.
package struct SingleFilterConverter: Sendable {
  private let converter: Converter
  /// The dialect of the list, which a single filter does not reveal.
  private let dialect: Dialect?

  /// - Parameter rule: A rule of the filters. Its form reveals options of the conversion that are unknown.
  package init(_ list: Blocklist, like rule: Rule?) {
    var options = list.options ?? ConversionOptions()
    if list.options == nil {
      switch rule?.trigger.condition {
      case .ifFrameURL, .unlessFrameURL: options.domainScope = .frame
      case .ifDomain, .unlessDomain, .ifTopURL, .unlessTopURL, nil: break
      }
    }
    options.makesSourceMap = true
    options.ignoresLimit = true
    options.threads = 1
    converter = Converter(options: options)
    dialect = list.dialect
  }

  /// Returns the rules of a filter, without auxiliary rules that come from no filter.
  func rules(_ line: String) -> [Rule] {
    convert([line]).flatMap { list, filters in
      list.rules.indices.filter { filters?.origin(ofRule: $0, limit: 1).filterCount != 0 }.map {
        list.rules[$0]
      }
    }
  }

  /// Returns the selectors that the filters hide in a document because of these requests.
  package func hiddenSelectors(_ lines: [String], on requests: [Request]) -> Set<CSSSelector> {
    convert(lines).reduce(into: []) {
      let evaluator = RuleListEvaluator($1.rules)
      for request in requests { $0.formUnion(evaluator.decide(request).hiddenSelectors) }
    }
  }

  /// Returns whether the filters hide elements in a document.
  func hides(_ lines: [String], on request: Request) -> Bool {
    convert(lines).contains { !RuleListEvaluator($0.rules).decide(request).hiding.isEmpty }
  }

  func blocks(_ lines: [String], on request: Request) -> Bool {
    convert(lines).contains { RuleListEvaluator($0.rules).decide(request).isBlocked }
  }

  private func convert(_ lines: [String]) -> [(rules: RuleList, filters: MappedFilters?)] {
    var source = Source(
      name: "", bytes: Array(lines.joined(separator: "\n").utf8), accepts: .anything)
    source.detectedDialect = dialect
    // Without a limit, the conversion does not throw.
    guard let result = try? converter.convert([source]) else { return [] }
    return result.lists.indices.map { (result.lists[$0].rules, result.filters(ofList: $0)) }
  }
}

/// Reads the text of hiding filters.
enum HidingFilterText {
  /// Returns the selector of a hiding filter or of an exception to hiding filters, or `nil` for other
  /// filters.
  static func selector(of filter: String) -> [UInt8]? {
    read(filter) { [UInt8]($1.extracting($0.body.indices)) }
  }

  /// Returns the selectors that rules of a hiding filter can have: as the filter has it, in CSS, and the parts of
  /// both.
  static func selectors(of filter: String) -> Set<[UInt8]> {
    let own = read(filter) {
      [[UInt8]($1.extracting($0.body.indices)), SelectorText.convertedSelector(of: $0, in: $1)?.bytes]
    }
    return (own ?? []).reduce(into: []) { selectors, selector in
      guard let selector, selectors.insert(selector).inserted, selector.contains(ASCII.comma) else { return }
      selectors.formUnion(Self.parts(of: selector))
    }
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

  private static func read<Result>(
    _ filter: String, _ body: (CosmeticFilter, Span<UInt8>) -> Result
  ) -> Result? {
    let list = FilterList(parsing: filter)
    for line in list.lines {
      if case .cosmetic(let filter) = line.content { return body(filter, list.bytes.span) }
    }
    return nil
  }
}
