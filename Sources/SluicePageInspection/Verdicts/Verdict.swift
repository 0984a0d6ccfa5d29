import SluiceAnalysis
import SluiceConversion
import SluiceRules
import SluiceText

/// The decision of several rule lists about a request, with the responsible filters.
package struct Verdict: Sendable {
  package let description: RequestDescription
  /// The request as WebKit sends it.
  package let request: Request
  /// Whether a list blocks the request.
  package let isBlocked: Bool
  /// Whether the request is sent without cookies.
  package let blocksCookies: Bool
  /// Whether the request is upgraded to a secure scheme.
  package let isUpgraded: Bool
  /// The number of hidden selectors.
  package let hiddenSelectors: Int
  /// The rules that apply, grouped by list and in list order.
  package let acting: [JudgedRule]
  /// The rules that match but do not apply.
  package let overridden: [Overridden]
  /// The rules whose filters would hide elements in the document without the exceptions in their conditions.
  package let excepted: [ExceptedFilters]

  /// A rule that matches but does not apply.
  package struct Overridden: Sendable {
    package let rule: JudgedRule
    /// The rule of the same list that overrides it; the first one that WebKit evaluates if there are several.
    package let by: JudgedRule
    /// The rules of all exceptions to it. Each of them is sufficient on its own.
    ///
    /// This is empty if the rule would not apply without exceptions either: auxiliary rules exclude page
    /// loads from blocks, and filters exclude hosts from themselves.
    package let exceptions: [JudgedRule]
  }

  /// The exceptions to the overridden rules, grouped by list, without duplicates.
  package var exceptions: [JudgedRule] {
    var known: Set<RulePlace> = []
    return overridden.flatMap { $0.exceptions }
      .filter { known.insert(RulePlace(list: $0.listName, rule: $0.index)).inserted }
  }

  /// Whether an exception keeps the request from being blocked.
  package var isExcepted: Bool { !isBlocked && !overriddenBlocks.isEmpty }

  /// The rules that would block the request without exceptions.
  package var overriddenBlocks: [Overridden] {
    overridden.filter { $0.rule.rule.action == .block && !$0.exceptions.isEmpty }
  }
}

/// A rule that matches a request, with its origin.
package struct JudgedRule: Sendable {
  package let listName: String
  /// The index of the rule in the list.
  package let index: Int
  package let rule: Rule
  /// The filters that the rule comes from and that match the request, or `nil` if unknown.
  package let origin: Origin?

  package struct Origin: Hashable, Sendable {
    /// The filters that match the request, up to the requested maximum.
    package var filters: [PlacedFilter]
    /// The total number of these filters. It is 0 for auxiliary rules, which come from no filter.
    package var filterCount: Int
    /// The lists of all these filters; for a hiding rule, the lists of ``filters``.
    package var files: Set<String>
    /// The exceptions that limit the rule, up to the requested maximum.
    package var limits: [PlacedFilter]
    /// The total number of these exceptions.
    package var limitCount: Int
  }
}

/// The filters of a rule that would hide elements in a document, and the exceptions in the rule's condition
/// that prevent it.
package struct ExceptedFilters: Sendable {
  package let listName: String
  /// The index of the rule in the list.
  package let index: Int
  /// The filters, up to the requested maximum.
  package let filters: [PlacedFilter]
  /// The total number of these filters.
  package let filterCount: Int
  package let exceptions: [PlacedFilter]
}

struct RulePlace: Hashable {
  let list: String
  let rule: Int
}

