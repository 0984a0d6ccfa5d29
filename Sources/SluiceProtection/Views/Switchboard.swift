import SluicePageScript
import SluiceText

/// A switch that adds lists and scripts to views and removes them.
///
/// On unprotected sites, nothing is blocked or hidden, from the first request on. All other pages are always
/// protected.
///
/// WebKit decides about hiding and scripts when a document is requested, and about blocking at each request.
/// So, before an unprotected page, hiding lists are removed when the page is requested, and blocking lists
/// when the server responds: until then, the previous page is still open and makes requests. Before a
/// protected page, all lists return at once.
///
/// Lists that are compiled with an exception for the site need no switching.
@MainActor final class Switchboard {
  struct Acting {
    let list: any CompiledRuleList
    let isHiding: Bool
    let sites: SiteSet
  }

  /// The navigation state of a view.
  @MainActor private final class Window {
    weak var view: (any ProtectedView)?
    let group: Group
    var navigation: PageNavigation
    var expiry: Task<Void, Never>?

    init(_ view: any ProtectedView, group: Group) {
      (self.view, self.group) = (view, group)
      navigation = PageNavigation(shown: view.page)
    }
  }

  /// The views of one holder.
  @MainActor private final class Group {
    let holder: any RuleListHolder
    var windows: [ObjectIdentifier: Window] = [:]
    var added: [String: any CompiledRuleList] = [:]
    var hasScripts = false
    var styled = StyledHosts()

    init(_ holder: any RuleListHolder) { self.holder = holder }
  }

  /// All active lists. Pages get all of them unless they are unprotected.
  private(set) var lists: [Acting] = []
  private var scripts: [PageScriptText] = []
  private var styles: [PageStyles] = []
  private var sites = SiteSet()
  private var windows: [ObjectIdentifier: Window] = [:]
  private var groups: [ObjectIdentifier: Group] = [:]
  private let clock: ProtectionClock

  /// The maximum time between the request of a page and the start of its navigation.
  private static let patience = Duration.seconds(3)

  init(clock: ProtectionClock) { self.clock = clock }

  // MARK: Views

  func add(_ view: any ProtectedView) {
    removeGone()
    guard windows[ObjectIdentifier(view)] == nil else { return }
    let holder = view.holder
    let group = groups[ObjectIdentifier(holder)] ?? Group(holder)
    groups[ObjectIdentifier(holder)] = group
    let window = Window(view, group: group)
    windows[ObjectIdentifier(view)] = window
    group.windows[ObjectIdentifier(view)] = window
    apply(to: group)
  }

  func remove(_ view: any ProtectedView) { remove(ObjectIdentifier(view)) }

  private func remove(_ identifier: ObjectIdentifier) {
    guard let window = windows.removeValue(forKey: identifier) else { return }
    window.expiry?.cancel()
    window.group.windows[identifier] = nil
    if window.group.windows.isEmpty {
      for list in window.group.added.values { window.group.holder.remove(list) }
      if window.group.hasScripts { window.group.holder.setScripts([]) }
      if !window.group.styled.sheets.isEmpty { window.group.holder.setStyles([]) }
      groups[ObjectIdentifier(window.group.holder)] = nil
    } else {
      apply(to: window.group)
    }
  }

  /// Removes all lists and scripts of released views. Their holders may still exist.
  private func removeGone() {
    for (identifier, window) in windows where window.view == nil { remove(identifier) }
  }

  // MARK: Active lists

  /// Sets the active lists, scripts and styles of all views. Lists that are no longer active are removed after
  /// new ones have been added.
  func set(lists: [Acting], scripts: [PageScriptText], styles: [PageStyles] = []) {
    removeGone()
    // Scripts change with their styles.
    let scriptsChanged = self.scripts != scripts
    (self.lists, self.scripts, self.styles) = (lists, scripts, styles)
    for group in groups.values { apply(to: group, scriptsChanged: scriptsChanged) }
  }

  func set(sites: SiteSet) {
    removeGone()
    self.sites = sites
    // Idle views do not depend on the sites.
    for group in groups.values where group.windows.values.contains(where: { !$0.navigation.isIdle }) {
      apply(to: group)
    }
  }

  // MARK: Navigation

  func receive(_ event: NavigationEvent, in view: any ProtectedView) {
    removeGone()
    guard let window = windows[ObjectIdentifier(view)] else { return }
    window.navigation.handle(event)
    apply(to: window.group)
    guard window.navigation.isWaiting else {
      window.expiry?.cancel()
      window.expiry = nil
      return
    }
    guard case .asked = event else { return }
    window.expiry?.cancel()
    window.expiry = Task { [weak self, weak window, clock] in
      guard (try? await clock.sleep(Self.patience)) != nil, !Task.isCancelled, let self, let window else {
        return
      }
      window.navigation.expire()
      apply(to: window.group)
    }
  }

