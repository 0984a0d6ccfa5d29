import ContentBlocker
import Conversion
import FilterSyntax

/// A rule that several filters share, each for pages of its own: which of them mean a load.
///
/// Each filter is converted by itself, and of the rules that it becomes those are asked that do what the shared one does.
struct SharedRule: Sendable {
  private let filters: [SourceMap.Filter]
  private let evaluator: RuleListEvaluator
  /// The number of the filter of each rule of the evaluator.
  private let owners: [Int]
  /// The filters of which no rule came when they were by themselves.
  private let unknown: Set<Int>

  /// Whether the filters of a rule can mean different loads: they differ in nothing but the pages that it is for. Those of
  /// a rule that hides hold for the same pages.
  static func isPossible(_ rule: Rule) -> Bool {
    if case .hide = rule.action { return false }
    switch rule.trigger.condition {
    case .ifDomain(let domains): return domains.elements.count > 1
    case .ifTopURL(let filters), .ifFrameURL(let filters): return filters.elements.count > 1
    case .unlessDomain, .unlessTopURL, .unlessFrameURL, nil: return false
    }
  }

  init(_ index: Int, of list: Blocklist, _ mapped: MappedFilters) {
    filters = mapped.origin(ofRule: index).filters
    let rule = list.rule(index)
    let converter = SingleFilterConverter(list, like: rule)
    var (rules, owners): ([Rule], [Int]) = ([], [])
    var unknown: Set<Int> = []
    for (number, filter) in filters.enumerated() {
      let own = converter.rules(filter.text).filter { $0.action.isLike(rule.action) }
      if own.isEmpty { unknown.insert(number) }
      rules += own
      owners += repeatElement(number, count: own.count)
    }
    evaluator = RuleListEvaluator(RuleList(rules))
    (self.owners, self.unknown) = (owners, unknown)
  }

  /// The filters that mean a load which the rule matches. Where none of them says so, all that may.
  func filters(on request: Request) -> [SourceMap.Filter] {
    let meant = unknown.union(evaluator.matching(request).map { owners[$0] })
    return meant.isEmpty ? filters : meant.sorted().map { filters[$0] }
  }
}

/// Converts filters apart from the list that they are in, as the list was converted.
struct SingleFilterConverter: Sendable {
  private let converter: Converter

  /// - Parameter rule: One that such filters have become, from whose form follows what is not known of the conversion.
  init(_ list: Blocklist, like rule: Rule) {
    var options = list.options ?? ConversionOptions()
    if list.options == nil {
      switch rule.trigger.condition {
      case .ifFrameURL, .unlessFrameURL: options.domainScope = .frame
      case .ifDomain, .unlessDomain, .ifTopURL, .unlessTopURL, nil: break
      }
    }
    options.makesSourceMap = true
    options.maximumRules = nil
    options.maximumBytes = nil
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

  /// Whether these filters hide something in a document.
  func hides(_ lines: [String], on request: Request) -> Bool {
    convert(lines).contains { !RuleListEvaluator($0.rules).decide(request).hiding.isEmpty }
  }

  private func convert(_ lines: [String]) -> [(rules: RuleList, filters: MappedFilters?)] {
    let source = Source(name: "", bytes: Array(lines.joined(separator: "\n").utf8))
    guard let result = try? converter.convert([source]) else { return [] }
    return result.lists.indices.map { (result.lists[$0].rules, result.filters(ofList: $0)) }
  }
}

extension Action {
  /// Whether it does the same, whichever way round its list is.
  fileprivate func isLike(_ other: Action) -> Bool { liftsOthers ? other.liftsOthers : self == other }
}
