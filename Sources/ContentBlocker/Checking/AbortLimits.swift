/// The numbers of rules with conditions at which WebKit's compiler ends its process instead of rejecting the list.
///
/// WebKit combines what rules without conditions do, and what others do not (read in its source). The actions of
/// one state of its automata are counted in 16 bits, and it asserts that they fit: 65,534 rules that match every
/// URL compile and one more aborts, of rules with one pattern it is 65,535 (measured on WebKitGTK 2.50.6).
public enum AbortLimit: Hashable, Sendable {
  /// Patterns of which no part must stand in a URL, such as `.*`.
  case everything
  /// One pattern.
  case pattern(URLFilter)

  /// The most rules that compile.
  public var maximumRules: Int {
    switch self {
    case .everything: 65_534
    case .pattern: 65_535
    }
  }

  /// From how many on a list is near it. Three quarters of the limit: lists that are built every day grow by
  /// themselves, and this leaves time to do something, while it is more than lists have that are not near.
  static let warningCount = 49_152
}

/// So many rules are counted for a limit.
struct AbortCount {
  let limit: AbortLimit
  let count: Int
  /// The first rule that is too many, or near that.
  let rule: Int

  /// The counts that are beyond a limit or near it.
  static func all(in rules: [Rule]) -> [AbortCount] {
    var everything: [Int] = []
    var patterns: [Key: [Int]] = [:]
    // Below this nothing can be found, and most lists are.
    guard rules.count >= AbortLimit.warningCount else { return [] }
    for (index, rule) in rules.enumerated() where rule.trigger.condition != nil {
      let filter = rule.trigger.urlFilter
      if filter.matchesEverything {
        everything.append(index)
      } else {
        patterns[Key(filter: filter, isCaseSensitive: rule.trigger.isCaseSensitive), default: []].append(
          index)
      }
    }
    let counts = patterns.map { AbortCount(.pattern($0.key.filter), $0.value) }
    return ([AbortCount(.everything, everything)] + counts).compactMap(\.self).sorted { $0.rule < $1.rule }
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

  var reason: CheckReason {
    count > limit.maximumRules ? .abortLimit(limit, count: count) : .nearAbortLimit(limit, count: count)
  }
}

extension URLFilter {
  /// Whether WebKit's compiler takes the pattern for one of every URL.
  fileprivate var matchesEverything: Bool {
    if self == .any { return true }
    // Most patterns say so by how they begin.
    if bytes.first == UInt8(ascii: "^") || plainHost != nil { return false }
    let pattern = self.pattern
    return !pattern.isAnchoredAtEnd && !pattern.terms.contains(where: \.isMandatory)
  }
}

extension AbortLimit {
  var subject: String {
    switch self {
    case .everything: "rules with conditions match every URL"
    case .pattern(let filter): "rules with conditions have the url-filter \(filter)"
    }
  }
}
