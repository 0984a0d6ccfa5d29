import ContentBlocker
import Conversion

/// Answers for programs, one JSON object a line. `docs/match.md` describes them.
struct MatchJSON {
  /// Whether all filters and selectors are written, however many there are.
  let isWhole: Bool

  /// Appends an answer; `number` is the line of the request, if they stand in lines.
  func append(_ answer: MatchAnswer, number: Int?, to line: inout JSONLine) {
    line.object { line in
      if let number { line.add("line", number) }
      line.add("url", answer.request.url)
      line.add("page", answer.request.topURL)
      if answer.description.frame != nil { line.add("frame", answer.request.frameURL) }
      line.add("type", answer.description.kind.rawValue)
      if answer.description.isKindGuessed { line.add("guessedType", true) }
      line.add("decision", answer.isBlocked ? "blocked" : "allowed")
      if answer.blocksCookies { line.add("blocksCookies", true) }
      if answer.isUpgraded { line.add("upgraded", true) }
      if answer.hiddenSelectors > 0 { line.add("hides", answer.hiddenSelectors) }
      line.add("rules", answer.acting) { append($1, by: nil, to: &$0) }
      line.add("overridden", answer.overridden) { append($1.rule, by: $1.by, to: &$0) }
    }
    line.end()
  }

  /// Appends what is wrong with a request.
  func append(_ problem: RequestProblem, number: Int, column: Int, to line: inout JSONLine) {
    line.object { line in
      line.add("line", number)
      line.add("column", column)
      line.add("error", problem.message)
    }
    line.end()
  }

  private func append(_ listed: MatchAnswer.ListedRule, by: Int?, to line: inout JSONLine) {
    line.object { line in
      line.add("list", listed.list.name)
      line.add("rule", listed.index)
      line.add("action", listed.rule.action.name)
      if let by { line.add("by", by) }
      if case .hide(let selectors) = listed.rule.action {
        line.add("selectorCount", selectors.elements.count)
        if isWhole { line.add("selectors", selectors.elements.map(\.description)) }
      }
      guard let mapped = listed.list.mapped else { return }
      let origin = mapped.origin(ofRule: listed.index, limit: isWhole ? .max : MappedFilters.shownAsJSON)
      append("filters", "filterCount", origin.filters, of: origin.filterCount, mapped, to: &line)
      append("limits", "limitCount", origin.limits, of: origin.limitCount, mapped, to: &line)
    }
  }

  private func append(
    _ name: StaticString, _ countName: StaticString, _ filters: [SourceMap.Filter], of count: Int,
    _ mapped: MappedFilters, to line: inout JSONLine
  ) {
    guard !filters.isEmpty else { return }
    if count > filters.count { line.add(countName, count) }
    mapped.append(name, filters, to: &line)
  }
}
