import SluiceAnalysis
import SluiceRules
import SluiceText

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

/// The pages on which click-to-load rules apply, by action.
struct ClickToLoadPages: Sendable {
  /// The settings of each action, or `nil` if all actions apply on all pages.
  private var actions: [String: Action]?
  private var allowed = PageSet.all
  private let unblocked: Set<String>

  /// The entities whose content the rules with an action block, with the entities' own pages.
  private typealias Action = [(entity: String, pages: PageSet)]

  init(_ options: TrackerOptions, clickToLoad: TrackerExceptions.ClickToLoad?, owners: OwnerPages) {
    unblocked = options.unblockedActions
    guard options.blocksClickToLoad else {
      actions = [:]
      return
    }
    guard let clickToLoad else { return }
    allowed = allowed.subtracting(PageSet(within: clickToLoad.exceptions))
    var actions: [String: Action] = [:]
    let enabled = clickToLoad.enabledActions
    for entity in clickToLoad.entities {
      for action in entity.ruleActions where enabled.contains(action) {
        actions[action, default: []].append((entity.name, owners.pages(of: entity.name)))
      }
    }
    self.actions = actions
  }

  /// Returns the approximate size of ``pages(of:trackerOwner:)`` as a condition.
  func size(of action: String) -> Int {
    guard let entities = actions?[action] else { return 0 }
    return entities.reduce(allowed.size) { $0.addingClamped($1.pages.size) }
  }

  /// Returns the pages on which rules with this action apply, for a tracker with this owner.
  ///
  /// The result can include the owner's own pages. A separate rule allows the tracker there, so that the many
  /// domains of some owners need not be repeated in each rule.
  func pages(of action: String, trackerOwner: String?) -> PageSet {
    if unblocked.contains(action) { return .none }
    guard let actions else { return .all }
    guard let entities = actions[action] else { return .none }
    return entities.reduce(allowed) { pages, own in
      own.entity == trackerOwner ? pages : pages.subtracting(own.pages)
    }
  }

  func takesPart(_ action: String, on page: [UInt8]) -> Bool {
    if unblocked.contains(action) { return false }
    guard let actions else { return true }
    guard let entities = actions[action], allowed.contains(page) else { return false }
    return !entities.contains { $0.pages.contains(page) }
  }
}

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
    let names = hosts.map { Term(.group($0.map { Term(.literal($0)) }), repetition: .optional) }
    return URLFilter(
      URLFilterPattern(
        .atHostLabel + names + [.hostEnd], isAnchoredAtStart: true))
  }
}
