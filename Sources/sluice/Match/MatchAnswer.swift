import ContentBlocker

/// What several rule lists do with a load. In WebKit each decides for itself, and a load happens when none
/// blocks it.
struct MatchAnswer {
  let description: RequestDescription
  let request: Request
  let isBlocked: Bool
  let blocksCookies: Bool
  let isUpgraded: Bool
  /// How many selectors are hidden.
  let hiddenSelectors: Int
  /// The rules that act, list by list, in the order of each.
  let acting: [ListedRule]
  /// The rules that match and do not act, with the rule that is to blame.
  let overridden: [(rule: ListedRule, by: Int)]

  /// What scripts for pages would do in the document that is loaded, in the order of the filters.
  let inPage: [MatchPages.Deed]

  /// A rule of one of the lists.
  struct ListedRule {
    let list: MatchList
    let index: Int
    var rule: Rule { list.rule(index) }
  }

  init(_ description: RequestDescription, _ lists: MatchLists, _ suffixes: PublicSuffixList) {
    self.description = description
    let request = description.request(suffixes)
    let decisions = lists.lists.map { ($0, $0.evaluator.decide(request)) }
    self.request = request
    isBlocked = decisions.contains { $0.1.isBlocked }
    blocksCookies = decisions.contains { $0.1.blocksCookies }
    isUpgraded = decisions.contains { $0.1.isUpgraded }
    hiddenSelectors = decisions.reduce(0) { $0 + $1.1.hiding.reduce(0) { $0 + $1.elements.count } }
    inPage = isBlocked ? [] : lists.pages?.deeds(description) ?? []
    acting = decisions.flatMap { list, decision in
      decision.acting.map { ListedRule(list: list, index: $0) }
    }
    overridden = decisions.flatMap { list, decision in
      decision.overridden.map { (ListedRule(list: list, index: $0.rule), $0.by) }
    }
  }
}
