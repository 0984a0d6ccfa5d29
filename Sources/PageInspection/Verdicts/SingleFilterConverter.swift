import ContentBlocker
import Conversion

/// Converts filters apart from the list that they are in, as the list was converted.
package struct SingleFilterConverter: Sendable {
  private let converter: Converter

  /// - Parameter rule: One that such filters have become, from whose form follows what is not known of the conversion.
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
  }

  /// The rules that a filter becomes by itself, but those that no filter asks for.
  func rules(_ line: String) -> [Rule] {
    convert([line]).flatMap { list, filters in
      list.rules.indices.filter { filters?.origin(ofRule: $0, limit: 1).filterCount != 0 }.map {
        list.rules[$0]
      }
    }
  }

  /// The selectors that these filters hide in a document because of some loads.
  package func hiddenSelectors(_ lines: [String], on requests: [Request]) -> Set<Selector> {
    convert(lines).reduce(into: []) {
      let evaluator = RuleListEvaluator($1.rules)
      for request in requests { $0.formUnion(evaluator.decide(request).hiddenSelectors) }
    }
  }

  /// Whether these filters hide something in a document.
  func hides(_ lines: [String], on request: Request) -> Bool {
    convert(lines).contains { !RuleListEvaluator($0.rules).decide(request).hiding.isEmpty }
  }

  /// Whether these filters block a load.
  func blocks(_ lines: [String], on request: Request) -> Bool {
    convert(lines).contains { RuleListEvaluator($0.rules).decide(request).isBlocked }
  }

  private func convert(_ lines: [String]) -> [(rules: RuleList, filters: MappedFilters?)] {
    let source = Source(name: "", bytes: Array(lines.joined(separator: "\n").utf8))
    // Without a limit nothing is thrown.
    guard let result = try? converter.convert([source]) else { return [] }
    return result.lists.indices.map { (result.lists[$0].rules, result.filters(ofList: $0)) }
  }
}
