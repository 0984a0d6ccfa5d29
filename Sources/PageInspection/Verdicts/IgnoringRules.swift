import ContentBlocker
import Conversion

/// The rules of a list that match a load and do nothing but keep others from acting.
struct IgnoringRules {
  private let rules: [JudgedRule]
  /// All rules that match the load when it is judged as no ping; nil for other loads. WebKit judges a ping again as none, so
  /// that what holds for pings alone lets no rule through that holds for others too.
  private let matchingAgain: Set<Int>?

  /// - Parameter judged: what is known of a rule.
  init(_ decision: Decision, _ request: Request, _ list: Blocklist, judged: (Int) -> JudgedRule) {
    // Most loads have nothing of the kind, and need no second look.
    let isNeeded = !decision.overridden.isEmpty || request.types.contains(.document)
    let matching = isNeeded ? list.evaluator.matching(request) : []
    rules = matching.filter { list.rule($0).action.liftsOthers }.map(judged)
    var again = request
    again.types.remove(.ping)
    matchingAgain = request.types.contains(.ping) ? Set(list.evaluator.matching(again)) : nil
  }

  /// The exceptions to a rule that matches, each of which would do alone; none where it would not act without them either.
  func exceptions(to rule: JudgedRule) -> [JudgedRule] {
    guard !rule.rule.action.liftsOthers else { return [] }
    let lifting = lifting(rule.index)
    return lifting.allSatisfy { $0.isException(to: rule) } ? lifting : []
  }

  /// The rules that each would keep a rule from acting, if it matches.
  func lifting(_ index: Int) -> [JudgedRule] {
    let isJudgedAgain = matchingAgain?.contains(index) ?? false
    return rules.filter { rule in
      if isJudgedAgain, matchingAgain?.contains(rule.index) == false { return false }
      return switch rule.rule.action {
      case .ignorePreviousRules: rule.index > index
      case .ignoreFollowingRules: rule.index < index
      case .block, .blockCookies, .hide, .makeHTTPS: false
      }
    }
  }
}

extension JudgedRule {
  /// Whether other filters than those of a rule ask for it. Where no filters are known it is one.
  fileprivate func isException(to other: JudgedRule) -> Bool {
    guard let origin, let others = other.origin else { return true }
    return origin.filters.contains { !others.filters.contains($0) }
  }
}
