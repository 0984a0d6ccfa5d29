import SluiceAnalysis
import SluiceConversion
import SluiceRules

/// Determines the effect of individual filters on a page by converting and evaluating a list of only these
/// filters. Thus the converter is the only place that defines the meaning of filters.
struct HidingTrial {
  /// The request for the document, and other requests that may cause hiding in it.
  private let requests: [Request]
  private var known: [Filters: Set<[UInt8]>] = [:]

  private struct Filters: Hashable {
    let list: String
    let lines: [String]
  }

  init(_ requests: [Request]) { self.requests = requests }

  /// Returns whether filters of a list hide the elements of a selector on the page.
  ///
  /// The filters are converted with the options of the list. `rule` is one of the rules that resulted from
  /// them, or `nil`.
  mutating func hides(
    _ selector: CSSSelector, filters: [String], of list: Blocklist, like rule: Int?
  ) -> Bool {
    let key = Filters(list: list.name, lines: filters)
    if let hidden = known[key] { return hidden.contains(selector.bytes) }
    let converter = SingleFilterConverter(list, like: rule.map(list.rule))
    var hidden: Set<[UInt8]> = []
    // In the JSON of a list, the parts of a selector list are separate selectors.
    for selector in converter.hiddenSelectors(filters, on: requests) {
      hidden.insert(selector.bytes)
      hidden.formUnion(HidingFilterText.parts(of: selector.bytes))
    }
    known[key] = hidden
    return hidden.contains(selector.bytes)
  }
}

/// Finds the filters of hiding rules by selector, because the rule for all pages comes from thousands of
/// filters. The index is reused for all documents.
struct HidingOrigins: Sendable {
  private var rules: [RulePlace: Filters] = [:]

  private struct Filters {
    let origin: SourceMap.Origin
    /// The indices of filters by selector, including the parts of selector lists.
    var bySelector: [[UInt8]: [Int]] = [:]
  }

  /// The maximum number of candidates if no filter has the selector.
  private static let limit = 100
  /// The number of bytes that searches for similar selectors may still compare. Each search can read all filters of a
  /// rule.
  private var rest = 1 << 24

  /// Returns the filters of a rule that may contain a selector, and the exceptions that limit the rule.
  mutating func candidates(
    _ selector: CSSSelector, at place: RulePlace, mapped: MappedFilters
  ) -> (filters: [SourceMap.Filter], limits: [SourceMap.Filter]) {
    var rule = rules.removeValue(forKey: place) ?? Self.filters(ofRule: place.rule, mapped)
    let numbers = rule.bySelector[selector.bytes] ?? similar(selector.bytes, filters: rule.origin.filters)
    rule.bySelector[selector.bytes] = numbers
    rules[place] = rule
    return (numbers.map { rule.origin.filters[$0] }, rule.origin.limits)
  }

  /// Returns the indices of filters whose text contains a selector, or of the first filters.
  private mutating func similar(_ selector: [UInt8], filters: [SourceMap.Filter]) -> [Int] {
    var similar: [Int] = []
    for (number, filter) in filters.enumerated() {
      if rest <= 0 || similar.count == Self.limit { break }
      if isFound(selector, in: Array(filter.text.utf8)) { similar.append(number) }
    }
    return similar.isEmpty ? Array(filters.indices.prefix(Self.limit)) : similar
  }

  private mutating func isFound(_ selector: [UInt8], in text: [UInt8]) -> Bool {
    var start = 0
    while start + selector.count <= text.count, rest > 0 {
      var length = 0
      while length < selector.count, text[start + length] == selector[length] { length += 1 }
      if length == selector.count { return true }
      rest -= length + 1
      start += 1
    }
    return false
  }

  private static func filters(ofRule rule: Int, _ mapped: MappedFilters) -> Filters {
    var filters = Filters(origin: mapped.origin(ofRule: rule))
    for (number, filter) in filters.origin.filters.enumerated() {
      for selector in HidingFilterText.selectors(of: filter.text) {
        filters.bySelector[selector, default: []].append(number)
      }
    }
    return filters
  }
}

/// The outcomes of rules in a document.
///
/// They follow from the request for the document. If lists have rules that hide on script requests, a script
/// request of the document is evaluated, too.
struct HidingOutcomes {
  /// The request for the document, optionally followed by one for a script.
  private(set) var requests: [Request] = []
  private(set) var acting: Set<RulePlace> = []
  /// The rules that match but do not apply.
  private(set) var overridden: Set<RulePlace> = []
  /// The exceptions to each overridden rule, and to each rule that exceptions limit. Each exception is
  /// sufficient on its own.
  private(set) var exceptions: [RulePlace: [PlacedFilter]] = [:]
  /// The rules that only match the script request.
  private(set) var onScripts: Set<RulePlace> = []

  init(_ judge: inout RequestJudge, description: RequestDescription) {
    add(judge.verdict(on: description))
    guard judge.lists.lists.contains(where: \.hidesOnScripts) else { return }
    let script = RequestDescription(
      url: description.url, page: description.page,
      frame: description.kind == .document ? nil : description.url, kind: .script)
    let ofDocument = places
    add(judge.verdict(on: script, namesExcepted: true), notOf: ofDocument)
    onScripts = places.subtracting(ofDocument)
  }

  private var places: Set<RulePlace> { acting.union(overridden).union(exceptions.keys) }

  private mutating func add(_ verdict: Verdict, notOf known: Set<RulePlace> = []) {
    requests.append(verdict.request)
    func places(_ rules: [JudgedRule]) -> Set<RulePlace> {
      Set(rules.map { RulePlace(list: $0.listName, rule: $0.index) }).subtracting(known)
    }
    acting.formUnion(places(verdict.acting))
    overridden.formUnion(places(verdict.overridden.map(\.rule)))
    for overridden in verdict.overridden {
      add(
        overridden.exceptions.flatMap { $0.origin?.filters ?? [] },
        to: RulePlace(list: overridden.rule.listName, rule: overridden.rule.index), notOf: known)
    }
    for excepted in verdict.excepted {
      add(excepted.exceptions, to: RulePlace(list: excepted.listName, rule: excepted.index), notOf: known)
    }
  }

  private mutating func add(_ exceptions: [PlacedFilter], to place: RulePlace, notOf known: Set<RulePlace>) {
    if !known.contains(place) { self.exceptions[place, default: []] += exceptions }
  }

  /// Returns whether a rule may affect the document. A rule that neither applies nor has exceptions is for
  /// other pages.
  func mayAffect(_ list: Blocklist, rule: Int) -> Bool {
    let place = RulePlace(list: list.name, rule: rule)
    if acting.contains(place) || overridden.contains(place) || exceptions[place] != nil { return true }
    return list.filters.map { !$0.origin(ofRule: rule).limits.isEmpty } ?? false
  }
}
