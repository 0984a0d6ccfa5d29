import Foundation
import SluiceConversion
import SluiceProtection

/// A browser without a face: windows with tabs, protection, sites, history and settings.
///
/// Faces create web views with ``makePage``, report events with ``BrowserTab/handle(_:)``, and draw a window when it
/// changes.
@MainActor public final class BrowserModel {
  /// Where lists come from, and where files go.
  public struct Setup {
    /// The source of lists; nil to use only the embedded ones.
    public var source: (any ListSource)?
    /// Lists that come with the browser as files of `sluice build`; nil to use ``embedded``.
    public var builtIn: (any ListSource)?
    /// The files of the embedded lists.
    public var embedded: EmbeddedLists.Files?
    /// The folder for all files of the browser.
    public var folder: String

    /// Creates a setup without lists.
    public init(folder: String) { self.folder = folder }
  }

  /// The protection of all web views.
  public let protection: Protection
  /// The sites without protection.
  public let sites: UnprotectedSites
  /// The visited pages.
  public let history: History
  /// The downloads.
  public let downloads = DownloadList()
  /// The open windows.
  public private(set) var windows: [BrowserWindow] = []
  /// The settings; see ``change(_:)``.
  public private(set) var settings: BrowserSettings
  /// Whether the browser converts lists itself, so that generic hiding and exceptions are settings.
  public let convertsLists: Bool

  /// Creates the web view of a tab. For a popup, the second tab has opened it.
  public var makePage: ((BrowserTab, BrowserTab?) -> any PageView)?
  /// Clears cookies, caches and other data of websites. Returns whether that succeeded.
  public var clearWebsiteData: (() async -> Bool)?
  /// Opens a window of the face.
  public var showWindow: ((BrowserWindow) -> Void)?
  var now: () -> Date = Date.init

  private let files: BrowserFiles
  private let embedded: EmbeddedLists?
  private let choice: ListChoice
  private let explainer: Explainer
  private var lastID = 0
  private var pendingSave: Task<Void, Never>?
  private var wait: Task<Void, Never>?
  private var applying: Task<Void, Never>?

  /// Creates a browser with a WebKit engine.
  public init(_ setup: Setup, engine: any RuleListEngine, clock: ProtectionClock = .system) {
    files = BrowserFiles(folder: setup.folder)
    let settings: BrowserSettings = files.read("settings") ?? BrowserSettings()
    self.settings = settings
    let choice = ListChoice(off: Set(settings.listsOff))
    self.choice = choice
    embedded = setup.embedded.map { EmbeddedLists($0, settings) }
    let comes = setup.builtIn ?? embedded
    convertsLists = setup.source == nil && setup.builtIn == nil && embedded != nil
    var options = ProtectionOptions()
    options.countsBlocked = settings.countsBlocked
    // Without a source, the lists that come with the browser are one, so that they can be chosen.
    protection = Protection(
      source: (setup.source ?? comes).map { ChosenLists(source: $0, choice: choice) },
      builtIn: comes.map { ChosenLists(source: $0, choice: choice) },
      engine: engine, folder: setup.folder + "/protection", options: options, clock: clock)
    let trackers = embedded?.trackers
    protection.trackers = trackers
    explainer = Explainer(embedded: embedded, source: setup.source ?? setup.builtIn, trackers: trackers)
    sites = UnprotectedSites(protection)
    history = History(settings.keepsHistory ? files.read("history") ?? [] : [])
    downloads.changed = { [weak self] in self?.announce() }
    sites.changed = { [weak self] in self?.announce() }
    history.changed = { [weak self] in
      self?.saveLater()
      self?.announce()
    }
  }

  // MARK: Running

  /// Starts protection, keeps lists new, and follows their state. Returns when the task is canceled.
  public func run() async {
    Task { [protection, weak self] in
      await protection.start()
      await self?.keepListsNew()
    }
    for await _ in protection.states { announce() }
  }

  /// Updates once a day. After a failure, it tries again after a minute, then after two, and so on.
  private func keepListsNew() async {
    var failures = 0
    while !Task.isCancelled {
      let isDone = (try? await protection.update(ifOlderThan: .seconds(86_400))) != nil
      failures = isDone ? 0 : min(failures + 1, 7)
      announce()
      let delay = isDone ? 3_600 : 30 << failures
      wait = Task { _ = try? await Task.sleep(for: .seconds(delay)) }
      await wait?.value
    }
  }

