import SluiceRules

/// Writes rules that allow the hosts of an owner on the owner's pages, with several hosts per rule.
///
/// WebKit's patterns have no alternation, but `(a)?(b)?` matches `a` and `b`. It also matches `ab` and the
/// empty text. The code ensures that no tracker has these hosts.
struct SharedOwnerHosts {
  /// The names that cannot share a pattern.
  private let mixed: Set<HostKey>
  /// The hosts of each owner, and how many of them share patterns.
  private var groups: [(owner: String, hosts: [RequestedHost], joined: Int)] = []
  private var indexOfOwner: [String: Int] = [:]

  /// The number of hosts per pattern.
  private static let hostsInPattern = 24

  /// - Parameter mixed: The result of ``namesEndingInside(_:)`` for all domains and hosts that rules apply to.
  init(mixed: Set<HostKey>) { self.mixed = mixed }

  /// Returns the size of the rule that a host of an owner adds: none if it shares the rule of other hosts.
  func size(ofAdding host: RequestedHost, of owner: String, on pages: PageSet) -> Int {
    if mixed.contains(HostKey(host.written)) { return TrackerBudget.ruleSize + pages.size }
    let joined = indexOfOwner[owner].map { groups[$0].joined } ?? 0
    return 3 * host.written.count
      + (joined.isMultiple(of: Self.hostsInPattern) ? TrackerBudget.ruleSize + pages.size : 0)
  }

  mutating func add(_ host: RequestedHost, of owner: String) {
    let index = indexOfOwner[owner] ?? groups.count
    if index == groups.count {
      indexOfOwner[owner] = index
      groups.append((owner, [], 0))
    }
    groups[index].hosts.append(host)
    if !mixed.contains(HostKey(host.written)) { groups[index].joined += 1 }
  }

  func rules(_ pages: OwnerPages) -> [Rule] {
    groups.flatMap { owner, hosts, _ in
      let joined = hosts.map(\.written).filter { !mixed.contains(HostKey($0)) }
      var filters = stride(from: 0, to: joined.count, by: Self.hostsInPattern).compactMap { start in
        Self.urlFilter(for: joined[start..<min(start + Self.hostsInPattern, joined.count)])
      }
      filters += hosts.filter { mixed.contains(HostKey($0.written)) }.compactMap(\.urlFilter)
      // The rules share the condition.
      guard let limited = pages.pages(of: owner).limiting(Trigger(urlFilter: .any, isCaseSensitive: true))
      else {
        return [Rule]()
      }
      return filters.map { Rule(trigger: limited.with($0), action: .ignorePreviousRules) }
    }
  }

  /// Returns the names that are also the end of another name without a dot before them, such as
  /// `track.example` in `exampletrack.example`.
  ///
  /// If one of them is appended to another host, the result could be a host with its own rules.
  static func namesEndingInside(_ reserved: Set<HostKey>) -> Set<HostKey> {
    var found: Set<HostKey> = []
    let lastLabels = Set(reserved.map { HostKey(lastLabel($0.bytes[...])) })
    for name in reserved.lazy.map(\.bytes) {
      for start in name.indices.dropFirst() where name[start - 1] != ASCII.dot {
        let end = HostKey(Array(name[start...]))
        if reserved.contains(end), lastLabels.contains(HostKey(lastLabel(name[..<start]))) {
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
