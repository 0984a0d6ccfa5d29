import SluiceRules

/// Writes rules that allow the hosts of an owner on the owner's pages, with several hosts per rule.
///
/// WebKit's patterns have no alternation, but `(a)?(b)?` matches `a` and `b`. It also matches `ab` and the
/// empty text. The code ensures that no tracker has these hosts.
struct SharedOwnerHosts {
  /// The domains and hosts that rules apply to.
  private let reserved: Set<HostKey>
  private var groups: [(owner: String, hosts: [RequestedHost])] = []
  private var indexOfOwner: [String: Int] = [:]

  /// The number of hosts per pattern.
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

  /// Returns the names that are also the end of another name without a dot before them, such as
  /// `track.example` in `exampletrack.example`.
  ///
  /// If one of them is appended to another host, the result could be a host with its own rules.
  private func namesEndingInside() -> Set<HostKey> {
    var found: Set<HostKey> = []
    let lastLabels = Set(reserved.map { HostKey(Self.lastLabel($0.bytes[...])) })
    for name in reserved.lazy.map(\.bytes) {
      for start in name.indices.dropFirst() where name[start - 1] != ASCII.dot {
        let end = HostKey(Array(name[start...]))
        if reserved.contains(end), lastLabels.contains(HostKey(Self.lastLabel(name[..<start]))) {
          found.insert(end)
        }
      }
    }
    return found
  }

  private static func lastLabel(_ name: ArraySlice<UInt8>) -> [UInt8] {
    Array(name.suffix(from: name.lastIndex(of: ASCII.dot).map { $0 + 1 } ?? name.startIndex))
  }

  /// Returns the url-filter for requests to any of the hosts or their subdomains.
  private static func urlFilter(for hosts: ArraySlice<[UInt8]>) -> URLFilter? {
    guard hosts.count > 1 else { return hosts.first.flatMap { .host($0.span) } }
    typealias Term = URLFilterPattern.Term
    let names = hosts.map { Term(.group($0.map { Term(.literal($0)) }), .optional) }
    return URLFilter(
      URLFilterPattern(
        .atHostLabel + names + [.hostEnd], isAnchoredAtStart: true))
  }
}
