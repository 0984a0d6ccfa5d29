import SluicePatterns

/// The pages of owners, for conditions that include or exclude them.
struct OwnerPages: Sendable {
  private var domains: [String: [[UInt8]]] = [:]
  /// For each domain, the domains below it that belong to another owner.
  private var foreign: [HostKey: [[UInt8]]] = [:]

  private var owners: [HostKey: String] = [:]

  init(_ entities: [TrackerData.Entity]) {
    var owner: [HostKey: String] = [:]
    for entity in entities {
      domains[entity.name, default: []] += entity.domains
      for domain in entity.domains { owner[HostKey(domain)] = entity.name }
    }
    for (domain, name) in owner {
      // Only the nearest domain above matters. If it has another owner, this domain is an exclusion from it.
      for parent in HostNames.parents(of: domain.bytes) {
        guard let parentOwner = owner[HostKey(parent)] else { continue }
        if parentOwner != name { foreign[HostKey(parent), default: []].append(domain.bytes) }
        break
      }
    }
    owners = owner
    for parent in foreign.keys { foreign[parent]?.sort { $0.lexicographicallyPrecedes($1) } }
  }

  func isKnown(_ owner: String) -> Bool { domains[owner] != nil }

  /// Returns the number of the owner's domains.
  func count(_ owner: String?) -> Int { owner.flatMap { domains[$0]?.count } ?? 0 }

  /// Returns the owner of the pages of a host: the owner of the nearest domain.
  func owner(of host: [UInt8]) -> String? {
    HostNames.nearest(host) { owners[$0] }
  }

  /// Returns the pages of the owner, without the pages of other owners below them.
  func pages(of owner: String?) -> PageSet {
    let own = owner.flatMap { domains[$0] } ?? []
    return PageSet(within: own, without: foreign.isEmpty ? [] : own.flatMap { foreign[HostKey($0)] ?? [] })
  }
}

/// Finds the tracker of a host.
struct TrackerIndex: Sendable {
  private var numbers: [HostKey: Int] = [:]
  private var depths: [Int] = []

  init(_ trackers: [Tracker]) {
    for (number, tracker) in trackers.enumerated() { numbers[HostKey(tracker.domain)] = number }
    depths = trackers.map { tracker in
      HostNames.parents(of: tracker.domain).count { numbers[HostKey($0)] != nil }
    }
  }

  /// Returns the number of trackers above this one.
  func depth(of number: Int) -> Int { depths[number] }

  /// Returns the number of the nearest tracker at or above the host.
  func tracker(of host: [UInt8]) -> Int? {
    HostNames.nearest(host) { numbers[$0] }
  }
}
