import ContentBlocker
import Conversion
import ListBuilding
import PageScript

/// Answers for programs, one JSON object a line. `docs/match.md` describes them.
struct MatchJSON {
  /// Whether all filters and selectors are written, however many there are.
  let isWhole: Bool

  /// Appends an answer; `number` is the line of the request, if they stand in lines.
  func append(_ answer: MatchAnswer, number: Int?, to json: inout JSONWriter) {
    json.object { json in
      if let number { json.add("line", number) }
      json.add("url", answer.request.url)
      json.add("page", answer.request.topURL)
      if answer.description.frame != nil { json.add("frame", answer.request.frameURL) }
      json.add("type", answer.description.kind.rawValue)
      if answer.description.isKindGuessed { json.add("guessedType", true) }
      json.add("decision", answer.isBlocked ? "blocked" : "allowed")
      if answer.blocksCookies { json.add("blocksCookies", true) }
      if answer.isUpgraded { json.add("upgraded", true) }
      if answer.hiddenSelectors > 0 { json.add("hides", answer.hiddenSelectors) }
      json.add("rules", objects: answer.acting) { append($1, by: nil, to: &$0) }
      json.add("overridden", objects: answer.overridden) { append($1.rule, by: $1.by, to: &$0) }
      if !answer.inPage.isEmpty { json.add("inPage", objects: answer.inPage) { append($1, to: &$0) } }
    }
    json.endLine()
  }

  /// Appends what is wrong with a request.
  func append(_ problem: RequestProblem, number: Int, column: Int, to json: inout JSONWriter) {
    json.object { json in
      json.add("line", number)
      json.add("column", column)
      json.add("error", problem.message)
    }
    json.endLine()
  }

  /// Appends the members of a rule.
  private func append(_ listed: MatchAnswer.ListedRule, by: Int?, to json: inout JSONWriter) {
    json.add("list", listed.list.name)
    json.add("rule", listed.index)
    json.add("action", listed.rule.action.name)
    if let by { json.add("by", by) }
    if case .hide(let selectors) = listed.rule.action {
      json.add("selectorCount", selectors.elements.count)
      if isWhole {
        json.key("selectors")
        json.array(selectors.elements.lazy.map(\.description))
      }
    }
    guard let mapped = listed.list.mapped else { return }
    let origin = mapped.origin(ofRule: listed.index, limit: isWhole ? .max : MappedFilters.shownAsJSON)
    append("filters", "filterCount", origin.filters, of: origin.filterCount, mapped, to: &json)
    append("limits", "limitCount", origin.limits, of: origin.limitCount, mapped, to: &json)
  }

  /// Appends the members of what is done in the page.
  private func append(_ deed: MatchPages.Deed, to json: inout JSONWriter) {
    json.add(deed.filter)
    switch deed.kind {
    case .scriptlet(let name, let arguments, let world):
      json.add("does", "scriptlet")
      json.add("scriptlet", name)
      json.key("arguments")
      json.array(arguments)
      json.add("world", world.rawValue)
    case .elements(let action, let operators):
      json.add("does", action.rawValue)
      json.key("operators")
      json.array(operators)
    }
  }

  private func append(
    _ name: StaticString, _ countName: StaticString, _ filters: [SourceMap.Filter], of count: Int,
    _ mapped: MappedFilters, to json: inout JSONWriter
  ) {
    guard !filters.isEmpty else { return }
    if count > filters.count { json.add(countName, count) }
    mapped.append(name, filters, to: &json)
  }
}
