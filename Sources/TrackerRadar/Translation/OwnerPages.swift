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

  /// The condition for acting on the owner's pages only, those of `own` among them; nil when there are none.
  func condition(_ owner: String?, own: [UInt8]?) -> Condition? {
    let names = names(owner, own)
    if let patterns = patterns(names) { return NonEmpty(patterns).map { .ifTopURL($0) } }
    return NonEmpty(names.compactMap { Domain($0, includesSubdomains: true) }).map { .ifDomain($0) }
  }

  /// The condition for acting on all pages but the owner's and those of `own`; nil when there are none.
  func exclusion(_ owner: String?, own: [UInt8]?) -> Condition? {
    let names = names(owner, own)
    if let patterns = patterns(names) { return NonEmpty(patterns).map { .unlessTopURL($0) } }
    return NonEmpty(names.compactMap { Domain($0, includesSubdomains: true) }).map { .unlessDomain($0) }
  }

  private func names(_ owner: String?, _ own: [UInt8]?) -> [[UInt8]] {
    var names = owner.flatMap { domains[$0] } ?? []
    if let own { names.append(own) }
    return names
  }

  /// Patterns where domains of others have to be cut out; nil where there are none.
  private func patterns(_ names: [[UInt8]]) -> [URLFilter]? {
    guard !foreign.isEmpty, names.contains(where: { foreign[HostKey($0)] != nil }) else { return nil }
    return names.flatMap { PagePattern.host($0, without: foreign[HostKey($0)] ?? []) }
  }
}
