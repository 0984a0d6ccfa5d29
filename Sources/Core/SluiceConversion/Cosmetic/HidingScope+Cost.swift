import SluiceRules

extension ExclusionBudget {
  /// Takes the size of a scope's rules from the budget, beyond one rule without conditions.
  ///
  /// - Parameter specifichide: The pages to exclude from each scope that names sites or defines its pages by
  /// URL.
  mutating func spend(for scope: HidingScope, without specifichide: PageNameSet) -> Bool {
    var written: HidingScope? = scope
    if !scope.isGeneric, !specifichide.isEmpty {
      // Looking these pages up takes steps too, even if there is no room for them.
      let count =
        scope.sites.isEmpty
        ? specifichide.names.count
        : scope.sites.reduce(0) { $0.addingClamped(specifichide.maximumCount(overlapping: $1)) }
      guard count <= steps, count.multipliedClamped(by: HidingScope.separatorSize) <= rest else {
        return false
      }
      _ = spend(steps: count)
      written = scope.without(specifichide)
    }
    let cost = written?.cost ?? 0
    return cost == 0 || spend(cost)
  }
}

extension HidingScope {
  /// The approximate size of the scope's rules in bytes, beyond one rule with one pattern and no exclusions.
  var cost: Int {
    if let filters = documentFilters { return Self.size(ofMore: filters) }
    var bytes = 0
    if hasExclusions {
      let exclusions = exclusions
      bytes += exclusions.shared.reduce(Self.size(exclusions.names, exclusions.urls)) { $0 + $1.size }
      // If entities or URLs are excluded, every name is also written as a pattern.
      if !exclusions.urls.isEmpty || exclusions.names.contains(where: { $0.isEntity })
        || exclusions.shared.contains(where: { !$0.urls.isEmpty || $0.hasEntities })
      {
        let names = exclusions.shared.reduce(exclusions.names.count) { $0 + $1.names.count }
        bytes += names * Self.patternSize
      }
    }
    switch pages {
    case .everywhere, .on: return bytes
    case .urls(let filters, _), .anySiteURLs(let filters, _):
      return filters.count.multipliedClamped(by: bytes).addingClamped(Self.size(ofMore: filters))
    }
  }

  static func size(_ names: [PageName], _ urls: [URLFilter]) -> Int {
    names.reduce(0) { $0 + $1.bytes.count + Self.separatorSize }
      + urls.reduce(0) { $0 + $1.bytes.count + Self.separatorSize }
  }

  /// Returns the size of the patterns after the first one. Each pattern needs a rule of its own.
  private static func size(ofMore filters: [URLFilter]) -> Int {
    filters.dropFirst().reduce(0) { $0 + $1.bytes.count + ruleSize }
  }

  /// The size of the quotes, the comma and the `*` of a domain.
  fileprivate static let separatorSize = 4
  /// The additional bytes that a name needs if it is written as a URL pattern.
  private static let patternSize = 44
  /// The size of a rule without its pattern and selector.
  private static let ruleSize = 120
}
