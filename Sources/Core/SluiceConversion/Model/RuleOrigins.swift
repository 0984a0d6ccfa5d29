import SluiceRules

/// Rules that several filters share. If filters are traced, the filters of each rule are stored too.
struct SharedRules {
  private(set) var rules: [OriginatedRule] = []
  /// The filters of each rule; empty if they are not traced.
  private(set) var filters: [[FilterPlace]] = []
  /// The exceptions that narrow each rule.
  private(set) var limits: [[FilterPlace]] = []

  /// Appends a rule without tracing its filters.
  mutating func append(_ rule: Rule, from location: FilterPlace) {
    rules.append(OriginatedRule(rule: rule, location: location))
  }

  mutating func append(
    _ rule: Rule, from location: FilterPlace, of filters: [FilterPlace],
    limitedBy limits: [FilterPlace] = []
  ) {
    append(rule, from: location)
    self.filters.append(filters)
    self.limits.append(limits)
  }

  /// Adds exceptions that narrow all rules.
  mutating func limit(by exceptions: [FilterPlace]) {
    guard !exceptions.isEmpty else { return }
    for index in limits.indices {
      if limits[index].isEmpty { limits[index] = exceptions } else { limits[index] += exceptions }
    }
  }
}

/// For each rule that does not come from exactly one filter: its filters, by the position of the rule.
struct RuleOrigins {
  private var filters: [Int: [FilterPlace]] = [:]
  /// The exceptions in any order, with possible duplicates. Rules with the same exceptions share an array.
  private var limits: [Int: [FilterPlace]] = [:]

  /// Returns all filters of a rule, or `nil` if the sequence knows its only filter.
  func filters(ofRule position: Int) -> [FilterPlace]? { filters[position] }

  /// Returns the exceptions that narrow a rule.
  func limits(ofRule position: Int) -> [FilterPlace] { limits[position] ?? [] }

  /// Adds a filter to a rule that was made for `first`.
  mutating func add(_ location: FilterPlace, to position: Int, from first: FilterPlace) {
    filters[position, default: [first]].append(location)
  }

  mutating func append(_ rules: SharedRules, at start: Int) {
    for index in rules.rules.indices {
      filters[start + index] = rules.filters[index]
      if !rules.limits[index].isEmpty { limits[start + index] = rules.limits[index] }
    }
  }

  mutating func setGenerated(_ position: Int) { filters[position] = [] }

  /// Keeps only the rules at these positions and renumbers them.
  mutating func take(_ kept: [Int]) {
    let old = self
    self = RuleOrigins()
    for (position, former) in kept.enumerated() {
      filters[position] = old.filters[former]
      limits[position] = old.limits[former]
    }
  }
}
