import SluiceRules

/// The rules of trackers on one level (no tracker is below another), in an order that WebKit compiles fast.
///
/// - Blocks without conditions are adjacent, so that they share an action.
/// - If a block is the tracker's only rule, the owner's pages are an exclusion of the block.
/// - If the owner has many domains and several trackers, one rule allows all of them, so that the domains are
///   written only once.
struct TrackerRules {
  private struct Entry {
    var rules: [Rule]
    var host: RequestedHost
    var tracker: Tracker
  }

  private var entries: [Entry] = []

  /// Adds the rules of a host, in order.
  mutating func add(_ rules: [Rule], host: RequestedHost, tracker: Tracker) {
    entries.append(Entry(rules: rules, host: host, tracker: tracker))
  }

  /// The minimum number of domains with which an owner's hosts share a rule.
  private static let sharedDomains = 4

  /// Returns all rules in order. `trackers` are the domains and hosts of all levels.
  func ordered(_ pages: OwnerPages, trackers: Set<HostKey>) -> [Rule] {
    var exclusive: [Rule] = []
    var plain: [Rule] = []
    var sequences: [Rule] = []
    var owners: [Rule] = []
    var shared = SharedOwnerHosts(reserved: trackers)
    let hostsOfOwner = Dictionary(grouping: entries) { $0.tracker.owner ?? "" }.mapValues(\.count)
    var pagesOfOwner: [String?: PageSet] = [:]
    for entry in entries {
      let owner = entry.tracker.owner
      let ownersPages = pagesOfOwner[owner] ?? pages.pages(of: owner)
      pagesOfOwner[owner] = ownersPages
      // On pages of the tracker itself, an alias is not a third party.
      var ownPages = PageSet.none
      if case .cloaked = entry.host, !ownersPages.covers(entry.tracker.domain) {
        ownPages = PageSet(within: [entry.tracker.domain])
      }
      let isShared =
        pages.count(owner) >= Self.sharedDomains && hostsOfOwner[owner ?? ""] ?? 0 > 1
      if !isShared, entry.rules.count == 1, var rule = entry.rules.first, rule.action == .block,
        rule.trigger.condition == nil,
        let trigger = PageSet.all.subtracting(ownersPages.union(ownPages)).limiting(rule.trigger)
      {
        rule.trigger = trigger
        exclusive.append(rule)
        continue
      }
      let first = entry.rules.firstIndex { !$0.isPlainBlock } ?? entry.rules.count
      plain += entry.rules[..<first]
      sequences += entry.rules[first...]
      // A shared rule only covers the owner's pages, so other pages need a separate rule.
      if isShared, let owner { shared.add(entry.host, of: owner) }
      let overridden = isShared ? ownPages : ownersPages.union(ownPages)
      if let filter = entry.host.urlFilter,
        let trigger = overridden.limiting(Trigger(urlFilter: filter, isCaseSensitive: true))
      {
        owners.append(Rule(trigger: trigger, action: .ignorePreviousRules))
      }
    }
    return exclusive + plain + sequences + owners + shared.rules(pages)
  }
}

extension Rule {
  /// Whether the rule blocks on all pages, without a condition on the resource type.
  fileprivate var isPlainBlock: Bool {
    action == .block && trigger.condition == nil && trigger.resourceTypes.isEmpty
  }
}
