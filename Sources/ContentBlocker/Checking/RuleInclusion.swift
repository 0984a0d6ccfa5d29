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
    switch (condition, otherCondition) {
    case (.ifDomain(let domains), .ifDomain(let others)): return domains.include(others)
    case (.unlessDomain(let domains), .unlessDomain(let others)): return others.include(domains)
    default: return condition == otherCondition
    }
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

extension NonEmpty<Domain> {
  /// How many domains are looked at; longer lists are compared as they are.
  private static var limit: Int { 64 }

  /// Whether each of the others is one of these or below one of them.
  fileprivate func include(_ others: NonEmpty<Domain>) -> Bool {
    if elements == others.elements { return true }
    guard elements.count <= Self.limit, others.elements.count <= Self.limit else { return false }
    return others.elements.allSatisfy { other in elements.contains { $0.includes(other) } }
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
