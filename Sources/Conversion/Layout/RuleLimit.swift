import ContentBlocker
import FilterSyntax

/// Keeps a rule list within its limit.
struct RuleLimit {
  let maximum: Int
  let policy: LimitPolicy

  init(_ options: ConversionOptions) {
    let asked = options.maximumRules ?? RuleList.maximumRules
    maximum = options.ignoresLimit ? .max : min(asked, RuleList.maximumRules)
    policy = options.limitPolicy
  }

  /// Leaves out what is too much, or throws. Only blocking rules go, the last ones first: without an
  /// exception the filters that it cancels would act where they must not. `partCounts` are the rules in each
  /// list if there were two instead, nil where there are: the error says what would do.
  ///
  /// Returns the filters whose rules were left out, in the order of the lists.
  func apply(
    to list: inout RuleSequence, of part: ConvertedList.Part, partCounts: () -> [Int]?
  ) throws(ConversionError) -> [FilterLocation] {
    let excess = list.rules.count - maximum
    guard excess > 0 else { return [] }
    var locations: [FilterLocation] = []
    // From here on blocks go.
    var start = list.rules.count
    while locations.count < excess, start > 0 {
      start -= 1
      if list.rules[start].action == .block { locations.append(list.locations[start]) }
    }
    let canTruncate = locations.count == excess
    guard policy == .truncate, canTruncate else {
      var remedies: LimitRemedies = canTruncate ? .truncation : []
      if let counts = partCounts(), counts.allSatisfy({ $0 <= maximum }) { remedies.insert(.split) }
      throw .tooManyRules(part: part, rules: list.rules.count, limit: maximum, remedies: remedies)
    }
    let rules = list.rules
    list.filter { $0 < start || rules[$0].action != .block }
    locations.sort()
    return locations.indices.filter { $0 == 0 || locations[$0 - 1] != locations[$0] }.map { locations[$0] }
  }
}