  // MARK: Decisions

  /// Returns whether a list should be active on a page, or nil if there is no page. `active` is nil for
  /// scripts, which have no exceptions.
  private func wants(_ page: PageAddress?, active: Acting?) -> Bool? {
    guard let page else { return nil }
    return !sites.contains(page) || active?.sites.contains(page) ?? false
  }

  private func apply(to group: Group, scriptsChanged: Bool = false) {
    func isWanted(_ answer: (Window) -> Bool?) -> Bool {
      let answers = group.windows.values.filter { $0.view != nil }.compactMap(answer)
      return answers.isEmpty || answers.contains(true)
    }
    let wanted = lists.filter { active in
      isWanted { window in
        active.isHiding
          ? window.navigation.wantsDocuments { wants($0, active: active) }
          : window.navigation.wantsRequests { wants($0, active: active) }
      }
    }
    // New lists are added first, to avoid a gap.
    for active in wanted where group.added[active.list.identifier] == nil {
      group.holder.add(active.list)
      group.added[active.list.identifier] = active.list
    }
    let identifiers = Set(wanted.map(\.list.identifier))
    for (identifier, list) in group.added where !identifiers.contains(identifier) {
      group.holder.remove(list)
      group.added[identifier] = nil
    }
    let wantsScripts =
      !scripts.isEmpty && isWanted { $0.navigation.wantsDocuments { wants($0, active: nil) } }
    if wantsScripts != group.hasScripts || wantsScripts && scriptsChanged {
      group.holder.setScripts(wantsScripts ? scripts : [])
      group.hasScripts = wantsScripts
    }
    applyStyles(to: group, areNew: scriptsChanged)
  }

  /// Applies styles to the pages of protected hosts. They need no switching, because each sheet names its
  /// host: it can act before the page is requested, and until another page has replaced it.
  private func applyStyles(to group: Group, areNew: Bool) {
    guard !styles.isEmpty || !group.styled.sheets.isEmpty else { return }
    let pages = group.windows.values.filter { $0.view != nil }.flatMap(\.navigation.pages)
    let isChanged = group.styled.update(
      pages.filter { !sites.contains($0) }.map(\.host),
      isProtected: { !sites.contains(PageAddress(host: $0)) },
      areNew: areNew
    ) { host in
      styles.map { $0.styleSheet(for: host) }.joined()
    }
    if isChanged { group.holder.setStyles(group.styled.sheets) }
  }
}

/// The hosts with user style sheets in the views of one holder: those of the current pages and the last ones
/// before them.
///
/// Adding or removing a sheet makes WebKit compute the styles of all open pages of the holder again, so sheets
/// stay for a while. Each document is compared with the hosts of all sheets, so their number is limited.
struct StyledHosts {
  /// The sheets of hosts with styles, the most recent first.
  private(set) var sheets: [PageStyleSheet] = []
  /// The hosts, the most recent first, with their sheets; nil for hosts without styles.
  private var hosts: [(host: [UInt8], sheet: PageStyleSheet?)] = []

  /// The maximum number of hosts that no view shows.
  private static let most = 32

  /// Updates the sheets. Returns whether they have changed.
  ///
  /// - Parameters:
  ///   - current: The hosts of all current pages.
  ///   - isProtected: Returns whether a former host may still have styles.
  ///   - areNew: Whether the styles have changed since the last call.
  ///   - style: Returns the styles of a host.
  mutating func update(
    _ current: [[UInt8]], isProtected: ([UInt8]) -> Bool, areNew: Bool, style: (String) -> String
  ) -> Bool {
    var known: [[UInt8]: PageStyleSheet?] = [:]
    var former: [[UInt8]] = []
    for (host, sheet) in hosts where isProtected(host) {
      if !areNew { known[host] = .some(sheet) }
      former.append(host)
    }
    var seen: Set<[UInt8]> = []
    let recent = current.filter { seen.insert($0).inserted }
    let last = former.filter { !seen.contains($0) }.prefix(Self.most)
    hosts = (recent + last).map { host in (host, known[host] ?? Self.sheet(of: host, style)) }
    let sheets = hosts.compactMap(\.sheet)
    defer { self.sheets = sheets }
    return Set(sheets) != Set(self.sheets)
  }

  private static func sheet(of host: [UInt8], _ style: (String) -> String) -> PageStyleSheet? {
    // In WebKit's patterns, it would match other hosts.
    guard !host.contains(ASCII.star) else { return nil }
    let name = String(decoding: host, as: UTF8.self)
    let text = style(name)
    return text.isEmpty ? nil : PageStyleSheet(host: name, text: text)
  }
}