  /// Tries at once to fetch lists that could not be fetched.
  public func retry() { wait?.cancel() }

  /// A line above the page, with a button.
  public struct Banner: Equatable, Sendable {
    /// The text.
    public var text: String
    /// The label of the button.
    public var button: String
  }

  /// Returns the line above the page of a tab; nil if everything is as it should be.
  public func banner(of tab: BrowserTab) -> Banner? {
    if let text = protection.state.banner { return Banner(text: text, button: "Try now") }
    let missing = listsMissing(in: tab)
    guard !missing.isEmpty else { return nil }
    return Banner(
      text: "This page began before these lists were ready: \(missing.joined(separator: ", ")).",
      button: "Reload")
  }

  /// Does what the button of the banner says.
  public func pressBanner(of tab: BrowserTab) {
    if protection.state.banner == nil { tab.reload() } else { retry() }
  }

  private func listsMissing(in tab: BrowserTab) -> [String] {
    tab.failure == nil ? tab.page?.protected.map { protection.listsMissing(in: $0) } ?? [] : []
  }

  /// Draws all windows again.
  func announce() { for window in windows { window.announce() } }
  func newID() -> Int {
    lastID += 1
    return lastID
  }

  // MARK: Windows

  /// Opens a window with the given pages, or with an empty tab.
  @discardableResult public func openWindow(
    _ pages: [String] = [], shown: Int = 0, whenShown: Bool = false
  ) -> BrowserWindow {
    let window = BrowserWindow(id: newID(), self)
    windows.append(window)
    showWindow?(window)
    for page in pages { window.open(page, inBackground: true, whenShown: whenShown) }
    if pages.isEmpty { window.open() }
    window.show(window.tabs[window.tabs.indices.contains(shown) ? shown : 0])
    return window
  }

  /// Opens the windows of the last run, if the user wants them kept.
  public func restoreSession() {
    let session: BrowserSession? = settings.keepsHistory ? files.read("session") : nil
    for (number, pages) in (session?.windows ?? []).enumerated() where !pages.isEmpty {
      openWindow(pages, shown: session?.shown.dropFirst(number).first ?? 0, whenShown: true)
    }
  }

  /// Closes a window with its tabs.
  public func close(_ window: BrowserWindow) {
    window.closeAll()
    windows.removeAll { $0 === window }
    saveLater()
  }

  // MARK: Protection of pages

  /// The reader of typed addresses.
  public var addressReader: AddressReader { AddressReader(search: settings.search) }

  /// Returns the shield of a tab.
  public func shield(of tab: BrowserTab) -> Shield { dashboard(of: tab).shield }

  /// Returns what the dashboard shows at once.
  public func dashboard(of tab: BrowserTab) -> Dashboard {
    let isUnprotected = tab.site.map { protection.isUnprotected(page: "https://\($0)/") } ?? false
    let view = tab.failure == nil ? tab.page?.protected : nil
    let counts = view.map { protection.statistics(for: $0) }
    return Dashboard(
      protection.state, site: tab.site, isUnprotected: isUnprotected, counts: counts ?? .init(),
      counting: settings.countsBlocked && protection.options.countsBlocked,
      missing: isUnprotected ? [] : listsMissing(in: tab), checked: protection.lastCheck, now: now())
  }

  /// Returns the rest: filters of blocked requests, hidden elements, and exceptions for a broken page.
  ///
  /// - Parameter isBroken: Whether to find the exceptions, which takes longer.
  public func details(of tab: BrowserTab, isBroken: Bool = false) async -> PageDetails {
    guard let page = tab.page, let view = page.protected, let url = tab.url, tab.site != nil,
      !protection.isUnprotected(page: url)
    else { return PageDetails() }
    let blocked = protection.blockedRequests(for: view)
    let active = await protection.activeLists()
    let html = isBroken ? await page.evaluate(PageQuestion.html) : nil
    var details = await explainer.details(blocked, page: url, html: html, active)
    let selectors = await explainer.hiddenSelectors(on: url, active)
    details.hiddenElements =
      selectors.isEmpty ? 0 : await page.evaluate(PageQuestion.count(selectors)).flatMap { Int($0) }
    return details
  }

