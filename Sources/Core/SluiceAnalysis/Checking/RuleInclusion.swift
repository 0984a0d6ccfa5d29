/// A test whether a rule applies to every request that another rule applies to, apart from their patterns.
extension Trigger {
  /// Returns whether the conditions of this trigger other than its pattern hold whenever those of the other
  /// trigger hold. The result `true` is certain; `false` is not.
  func includesAllButPattern(of other: Trigger) -> Bool {
    (resourceTypes.isEmpty || !other.resourceTypes.isEmpty && other.resourceTypes.isSubset(of: resourceTypes))
      && (loadTypes.isEmpty || !other.loadTypes.isEmpty && other.loadTypes.isSubset(of: loadTypes))
      && (loadContexts.isEmpty
        || !other.loadContexts.isEmpty && other.loadContexts.isSubset(of: loadContexts))
      && (requestMethod == nil || requestMethod == other.requestMethod)
      && includesCondition(of: other)
  }

  private func includesCondition(of other: Trigger) -> Bool {
    guard let condition else { return true }
    guard let otherCondition = other.condition, isConditionCaseSensitive == other.isConditionCaseSensitive
    else { return false }
    if condition == otherCondition { return true }
    guard let pages = condition.pageDomains, let others = otherCondition.pageDomains,
      pages.isNegated == others.isNegated
    else { return false }
    // An unanchored condition matches more pages than an anchored one.
    if pages.isNegated {
      return (pages.isAnchored || !others.isAnchored) && others.domains.include(pages.domains)
    }
    return (others.isAnchored || !pages.isAnchored) && pages.domains.include(others.domains)
  }

  /// Returns whether this pattern matches whatever the other one matches, if they differ in their case sensitivity alone.
  func hasWiderCase(than other: Trigger) -> Bool {
    isCaseSensitive == other.isCaseSensitive || !isCaseSensitive && isWiderWithoutCase
  }

  /// Whether the pattern matches more or the same URLs when it ignores case. This is not true for negated
  /// classes with letters.
  var isWiderWithoutCase: Bool { urlFilter.pattern.terms.allSatisfy { $0.isWiderWithoutCase } }
}

extension URLFilterPattern.Term {
  fileprivate var isWiderWithoutCase: Bool {
    switch atom {
    case .literal, .any: true
    case .characters(let characters):
      !characters.isNegated || characters.members.intersection(.letters).isEmpty
    case .group(let terms): terms.allSatisfy { $0.isWiderWithoutCase }
    }
  }
}

extension [Domain] {
  /// The maximum number of domains to compare one by one. Longer arrays are only tested for equality.
  private static var limit: Int { 64 }

  /// Returns whether each of the other domains equals one of these domains or is a subdomain of one.
  fileprivate func include(_ others: [Domain]) -> Bool {
    if self == others { return true }
    guard count <= Self.limit, others.count <= Self.limit else { return false }
    return others.allSatisfy { other in contains { $0.includes(other) } }
  }
}

extension Domain {
  fileprivate func includes(_ other: Domain) -> Bool {
    if host == other.host { return includesSubdomains || !other.includesSubdomains }
    let start = other.host.count - host.count
    return includesSubdomains && start > 1 && other.host[start - 1] == ASCII.dot
      && other.host[start...].elementsEqual(host)
  }
}
