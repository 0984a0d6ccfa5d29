import SluiceAnalysis
import SluiceConversion
import SluiceRules
import SluiceText

/// Verdicts as JSON, one object per line, described in `docs/guide/match.md`.
package struct VerdictJSON {
  /// Whether to write the selectors of rules.
  package let isWhole: Bool

  package init(isWhole: Bool) { self.isWhole = isWhole }

  /// Returns the maximum number of filters per rule.
  package static func filterLimit(isWhole: Bool) -> Int { isWhole ? .max : MappedFilters.shownAsJSON }

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
    json.add("rules", objects: verdict.acting) { append($1, by: nil, to: &$0) }
    json.add("overridden", objects: verdict.overridden) { append($1.rule, by: $1.by, to: &$0) }
    if !verdict.exceptions.isEmpty {
      json.add("exceptions", objects: verdict.exceptions) { append($1, by: nil, to: &$0) }
    }
    if !verdict.excepted.isEmpty {
      json.add("excepted", objects: verdict.excepted) { append($1, to: &$0) }
    }
    if !verdict.inPage.isEmpty { json.add("inPage", objects: verdict.inPage) { $0.add($1) } }
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
      if isWhole {
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
    json.add(name, objects: filters) { $0.add($1) }
  }
}
