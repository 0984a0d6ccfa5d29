/// Whether one rule acts on every load on which another acts, but for their patterns.
extension Trigger {
  /// Whether all that the trigger asks besides its pattern is asked by the other too. True is certain; false
  /// says nothing.
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
    // What is looked for anywhere in a URL is found in more of them.
    if pages.isNegated {
      return (pages.isAnchored || !others.isAnchored) && others.domains.include(pages.domains)
    }
    return (others.isAnchored || !pages.isAnchored) && pages.domains.include(others.domains)
  }

  /// Whether the pattern matches, without regard to case, whatever it matches with: only negated classes
  /// with letters in them do not.
  var isWiderWithoutCase: Bool { urlFilter.pattern.terms.allSatisfy(\.isWiderWithoutCase) }
}

extension URLFilterPattern.Term {
  fileprivate var isWiderWithoutCase: Bool {
    switch atom {
    case .literal, .any: true
    case .characters(let characters):
      !characters.isNegated || characters.members.intersection(.letters).isEmpty
    case .group(let terms): terms.allSatisfy(\.isWiderWithoutCase)
    }
  }
}

extension [Domain] {
  /// How many domains are looked at; longer lists are compared as they are.
  private static var limit: Int { 64 }

  /// Whether each of the others is one of these or below one of them.
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
    return includesSubdomains && start > 1 && other.host[start - 1] == UInt8(ascii: ".")
      && other.host[start...].elementsEqual(host)
  }
}
