/// The pages on which click-to-load rules apply, by action.
struct ClickToLoadPages: Sendable {
  /// The settings of each action, or `nil` if all actions apply on all pages.
  private var actions: [String: Action]?
  /// The pages on which any action applies.
  private var allowed = PageSet.all
  private let unblocked: Set<String>

  /// The entities whose content the rules with an action block, with the entities' own pages.
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

  /// Returns whether rules with this action apply on pages of this host.
  func takesPart(_ action: String, on page: [UInt8]) -> Bool {
    if unblocked.contains(action) { return false }
    guard let actions else { return true }
    guard let entities = actions[action], allowed.contains(page) else { return false }
    return !entities.contains { $0.pages.contains(page) }
  }
}
