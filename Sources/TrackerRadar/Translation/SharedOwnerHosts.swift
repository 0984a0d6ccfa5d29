import ContentBlocker
import Conversion

/// Lets hosts of one owner through on the owner's pages, several hosts with one rule.
///
/// WebKit has no alternatives in patterns, but `(a)?(b)?` matches `a` and `b`, and beyond these only hosts of
/// which no tracker has the name, which is made sure of: `ab`, and nothing at all.
struct SharedOwnerHosts {
  /// The domains and hosts that rules are about.
  private let reserved: Set<HostKey>
  private var hosts: [(owner: String, hosts: [RequestedHost])] = []
  private var indexOfOwner: [String: Int] = [:]

  /// How many hosts share a pattern.
  private static let hostsInPattern = 24

  init(reserved: Set<HostKey>) { self.reserved = reserved }

  mutating func add(_ host: RequestedHost, of owner: String) {
    if let index = indexOfOwner[owner] {
      hosts[index].hosts.append(host)
    } else {
      indexOfOwner[owner] = hosts.count
      hosts.append((owner, [host]))
    }
  }

  /// The rules for all owners.
  func rules(_ pages: OwnerPages) -> [Rule] {
    let mixed = hosts.isEmpty ? [] : namesEndingInside()
    return hosts.flatMap { owner, hosts in
      guard let condition = pages.condition(owner, own: nil) else { return [Rule]() }
      let joined = hosts.map(\.written).filter { !mixed.contains(HostKey($0)) }
      var filters = stride(from: 0, to: joined.count, by: Self.hostsInPattern).compactMap { start in
        Self.urlFilter(for: joined[start..<min(start + Self.hostsInPattern, joined.count)])
      }
      filters += hosts.filter { mixed.contains(HostKey($0.written)) }.compactMap(\.urlFilter)
      return filters.map { filter in
        Rule(
          trigger: Trigger(urlFilter: filter, isCaseSensitive: true, condition: condition),
          action: .ignorePreviousRules)
      }
    }
  }

  /// Names with which another one ends, though not behind a dot: with one of these behind another host there
  /// could be a name that is meant by other rules.
  private func namesEndingInside() -> Set<HostKey> {
    var found: Set<HostKey> = []
    for name in reserved.lazy.map(\.bytes) {
      for start in name.indices.dropFirst() where name[start - 1] != UInt8(ascii: ".") {
        let end = HostKey(Array(name[start...]))
        if reserved.contains(end) { found.insert(end) }
      }
    }
    return found
  }

  /// Requests to any of the hosts, or below.
  private static func urlFilter(for hosts: ArraySlice<[UInt8]>) -> URLFilter? {
    guard hosts.count > 1 else { return hosts.first.flatMap { .host($0.span) } }
    typealias Term = URLFilterPattern.Term
    let names = hosts.map { Term(.group($0.map { Term(.literal($0)) }), .optional) }
    return URLFilter(
      URLFilterPattern(
        .atHostLabel + names + [Term(.characters(.hostEnd))], isAnchoredAtStart: true))
  }
}
