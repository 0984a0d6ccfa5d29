import ContentBlocker
import Conversion

/// Pages and types of requests, as a trigger has them.
struct PageScope {
  /// The sites; nil for all.
  var domains: [[UInt8]]?
  /// The names of the types; nil for all.
  var types: [String]?

  init(_ scope: TrackerRule.Scope?) {
    domains = scope?.domains
    types = scope?.types
  }

  /// What is in both.
  func intersection(_ other: PageScope) -> PageScope {
    var both = self
    switch (domains, other.domains) {
    case (nil, let domains): both.domains = domains
    case (_, nil): break
    case (let a?, let b?):
      let inA = a.filter { name in b.contains { HostNames.isHost(name, within: $0) } }
      let inB = b.filter { name in
        !inA.contains(name) && a.contains { HostNames.isHost(name, within: $0) }
      }
      both.domains = inA + inB
    }
    switch (types, other.types) {
    case (nil, let types): both.types = types
    case (_, nil): break
    case (let a?, let b?): both.types = a.filter(b.contains)
    }
    return both
  }

  /// Whether there are such pages and types.
  var isEmpty: Bool { domains?.isEmpty == true || types?.isEmpty == true }

  /// Whether WebKit has none of the types.
  var lacksTypes: Bool { RequestTypeNames.resourceTypes(types)?.isEmpty == true }

  /// Limits a trigger to these; nil when it could never hold.
  func limiting(_ trigger: Trigger) -> Trigger? {
    var trigger = trigger
    if let types = RequestTypeNames.resourceTypes(types) {
      guard !types.isEmpty else { return nil }
      trigger.resourceTypes = types
    }
    if let domains {
      guard let domains = NonEmpty(domains.compactMap { Domain($0, includesSubdomains: true) }) else {
        return nil
      }
      trigger.condition = .ifDomain(domains)
    }
    return trigger
  }
}
