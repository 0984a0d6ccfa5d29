import ContentBlocker
import Conversion

/// The pages of owners: which condition a rule needs to act on them, or on all others.
struct OwnerPages: Sendable {
  private var domains: [String: [[UInt8]]] = [:]
  /// For a domain those below it that belong to another owner.
  private var foreign: [HostKey: [[UInt8]]] = [:]

  private var owners: [HostKey: String] = [:]

  init(_ entities: [TrackerData.Entity]) {
    var owner: [HostKey: String] = [:]
    for entity in entities {
      domains[entity.name, default: []] += entity.domains
      for domain in entity.domains { owner[HostKey(domain)] = entity.name }
    }
    for (domain, name) in owner {
      // The nearest domain above decides whether this one is cut out of it.
      for parent in HostNames.parents(of: domain.bytes) {
        guard let parentOwner = owner[HostKey(parent)] else { continue }
        if parentOwner != name { foreign[HostKey(parent), default: []].append(domain.bytes) }
        break
      }
    }
    owners = owner
    for parent in foreign.keys { foreign[parent]?.sort { $0.lexicographicallyPrecedes($1) } }
  }

  /// Whether the owner is known.
  func isKnown(_ owner: String) -> Bool { domains[owner] != nil }

  /// How many domains the owner has.
  func count(_ owner: String?) -> Int { owner.flatMap { domains[$0]?.count } ?? 0 }

  /// Whether the host is on the owner's pages.
  func covers(_ host: [UInt8], _ owner: String?) -> Bool {
    (owner.flatMap { domains[$0] } ?? []).contains { HostNames.isHost(host, within: $0) }
  }

  /// The owner of the pages of a host: that of the nearest domain.
  func owner(of host: [UInt8]) -> String? {
    HostNames.nearest(host) { owners[$0] }
  }

  /// The trigger, on the owner's pages only, those of `own` among them; nil when there are none.
  ///
  /// WebKit takes a fifth less time for patterns of pages, in one case, than for domains (measured on all of a
  /// tds.json), but they are longer: where there are many, `writesDomains` says that length counts more.
  func limiting(_ trigger: Trigger, to owner: String?, own: [UInt8]?, writesDomains: Bool) -> Trigger? {
    let names = names(owner, own)
    var trigger = trigger
    if writesDomains, !hasForeign(names) {
      let domains: NonEmpty<Domain>? = NonEmpty(names.compactMap { Domain($0, includesSubdomains: true) })
      trigger.condition = domains.map { .ifDomain($0) }
    } else {
      trigger.condition = NonEmpty(patterns(names)).map { .ifTopURL($0) }
      trigger.isConditionCaseSensitive = true
    }
    return trigger.condition == nil ? nil : trigger
  }

  /// The trigger, on all pages but the owner's and those of `own`.
  func excluding(_ trigger: Trigger, from owner: String?, own: [UInt8]?) -> Trigger {
    var trigger = trigger
    guard let patterns = NonEmpty(patterns(names(owner, own))) else { return trigger }
    trigger.condition = .unlessTopURL(patterns)
    trigger.isConditionCaseSensitive = true
    return trigger
  }

  private func names(_ owner: String?, _ own: [UInt8]?) -> [[UInt8]] {
    var names = owner.flatMap { domains[$0] } ?? []
    if let own { names.append(own) }
    return names
  }

  /// Whether domains of others have to be cut out.
  private func hasForeign(_ names: [[UInt8]]) -> Bool {
    !foreign.isEmpty && names.contains { foreign[HostKey($0)] != nil }
  }

  /// Patterns of the pages, without those of others.
  private func patterns(_ names: [[UInt8]]) -> [URLFilter] {
    names.flatMap { PagePattern.host($0, without: foreign[HostKey($0)] ?? []) }
  }
}
