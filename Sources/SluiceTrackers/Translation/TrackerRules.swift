import SluiceRules
import SluiceText

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
    /// The bytes of rules that the host may still have without being counted.
    var free: Int
  }

  private var entries: [Entry] = []

  /// The rules that exempt hosts without rules of their own from the rules of the trackers above them.
  private var exempt: [Rule] = []

  mutating func add(_ rules: [Rule], host: RequestedHost, tracker: Tracker, free: Int) {
    entries.append(Entry(rules: rules, host: host, tracker: tracker, free: free))
  }

  /// Adds a host that exceeds the budget. It has no rules of its own, and those of trackers above it do not apply
  /// to it.
  mutating func leaveOut(_ host: RequestedHost, isBelowAnother: Bool) {
    guard isBelowAnother, let all = host.urlFilter else { return }
    exempt.append(
      Rule(trigger: Trigger(urlFilter: all, isCaseSensitive: true), action: .ignorePreviousRules))
  }

  /// The minimum number of domains with which an owner's hosts share a rule.
  private static let sharedDomains = 4

  /// Returns all rules in order, and the trackers with hosts that the budget is too small for.
  ///
  /// - Parameter mixed: The names that cannot share a pattern; see ``SharedOwnerHosts``.
  mutating func ordered(
    _ pages: OwnerPages, mixed: Set<HostKey>, isBelowAnother: Bool, budget: inout TrackerBudget
  ) -> (rules: [Rule], left: [Tracker]) {
    var left: [Tracker] = []
    var exclusive: [Rule] = []
    var plain: [Rule] = []
    var sequences: [Rule] = []
    var owners: [Rule] = []
    var shared = SharedOwnerHosts(mixed: mixed)
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
      budget.resume(free: entry.free)
      let size =
        isShared
        ? shared.size(ofAdding: entry.host, of: owner ?? "", on: ownersPages)
        : TrackerBudget.ruleSize + ownersPages.size
      guard budget.spend(size) else {
        leaveOut(entry.host, isBelowAnother: isBelowAnother)
        left.append(entry.tracker)
        continue
      }
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
    return (exempt + exclusive + plain + sequences + owners + shared.rules(pages), left)
  }
}

extension Rule {
  /// Whether the rule blocks on all pages, without a condition on the resource type.
  fileprivate var isPlainBlock: Bool {
    action == .block && trigger.condition == nil && trigger.resourceTypes.isEmpty
  }
}
