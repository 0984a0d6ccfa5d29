import ContentBlocker
import Conversion

/// Lets hosts of one owner through on the owner's pages, several hosts with one rule.
///
/// WebKit has no alternatives in patterns, but `(a)?(b)?` matches `a` and `b`, and beyond these only hosts of
/// which no tracker has the name, which is made sure of: `ab`, and nothing at all.
struct SharedOwnerHosts {
  /// The domains and hosts that rules are about.
  private let reserved: Set<HostKey>
  private var groups: [(owner: String, hosts: [RequestedHost])] = []
  private var indexOfOwner: [String: Int] = [:]

  /// How many hosts share a pattern.
  private static let hostsInPattern = 24

  init(reserved: Set<HostKey>) { self.reserved = reserved }

  mutating func add(_ host: RequestedHost, of owner: String) {
    if let index = indexOfOwner[owner] {
      groups[index].hosts.append(host)
    } else {
      indexOfOwner[owner] = groups.count
      groups.append((owner, [host]))
    }
  }

  /// The rules for all owners.
  func rules(_ pages: OwnerPages) -> [Rule] {
    let mixed = groups.isEmpty ? [] : namesEndingInside()
    return groups.flatMap { owner, hosts in
      let joined = hosts.map(\.written).filter { !mixed.contains(HostKey($0)) }
      var filters = stride(from: 0, to: joined.count, by: Self.hostsInPattern).compactMap { start in
        Self.urlFilter(for: joined[start..<min(start + Self.hostsInPattern, joined.count)])
      }
      filters += hosts.filter { mixed.contains(HostKey($0.written)) }.compactMap(\.urlFilter)
      let pages = pages.pages(of: owner)
      return filters.compactMap { filter in
        pages.limiting(Trigger(urlFilter: filter, isCaseSensitive: true))
          .map { Rule(trigger: $0, action: .ignorePreviousRules) }
      }
    }
  }

  /// Names with which another one ends, though not behind a dot but behind what another host may end with:
  /// `track.example` in `exampletrack.example`. Put behind a host, it could give a name of other rules.
  private func namesEndingInside() -> Set<HostKey> {
    var found: Set<HostKey> = []
    let lastLabels = Set(reserved.map { HostKey(Self.lastLabel($0.bytes[...])) })
    for name in reserved.lazy.map(\.bytes) {
      for start in name.indices.dropFirst() where name[start - 1] != UInt8(ascii: ".") {
        let end = HostKey(Array(name[start...]))
        if reserved.contains(end), lastLabels.contains(HostKey(Self.lastLabel(name[..<start]))) {
          found.insert(end)
        }
      }
    }
    return found
  }

  private static func lastLabel(_ name: ArraySlice<UInt8>) -> [UInt8] {
    Array(name.suffix(from: name.lastIndex(of: UInt8(ascii: ".")).map { $0 + 1 } ?? name.startIndex))
  }

  /// Requests to any of the hosts, or below.
  private static func urlFilter(for hosts: ArraySlice<[UInt8]>) -> URLFilter? {
    guard hosts.count > 1 else { return hosts.first.flatMap { .host($0.span) } }
    typealias Term = URLFilterPattern.Term
    let names = hosts.map { Term(.group($0.map { Term(.literal($0)) }), .optional) }
    return URLFilter(
      URLFilterPattern(
        .atHostLabel + names + [.hostEnd], isAnchoredAtStart: true))
  }
}
