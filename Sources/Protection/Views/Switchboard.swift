/// Adds lists to views and takes them away, so that pages of unprotected sites are let alone from their first request on
/// and all other pages never.
///
/// Hiding is decided when a document is requested, and so are scripts; requests are judged as they are made. So on the
/// way to an unprotected page hiding goes when the page is asked for, and blocking when it answers: until then the page
/// before is still there and makes requests. The other way everything comes back at once. A list that was compiled with
/// an exception for the site needs none of this.
@MainActor final class Switchboard {
  /// A list that acts.
  struct Acting {
    let list: any CompiledRuleList
    let isHiding: Bool
    /// The sites for which it has an exception.
    let sites: SiteSet
  }

  /// What a view is doing.
  @MainActor private final class Window {
    weak var view: (any ProtectedView)?
    let group: Group
    var shown: PageAddress?
    var coming: Coming?

    init(_ view: any ProtectedView, _ group: Group) {
      (self.view, self.group) = (view, group)
      shown = view.page.flatMap { PageAddress($0) }
    }
  }

  private struct Coming {
    var page: PageAddress?
    var hasAnswered: Bool
  }

  /// The views of one holder.
  @MainActor private final class Group {
    let holder: any RuleListHolder
    var windows: [ObjectIdentifier: Window] = [:]
    var added: [String: any CompiledRuleList] = [:]
    var hasScripts = false

    init(_ holder: any RuleListHolder) { self.holder = holder }
  }

  /// All lists that act, on pages where they shall.
  private(set) var lists: [Acting] = []
  private var scripts: [PageScriptText] = []
  private var sites = SiteSet()
  private var windows: [ObjectIdentifier: Window] = [:]
  private var groups: [ObjectIdentifier: Group] = [:]

  // MARK: Views

  func add(_ view: any ProtectedView) {
    removeGone()
    guard windows[ObjectIdentifier(view)] == nil else { return }
    let holder = view.holder
    let group = groups[ObjectIdentifier(holder)] ?? Group(holder)
    groups[ObjectIdentifier(holder)] = group
    let window = Window(view, group)
    windows[ObjectIdentifier(view)] = window
    group.windows[ObjectIdentifier(view)] = window
    apply(to: group)
  }

  /// Lets a view alone from now on.
  func remove(_ view: any ProtectedView) { remove(ObjectIdentifier(view)) }

  private func remove(_ identifier: ObjectIdentifier) {
    guard let window = windows.removeValue(forKey: identifier) else { return }
    window.group.windows[identifier] = nil
    if window.group.windows.isEmpty {
      for list in window.group.added.values { window.group.holder.remove(list) }
      if window.group.hasScripts { window.group.holder.setScripts([]) }
      groups[ObjectIdentifier(window.group.holder)] = nil
    } else {
      apply(to: window.group)
    }
  }

  private func removeGone() {
    for (identifier, window) in windows where window.view == nil { remove(identifier) }
  }

  // MARK: What acts

  /// Lets these lists and scripts act in all views; what acted and is not among them goes when they are there.
  func set(lists: [Acting], scripts: [PageScriptText]) {
    let scriptsChanged = self.scripts != scripts
    (self.lists, self.scripts) = (lists, scripts)
    for group in groups.values { apply(to: group, scriptsChanged: scriptsChanged) }
  }

  /// Nothing is to be blocked or hidden on these sites.
  func set(sites: SiteSet) {
    self.sites = sites
    // Nothing else depends on them.
    for group in groups.values
    where group.windows.values.contains(where: { $0.shown != nil || $0.coming != nil }) {
      apply(to: group)
    }
  }

  // MARK: Navigation

  func tell(_ event: NavigationEvent, in view: any ProtectedView) {
    guard let window = windows[ObjectIdentifier(view)] else { return }
    switch event {
    case .asked(let page): window.coming = Coming(page: PageAddress(page), hasAnswered: false)
    case .redirected(let page): window.coming = Coming(page: PageAddress(page), hasAnswered: false)
    case .answered(let page): window.coming = Coming(page: PageAddress(page), hasAnswered: true)
    case .committed(let page):
      window.shown = PageAddress(page)
      window.coming = nil
    case .ended:
      window.shown = view.page.flatMap { PageAddress($0) }
      window.coming = nil
    }
    apply(to: window.group)
  }

  // MARK: Decisions

  /// Whether a list acts on requests that a window may make now. nil: nothing is said, there is no page.
  private func wantsRequests(_ window: Window, _ acting: Acting) -> Bool? {
    guard let coming = window.coming else { return wants(window.shown, acting) }
    if coming.hasAnswered { return wants(coming.page, acting) }
    let isWanted = wants(coming.page, acting)
    return isWanted == false ? wants(window.shown, acting) : isWanted
  }

  /// Whether it acts on documents that a window may ask for now.
  private func wantsDocuments(_ window: Window, _ acting: Acting?) -> Bool? {
    wants(window.coming.map(\.page) ?? window.shown, acting)
  }

  /// Whether a list, or a script, which has no exceptions, is to be there for a page.
  private func wants(_ page: PageAddress?, _ acting: Acting?) -> Bool? {
    guard let page else { return nil }
    return !sites.contains(page) || acting?.sites.contains(page) ?? false
  }

  private func apply(to group: Group, scriptsChanged: Bool = false) {
    func isWanted(_ answer: (Window) -> Bool?) -> Bool {
      let answers = group.windows.values.filter { $0.view != nil }.compactMap(answer)
      return answers.isEmpty || answers.contains(true)
    }
    let wanted = lists.filter { acting in
      isWanted { acting.isHiding ? wantsDocuments($0, acting) : wantsRequests($0, acting) }
    }
    // First the new ones: there is no moment without.
    for acting in wanted where group.added[acting.list.identifier] == nil {
      group.holder.add(acting.list)
      group.added[acting.list.identifier] = acting.list
    }
    let identifiers = Set(wanted.map(\.list.identifier))
    for (identifier, list) in group.added where !identifiers.contains(identifier) {
      group.holder.remove(list)
      group.added[identifier] = nil
    }
    let wantsScripts = !scripts.isEmpty && isWanted { wantsDocuments($0, nil) }
    if wantsScripts != group.hasScripts || wantsScripts && scriptsChanged {
      group.holder.setScripts(wantsScripts ? scripts : [])
      group.hasScripts = wantsScripts
    }
  }
}
