extension [Rule] {
  /// Whether a list of these rules is near a limit at which WebKit's compiler aborts the process.
  package var areNearAbort: Bool { !AbortCount.all(in: self).isEmpty }
}

/// The number of rules that count toward an abort limit.
struct AbortCount {
  let limit: AbortLimit
  let count: Int
  /// The first rule beyond the limit or beyond the warning threshold.
  let rule: Int

  /// Returns the counts that are beyond an abort limit or near it.
  static func all(in rules: [Rule]) -> [AbortCount] {
    var everything: [Int] = []
    var patterns: [Key: [Int]] = [:]
    // Most lists are shorter than this and cannot reach a limit.
    guard rules.count >= AbortLimit.warningCount else { return [] }
    let conditional = rules.indices.filter { rules[$0].trigger.condition != nil }
    guard conditional.count >= AbortLimit.warningCount else { return [] }
    for index in conditional {
      let trigger = rules[index].trigger
      if trigger.urlFilter.matchesEverything {
        everything.append(index)
      } else {
        patterns[Key(filter: trigger.urlFilter, isCaseSensitive: trigger.isCaseSensitive), default: []]
          .append(index)
      }
    }
    let counts = patterns.map { AbortCount(.pattern($0.key.filter), $0.value) }
    return ([AbortCount(.everything, everything)] + counts).compactMap { $0 }.sorted { $0.rule < $1.rule }
  }

  private struct Key: Hashable {
    let filter: URLFilter
    let isCaseSensitive: Bool
  }

  private init?(_ limit: AbortLimit, _ rules: [Int]) {
    guard rules.count >= AbortLimit.warningCount else { return nil }
    self.limit = limit
    count = rules.count
    rule = rules[rules.count > limit.maximumRules ? limit.maximumRules : AbortLimit.warningCount - 1]
  }

  var reason: RuleListFinding.Reason {
    count > limit.maximumRules ? .abortLimit(limit, count: count) : .nearAbortLimit(limit, count: count)
  }
}