/// Verdicts as JSON, one object per line, described in `docs/guide/match.md`.
package struct VerdictJSON {
  /// Whether to write all rules, filters and selectors.
  package let showsAll: Bool

  /// The maximum number of rules of each kind. All rules of a list can match each of many requests.
  private static let maximumRules = 100
  /// The maximum number of bytes of a filter's text.
  private static let maximumText = 4_096

  package init(showsAll: Bool) { self.showsAll = showsAll }

  /// Returns the maximum number of filters per rule.
  package static func filterLimit(showsAll: Bool) -> Int { showsAll ? .max : MappedFilters.shownAsJSON }

  /// Appends a verdict. `number` is the line that the request was read from, if any.
  ///
  /// - Parameter addMore: Adds further members.
  package func append(
    _ verdict: Verdict, number: Int?, to json: inout JSONWriter,
    addMore: (inout JSONWriter) -> Void = { _ in }
  ) {
    json.object { json in
      if let number { json.add("line", number: number) }
      append(verdict, to: &json)
      addMore(&json)
    }
    json.endLine()
  }

  package func append(_ verdict: Verdict, to json: inout JSONWriter) {
    json.add("url", utf8: verdict.request.url)
    json.add("page", utf8: verdict.request.topURL)
    if verdict.description.frame != nil { json.add("frame", utf8: verdict.request.frameURL) }
    json.add("type", text: verdict.description.kind.rawValue)
    if verdict.description.isKindGuessed { json.add("guessedType", flag: true) }
    json.add("decision", text: verdict.isBlocked ? "blocked" : "allowed")
    if verdict.blocksCookies { json.add("blocksCookies", flag: true) }
    if verdict.isUpgraded { json.add("upgraded", flag: true) }
    if verdict.hiddenSelectors > 0 { json.add("hides", number: verdict.hiddenSelectors) }
    append("rules", countName: "ruleCount", elements: verdict.acting, to: &json) {
      append($1, by: nil, to: &$0)
    }
    append("overridden", countName: "overriddenCount", elements: verdict.overridden, to: &json) {
      append($1.rule, by: $1.by, to: &$0)
    }
    if !verdict.exceptions.isEmpty {
      append("exceptions", countName: "exceptionCount", elements: verdict.exceptions, to: &json) {
        append($1, by: nil, to: &$0)
      }
    }
    if !verdict.excepted.isEmpty {
      append("excepted", countName: "exceptedCount", elements: verdict.excepted, to: &json) {
        append($1, to: &$0)
      }
    }
  }

  /// Appends the first rules or filters, and their number if there are more.
  package func append<Element>(
    _ name: StaticString, countName: StaticString, elements: [Element], to json: inout JSONWriter,
    append: (inout JSONWriter, Element) -> Void
  ) {
    let shown = showsAll ? elements[...] : elements.prefix(Self.maximumRules)
    if shown.count < elements.count { json.add(countName, number: elements.count) }
    json.add(name, objects: shown) { append(&$0, $1) }
  }

  package func append(_ problem: RequestProblem, number: Int, column: Int, to json: inout JSONWriter) {
    json.object { json in
      json.add("line", number: number)
      json.add("column", number: column)
      json.add("error", text: problem.message)
    }
    json.endLine()
  }

  private func append(_ judged: JudgedRule, by: JudgedRule?, to json: inout JSONWriter) {
    json.add("list", text: judged.listName)
    json.add("rule", number: judged.index)
    json.add("action", text: judged.rule.action.name)
    if let by {
      json.add("by", number: by.index)
      if let origin = by.origin {
        append(
          "byFilters", countName: "byFilterCount", filters: origin.filters, count: origin.filterCount,
          to: &json)
      }
    }
    if case .hide(let selectors) = judged.rule.action {
      json.add("selectorCount", number: selectors.elements.count)
      if showsAll {
        json.add("selectors", texts: selectors.elements.lazy.map { $0.description })
      }
    }
    guard let origin = judged.origin else { return }
    append("filters", countName: "filterCount", filters: origin.filters, count: origin.filterCount, to: &json)
    append("limits", countName: "limitCount", filters: origin.limits, count: origin.limitCount, to: &json)
  }

  private func append(_ excepted: ExceptedFilters, to json: inout JSONWriter) {
    json.add("list", text: excepted.listName)
    json.add("rule", number: excepted.index)
    append(
      "filters", countName: "filterCount", filters: excepted.filters, count: excepted.filterCount, to: &json)
    append(
      "exceptions", countName: "exceptionCount", filters: excepted.exceptions,
      count: excepted.exceptions.count, to: &json)
  }

  private func append(
    _ name: StaticString, countName: StaticString, filters: [PlacedFilter], count: Int,
    to json: inout JSONWriter
  ) {
    guard !filters.isEmpty else { return }
    if count > filters.count { json.add(countName, number: count) }
    json.add(name, objects: filters) { $0.add(shortened($1)) }
  }

  private func shortened(_ filter: PlacedFilter) -> PlacedFilter {
    guard !showsAll, filter.text.utf8.count > Self.maximumText else { return filter }
    var filter = filter
    filter.text = String(decoding: filter.text.utf8.prefix(Self.maximumText), as: UTF8.self) + "…"
    return filter
  }
}
