/// On which pages the trackers' rules for click to load take part, by their actions.
struct ClickToLoadPages: Sendable {
  /// What is said of each action; nil where every one takes part on every page.
  private var actions: [String: Action]?
  /// The pages on which any does.
  private var allowed = PageSet.all
  private let unblocked: Set<String>

  /// Entities whose content the action's rules block, with their pages: there it is their own.
  private typealias Action = [(entity: String, pages: PageSet)]

  init(_ options: TrackerOptions, _ clickToLoad: TrackerExceptions.ClickToLoad?, _ owners: OwnerPages) {
    unblocked = options.unblockedActions
    guard options.blocksClickToLoad else {
      actions = [:]
      return
    }
    guard let clickToLoad else { return }
    allowed = allowed.subtracting(PageSet(within: clickToLoad.exceptions))
    var actions: [String: Action] = [:]
    for entity in clickToLoad.entities {
      for action in entity.ruleActions where clickToLoad.blocks(action) {
        actions[action, default: []].append((entity.name, owners.pages(of: entity.name)))
      }
    }
    self.actions = actions
  }

  /// The pages on which rules with this action take part, where the tracker has this owner. On the owner's own
  /// pages they may or may not: the tracker is let through there, and with many domains that is said once for all
  /// of its rules.
  func pages(of action: String, trackerOwner: String?) -> PageSet {
    if unblocked.contains(action) { return .none }
    guard let actions else { return .all }
    guard let entities = actions[action] else { return .none }
    return entities.reduce(allowed) { pages, own in
      own.entity == trackerOwner ? pages : pages.subtracting(own.pages)
    }
  }

  /// Whether rules with this action take part on pages of this host.
  func takesPart(_ action: String, on page: [UInt8]) -> Bool {
    if unblocked.contains(action) { return false }
    guard let actions else { return true }
    guard let entities = actions[action], allowed.contains(page) else { return false }
    return !entities.contains { $0.pages.contains(page) }
  }
}
