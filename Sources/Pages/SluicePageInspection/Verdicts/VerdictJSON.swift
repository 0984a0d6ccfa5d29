import SluiceAnalysis
import SluiceConversion
import SluiceRules
import SluiceText

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
    _ addMore: (inout JSONWriter) -> Void = { _ in }
  ) {
    json.object { json in
      if let number { json.add("line", number) }
      append(verdict, to: &json)
      addMore(&json)
    }
    json.endLine()
  }

  package func append(_ verdict: Verdict, to json: inout JSONWriter) {
    json.add("url", verdict.request.url)
    json.add("page", verdict.request.topURL)
    if verdict.description.frame != nil { json.add("frame", verdict.request.frameURL) }
    json.add("type", verdict.description.kind.rawValue)
    if verdict.description.isKindGuessed { json.add("guessedType", true) }
    json.add("decision", verdict.isBlocked ? "blocked" : "allowed")
    if verdict.blocksCookies { json.add("blocksCookies", true) }
    if verdict.isUpgraded { json.add("upgraded", true) }
    if verdict.hiddenSelectors > 0 { json.add("hides", verdict.hiddenSelectors) }
    append("rules", "ruleCount", verdict.acting, to: &json) { append($1, by: nil, to: &$0) }
    append("overridden", "overriddenCount", verdict.overridden, to: &json) {
      append($1.rule, by: $1.by, to: &$0)
    }
    if !verdict.exceptions.isEmpty {
      append("exceptions", "exceptionCount", verdict.exceptions, to: &json) { append($1, by: nil, to: &$0) }
    }
    if !verdict.excepted.isEmpty {
      append("excepted", "exceptedCount", verdict.excepted, to: &json) { append($1, to: &$0) }
    }
    if !verdict.inPage.isEmpty {
      append("inPage", "inPageCount", verdict.inPage, to: &json) { $0.add($1) }
    }
  }

  /// Appends the first rules or filters, and their number if there are more.
  private func append<Element>(
    _ name: StaticString, _ countName: StaticString, _ elements: [Element], to json: inout JSONWriter,
    _ append: (inout JSONWriter, Element) -> Void
  ) {
    let shown = showsAll ? elements[...] : elements.prefix(Self.maximumRules)
    if shown.count < elements.count { json.add(countName, elements.count) }
    json.add(name, objects: shown) { append(&$0, $1) }
  }

  package func append(_ problem: RequestProblem, number: Int, column: Int, to json: inout JSONWriter) {
    json.object { json in
      json.add("line", number)
      json.add("column", column)
      json.add("error", problem.message)
    }
    json.endLine()
  }

  private func append(_ judged: JudgedRule, by: JudgedRule?, to json: inout JSONWriter) {
    json.add("list", judged.listName)
    json.add("rule", judged.index)
    json.add("action", judged.rule.action.name)
    if let by {
      json.add("by", by.index)
      if let origin = by.origin {
        append("byFilters", "byFilterCount", origin.filters, origin.filterCount, &json)
      }
    }
    if case .hide(let selectors) = judged.rule.action {
      json.add("selectorCount", selectors.elements.count)
      if showsAll {
        json.add("selectors", selectors.elements.lazy.map { $0.description })
      }
    }
    guard let origin = judged.origin else { return }
    append("filters", "filterCount", origin.filters, origin.filterCount, &json)
    append("limits", "limitCount", origin.limits, origin.limitCount, &json)
  }

  /// Appends the members of filters that exceptions disable.
  private func append(_ excepted: ExceptedFilters, to json: inout JSONWriter) {
    json.add("list", excepted.listName)
    json.add("rule", excepted.index)
    append("filters", "filterCount", excepted.filters, excepted.filterCount, &json)
    append("exceptions", "exceptionCount", excepted.exceptions, excepted.exceptions.count, &json)
  }

  private func append(
    _ name: StaticString, _ countName: StaticString, _ filters: [PlacedFilter], _ count: Int,
    _ json: inout JSONWriter
  ) {
    guard !filters.isEmpty else { return }
    if count > filters.count { json.add(countName, count) }
    json.add(name, objects: filters) { $0.add(shortened($1)) }
  }

  /// Returns a filter with at most as much text as an answer may have.
  private func shortened(_ filter: PlacedFilter) -> PlacedFilter {
    guard !showsAll, filter.text.utf8.count > Self.maximumText else { return filter }
    var filter = filter
    filter.text = String(decoding: filter.text.utf8.prefix(Self.maximumText), as: UTF8.self) + "…"
    return filter
  }
}
