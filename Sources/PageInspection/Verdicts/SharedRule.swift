import ContentBlocker
import Conversion

/// A rule that several filters share, each for pages of its own: which of them mean a load.
struct SharedRule: Sendable {
  private let filters: SeparateFilters

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
    let rule = list.rule(index)
    filters = SeparateFilters(
      mapped.origin(ofRule: index).filters, SingleFilterConverter(list, like: rule)
    ) { $0.action.isLike(rule.action) ? $0 : nil }
  }

  /// The filters that mean a load which the rule matches. Where none of them says so, all that may.
  func filters(on request: Request) -> [SourceMap.Filter] {
    let meant = filters.meaning(request)
    return meant.isEmpty ? filters.filters : meant
  }
}

extension Action {
  /// Whether it does the same, whichever way round its list is.
  fileprivate func isLike(_ other: Action) -> Bool { liftsOthers ? other.liftsOthers : self == other }
}