  /// Turns protection of a tab's site on or off, and reloads its pages in all windows.
  public func setProtected(_ isProtected: Bool, _ tab: BrowserTab) {
    guard let site = tab.site else { return }
    if isProtected {
      sites.protect(site)
    } else {
      sites.set([site], isUnprotected: true)
    }
    for tab in windows.flatMap(\.tabs) where tab.site == site { tab.reload() }
    announce()
  }

  /// Returns roughly how long ago a page was visited.
  public func age(of entry: History.Entry) -> String {
    Dashboard.ago(now().timeIntervalSince(entry.time))
  }

  // MARK: Settings

  /// The lists that exist, with whether each is on.
  public var lists: [(name: String, isOn: Bool)] {
    let acting = protection.state.lists.map(\.name)
    return (acting.map { ($0, true) } + settings.listsOff.filter { !acting.contains($0) }.map { ($0, false) })
      .sorted { $0.0 < $1.0 }
  }

  /// Turns a list on or off. Returns false if it is the last one that is on.
  @discardableResult public func setList(_ name: String, isOn: Bool) -> Bool {
    guard isOn || lists.contains(where: { $0.isOn && $0.name != name }) else { return false }
    change { $0.listsOff = isOn ? $0.listsOff.filter { $0 != name } : Set($0.listsOff + [name]).sorted() }
    return true
  }

  /// Changes settings, stores them, and applies them.
  public func change(_ body: (inout BrowserSettings) -> Void) {
    let old = settings
    body(&settings)
    if !AddressReader.isSearch(settings.search) { settings.search = old.search }
    guard settings != old else { return }
    files.write(settings, "settings")
    if !settings.keepsHistory {
      files.remove("history")
      files.remove("session")
    } else if !old.keepsHistory {
      saveLater()
    }
    let isSame =
      (settings.listsOff, settings.genericHiding, settings.exceptions)
      == (old.listsOff, old.genericHiding, old.exceptions)
    if !isSame { applyLists(settings) }
    announce()
  }

  /// Converts and chooses lists as the settings say. Changes are made one after another.
  private func applyLists(_ settings: BrowserSettings) {
    applying = Task { [choice, embedded, protection, applying, weak self] in
      await applying?.value
      await choice.set(Set(settings.listsOff))
      await embedded?.set(settings)
      _ = try? await protection.update()
      self?.announce()
    }
  }

  /// Adds exceptions to the user's own, and reloads the page of a tab as soon as they act.
  public func addExceptions(_ lines: [String], for tab: BrowserTab) async {
    change { $0.exceptions = Set($0.exceptions + lines).sorted() }
    await applying?.value
    tab.reload()
  }

  // MARK: Storing

  /// Stores history and open tabs half a second after the last change, if the user wants them kept.
  func saveLater() {
    guard settings.keepsHistory, pendingSave == nil else { return }
    pendingSave = Task { [weak self] in
      // A save in the meantime cancels this one.
      guard (try? await Task.sleep(for: .milliseconds(500))) != nil else { return }
      await self?.save()
    }
  }

  /// Stores history and open tabs now. Wait for it before the browser ends.
  public func save() async {
    pendingSave?.cancel()
    pendingSave = nil
    if settings.keepsHistory {
      files.write(history.entries, "history")
      let pages = windows.map { window in window.tabs.map { $0.goal ?? "about:blank" } }
      let shown = windows.map { window in window.tabs.firstIndex { $0 === window.shown } ?? 0 }
      files.write(BrowserSession(windows: pages, shown: shown), "session")
    }
    await files.finish()
  }

  // MARK: Fire

  /// Closes all tabs, and clears website data, history and counts. Returns whether the data was cleared.
  @discardableResult public func fire(keepingSites: Bool) async -> Bool {
    for window in windows { window.closeAll() }
    let isCleared = await clearWebsiteData?() ?? true
    history.forget()
    downloads.removeEnded()
    files.remove("history")
    files.remove("session")
    await files.finish()
    protection.removeCounts()
    if !keepingSites { sites.removeAll() }
    sites.forgetRemoved()
    for window in windows where window.tabs.isEmpty { window.open() }
    announce()
    return isCleared
  }
}
