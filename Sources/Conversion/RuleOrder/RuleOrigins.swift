import ContentBlocker

/// Rules that several filters share, and, when asked for, these filters.
struct SharedRules {
  private(set) var rules: [OriginatedRule] = []
  /// For each rule its filters; empty when they are not asked for.
  private(set) var filters: [[FilterLocation]] = []
  /// For each rule the exceptions that make it act on less.
  private(set) var limits: [[FilterLocation]] = []

  /// Appends a rule whose filters are not asked for.
  mutating func append(_ rule: Rule, from location: FilterLocation) {
    rules.append(OriginatedRule(rule: rule, location: location))
  }

  mutating func append(
    _ rule: Rule, from location: FilterLocation, of filters: [FilterLocation],
    limitedBy limits: [FilterLocation] = []
  ) {
    append(rule, from: location)
    self.filters.append(filters)
    self.limits.append(limits)
  }

  /// Adds exceptions that make all of the rules act on less.
  mutating func limit(by exceptions: [FilterLocation]) {
    guard !exceptions.isEmpty else { return }
    for index in limits.indices {
      if limits[index].isEmpty { limits[index] = exceptions } else { limits[index] += exceptions }
    }
  }
}

/// The filters of those rules of a sequence that do not come from one filter alone, by position.
struct RuleOrigins {
  private var filters: [Int: [FilterLocation]] = [:]
  /// In any order, some perhaps several times: rules that are limited by the same have one array.
  private var limits: [Int: [FilterLocation]] = [:]

  /// All filters of a rule; nil when there is but the one that the sequence knows.
  func filters(ofRule position: Int) -> [FilterLocation]? { filters[position] }

  /// The exceptions that make a rule act on less.
  func limits(ofRule position: Int) -> [FilterLocation] { limits[position] ?? [] }

  /// Adds a filter to a rule that was made for `first`.
  mutating func add(_ location: FilterLocation, to position: Int, from first: FilterLocation) {
    filters[position, default: [first]].append(location)
  }

  mutating func append(_ rules: SharedRules, at start: Int) {
    for index in rules.rules.indices {
      filters[start + index] = rules.filters[index]
      if !rules.limits[index].isEmpty { limits[start + index] = rules.limits[index] }
    }
  }

  mutating func setGenerated(_ position: Int) { filters[position] = [] }

  /// Puts the rules at these positions, which get new ones, in the place of all.
  mutating func take(_ kept: [Int]) {
    let old = self
    self = RuleOrigins()
    for (position, former) in kept.enumerated() {
      filters[position] = old.filters[former]
      limits[position] = old.limits[former]
    }
  }
}
