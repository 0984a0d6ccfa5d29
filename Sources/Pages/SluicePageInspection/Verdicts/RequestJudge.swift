import SluiceAnalysis
import SluiceConversion
import SluiceRules

/// Evaluates requests with filter lists. It caches data about rules to make later evaluations faster.
public struct RequestJudge: Sendable {
  /// The filter lists.
  public let lists: Blocklists
  /// The public suffixes that distinguish first and third parties.
  public let suffixes: PublicSuffixList
  /// The maximum number of filters to list per rule.
  public let filterLimit: Int
  /// The rules that several filters share, by index, for each list.
  private var shared: [[Int: SharedRule]]
  private var limited: [LimitedRules?]

  /// Creates a judge that lists at most `filterLimit` filters per rule.
  public init(_ lists: Blocklists, _ suffixes: PublicSuffixList, filterLimit: Int = .max) {
    (self.lists, self.suffixes, self.filterLimit) = (lists, suffixes, filterLimit)
    shared = Array(repeating: [:], count: lists.lists.count)
    limited = Array(repeating: nil, count: lists.lists.count)
  }

  /// Returns the verdict on a request.
  public mutating func verdict(on description: RequestDescription) -> Verdict {
    verdict(on: description, namesExcepted: false)
  }

  /// - Parameter namesExcepted: Whether to include excepted hiding filters for requests that load no document
  ///   or are blocked.
  mutating func verdict(on description: RequestDescription, namesExcepted: Bool) -> Verdict {
    let request = description.request(suffixes)
    let decisions = lists.lists.map { $0.evaluator.decide(request) }
    let isBlocked = decisions.contains(where: { $0.isBlocked })
    var acting: [JudgedRule] = []
    var overridden: [Verdict.Overridden] = []
    var excepted: [ExceptedFilters] = []
    for (number, decision) in decisions.enumerated() {
      for index in decision.acting { acting.append(rule(index, of: number, on: request)) }
      let ignoring = IgnoringRules(decision, request, lists.lists[number]) {
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
        excepted += self.excepted(decision, ignoring, of: number, on: request)
      }
    }
    return Verdict(
      description: description, request: request, isBlocked: isBlocked,
      blocksCookies: decisions.contains(where: { $0.blocksCookies }),
      isUpgraded: decisions.contains(where: { $0.isUpgraded }),
      hiddenSelectors: decisions.reduce(0) { $0 + $1.hiding.reduce(0) { $0 + $1.elements.count } },
      acting: acting, overridden: overridden, excepted: excepted,
      inPage: isBlocked ? [] : lists.scripted?.effects(description) ?? [])
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
      if shared[number][index] == nil { shared[number][index] = SharedRule(index, of: list, mapped) }
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
    _ decision: Decision, _ ignoring: IgnoringRules, of number: Int, on request: Request
  ) -> [ExceptedFilters] {
    if limited[number] == nil { limited[number] = LimitedRules(lists.lists[number]) }
    return limited[number]?.excepted(decision, ignoring, on: request, limit: filterLimit) ?? []
  }
}

extension Request.Kind {
  /// Whether the request loads the document of a page or frame.
  var isDocument: Bool {
    switch self {
    case .document, .subdocument: true
    case .script, .stylesheet, .image, .font, .media, .xmlhttprequest, .websocket, .ping, .beacon, .object,
      .popup, .other:
      false
    }
  }
}
