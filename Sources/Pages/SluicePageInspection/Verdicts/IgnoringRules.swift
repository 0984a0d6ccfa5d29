import SluiceAnalysis
import SluiceConversion
import SluiceRules

/// The rules of a list that match a request and only prevent other rules from applying.
struct IgnoringRules {
  private let rules: [JudgedRule]
  /// All rules that match the request when it is not a ping, or `nil` if the request is not a ping.
  ///
  /// WebKit evaluates a ping a second time as another type, so an exception for pings does not override a
  /// rule that also matches other types.
  private let matchingAgain: Set<Int>?

  /// - Parameter judged: Returns the rule at an index with its origin.
  init(_ decision: Decision, _ request: Request, _ list: Blocklist, judged: (Int) -> JudgedRule) {
    // Most requests have no such rules and need no second evaluation.
    let isNeeded = !decision.overridden.isEmpty || request.types.contains(.document)
    let matching = isNeeded ? list.evaluator.matching(request) : []
    rules = matching.filter { list.rule($0).action.overridesOthers }.map(judged)
    var again = request
    again.types.remove(.ping)
    matchingAgain = request.types.contains(.ping) ? Set(list.evaluator.matching(again)) : nil
  }

  /// Returns the exceptions to a matching rule. Each of them is sufficient on its own. The result is empty if
  /// the rule would not apply without them either.
  func exceptions(to rule: JudgedRule) -> [JudgedRule] {
    guard !rule.rule.action.overridesOthers else { return [] }
    let overriding = overriding(rule.index)
    return overriding.allSatisfy { $0.isException(to: rule) } ? overriding : []
  }

  /// Returns the rules that prevent a matching rule from applying. Each of them is sufficient on its own.
  func overriding(_ index: Int) -> [JudgedRule] {
    let isJudgedAgain = matchingAgain?.contains(index) ?? false
    return rules.filter { rule in
      if isJudgedAgain, matchingAgain?.contains(rule.index) == false { return false }
      return switch rule.rule.action {
      case .ignorePreviousRules: rule.index > index
      case .ignoreFollowingRules: rule.index < index
      case .block, .blockCookies, .hide, .makeHTTPS, .redirect, .modifyHeaders: false
      }
    }
  }
}

extension JudgedRule {
  /// Returns whether the rule comes from other filters than another rule. Without known filters, it is an
  /// exception.
  fileprivate func isException(to other: JudgedRule) -> Bool {
    guard let origin, let others = other.origin else { return true }
    return origin.filters.contains { !others.filters.contains($0) }
  }
}
