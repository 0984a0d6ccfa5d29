import ContentBlocker
import Conversion

/// The rules of trackers none of which is below another, put in an order that WebKit compiles well.
///
/// Blocks without conditions stand together, so that they share one action. An owner's pages are an exclusion
/// of the block itself where that is the tracker's only rule; where the owner has many domains and several
/// trackers, one rule lets them all through, so that the domains are written once.
struct TrackerRules {
  private struct Entry {
    var rules: [Rule]
    var host: RequestedHost
    var tracker: Tracker
  }

  private var entries: [Entry] = []

  /// Adds what belongs to a host, in its order.
  mutating func add(_ rules: [Rule], host: RequestedHost, tracker: Tracker) {
    entries.append(Entry(rules: rules, host: host, tracker: tracker))
  }

  /// From how many domains on an owner's hosts share a rule.
  private static let sharedDomains = 4

  /// All rules. `trackers` are the domains and hosts of all levels.
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
      // A cloaked host is no third party on pages of the tracker itself.
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
      // A shared rule is for the owner's pages; where there are others, they get a rule besides.
      if isShared, let owner { shared.add(entry.host, of: owner) }
      let lifted = isShared ? ownPages : ownersPages.union(ownPages)
      if let filter = entry.host.urlFilter,
        let trigger = lifted.limiting(Trigger(urlFilter: filter, isCaseSensitive: true))
      {
        owners.append(Rule(trigger: trigger, action: .ignorePreviousRules))
      }
    }
    return exclusive + plain + sequences + owners + shared.rules(pages)
  }
}

extension Rule {
  /// Whether the rule blocks whatever the page and the type.
  fileprivate var isPlainBlock: Bool {
    action == .block && trigger.condition == nil && trigger.resourceTypes.isEmpty
  }
}
