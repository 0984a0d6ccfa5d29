import SluiceAnalysis
import SluiceConversion
import SluiceRules

/// A rule that several filters with different pages, types or parties share. It finds the filters that match a request.
struct SharedRule: Sendable {
  private let filters: SeparateFilters

  /// Returns whether the filters of a rule can match different requests. The filters of a hiding rule have the same
  /// pages.
  static func isPossible(_ rule: Rule) -> Bool {
    switch rule.action {
    case .hide: false
    case .block, .blockCookies, .ignorePreviousRules, .ignoreFollowingRules, .makeHTTPS: true
    }
  }

  init(_ index: Int, of list: Blocklist, _ mapped: MappedFilters) {
    let rule = list.rule(index)
    filters = SeparateFilters(
      mapped.origin(ofRule: index).filters, SingleFilterConverter(list, like: rule)
    ) { $0.action.isLike(rule.action) ? $0 : nil }
  }

  /// Returns the filters that match a request of the rule, or all filters if none of them is known to match.
  func filters(on request: Request) -> [SourceMap.Filter] {
    let meant = filters.meaning(request)
    return meant.isEmpty ? filters.filters : meant
  }
}

extension Action {
  /// Returns whether the action has the same effect, regardless of the order of rules in the list.
  fileprivate func isLike(_ other: Action) -> Bool { overridesOthers ? other.overridesOthers : self == other }
}
