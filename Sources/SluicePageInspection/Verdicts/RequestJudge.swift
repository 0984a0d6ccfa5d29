import SluiceAnalysis
import SluiceConversion
import SluiceRules
import SluiceSyntax
import SluiceText

// The effects of lists on pages. `RequestJudge` returns the `Verdict` on a request: its decision, and the rules and
// filters behind it. `PageInspection` asks for all requests of recorded and saved pages (`Archive`, `Saved`), and
// `Elements` finds the filters that hide elements of parsed `Documents`. `Expectations` judges both by what an author
// expects.

/// Evaluates requests with filter lists. It caches data about rules to make later evaluations faster.
package struct RequestJudge: Sendable {
  package let lists: Blocklists
  /// The public suffixes that distinguish first and third parties.
  package let suffixes: PublicSuffixList
  /// The maximum number of filters to list per rule.
  package let filterLimit: Int
  /// The rules that several filters share, by index, for each list.
  private var shared: [[Int: SharedRule]]
  private var limited: [LimitedRules?]

  /// Creates a judge that lists at most `filterLimit` filters per rule.
  package init(_ lists: Blocklists, suffixes: PublicSuffixList, filterLimit: Int = .max) {
    (self.lists, self.suffixes, self.filterLimit) = (lists, suffixes, filterLimit)
    shared = Array(repeating: [:], count: lists.lists.count)
    limited = Array(repeating: nil, count: lists.lists.count)
  }

  /// - Parameter namesExcepted: Whether to include excepted hiding filters for requests that load no document
  ///   or are blocked.
  package mutating func verdict(
    on description: RequestDescription, namesExcepted: Bool = false
  ) -> Verdict {
    let request = description.request(suffixes)
    let decisions = lists.lists.map { $0.evaluator.decide(request) }
    let isBlocked = decisions.contains(where: { $0.isBlocked })
    var acting: [JudgedRule] = []
    var overridden: [Verdict.Overridden] = []
    var excepted: [ExceptedFilters] = []
    for (number, decision) in decisions.enumerated() {
      for index in decision.acting { acting.append(rule(index, of: number, on: request)) }
      let ignoring = IgnoringRules(decision, request: request, list: lists.lists[number]) {
        rule($0, of: number, on: request)
      }
      for one in decision.overridden {
        let rule = rule(one.rule, of: number, on: request)
        overridden.append(
          Verdict.Overridden(
            rule: rule, by: self.rule(one.by, of: number, on: request),
            exceptions: ignoring.exceptions(to: rule)))
      }
      if namesExcepted || description.kind.isDocument && !isBlocked {
        excepted += self.excepted(decision, ignoring: ignoring, of: number, on: request)
      }
    }
    return Verdict(
      description: description, request: request, isBlocked: isBlocked,
      blocksCookies: decisions.contains(where: { $0.blocksCookies }),
      isUpgraded: decisions.contains(where: { $0.isUpgraded }),
      hiddenSelectors: decisions.reduce(0) { $0 + $1.hiding.reduce(0) { $0 + $1.elements.count } },
      acting: acting, overridden: overridden, excepted: excepted)
  }

  private mutating func rule(_ index: Int, of number: Int, on request: Request) -> JudgedRule {
    let list = lists.lists[number]
    let rule = list.rule(index)
    guard let mapped = list.filters else {
      return JudgedRule(listName: list.name, index: index, rule: rule, origin: nil)
    }
    let all = mapped.origin(ofRule: index, limit: filterLimit)
    var origin = JudgedRule.Origin(
      filters: all.filters.map(mapped.placed), filterCount: all.filterCount,
      files: Set(all.filters.map(mapped.file)), limits: all.limits.map(mapped.placed),
      limitCount: all.limitCount)
    if all.filterCount > 1, SharedRule.isPossible(rule) {
      if shared[number][index] == nil { shared[number][index] = SharedRule(index, of: list, mapped: mapped) }
      let filters = shared[number][index]?.filters(on: request) ?? []
      origin.filters = filters.prefix(filterLimit).map(mapped.placed)
      origin.filterCount = filters.count
      origin.files = Set(filters.map(mapped.file))
    } else if all.filters.count < all.filterCount, !hides(rule) {
      // For hiding rules, which come from thousands of filters, the lists are not counted.
      origin.files = Set(mapped.origin(ofRule: index).filters.map(mapped.file))
    }
    return JudgedRule(listName: list.name, index: index, rule: rule, origin: origin)
  }

  private func hides(_ rule: Rule) -> Bool {
    if case .hide = rule.action { true } else { false }
  }

  private mutating func excepted(
    _ decision: Decision, ignoring: IgnoringRules, of number: Int, on request: Request
  ) -> [ExceptedFilters] {
    if limited[number] == nil { limited[number] = LimitedRules(lists.lists[number]) }
    return limited[number]?.excepted(decision, ignoring: ignoring, on: request, limit: filterLimit) ?? []
  }
}

extension Request.Kind {
  var isDocument: Bool {
    switch self {
    case .document, .subdocument: true
    case .script, .stylesheet, .image, .font, .media, .xmlhttprequest, .websocket, .ping, .beacon, .object,
      .popup, .other:
      false
    }
  }
}

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
    _ filter: String, body: (CosmeticFilter, Span<UInt8>) -> Result
  ) -> Result? {
    let list = FilterList(parsing: filter)
    for line in list.lines {
      if case .cosmetic(let filter) = line.content { return body(filter, list.bytes.span) }
    }
    return nil
  }
}
