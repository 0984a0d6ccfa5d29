import Foundation
import SluiceProtection

/// The web view of a tab, which a face provides.
@MainActor public protocol PageView: AnyObject {
  /// The protected view.
  var protected: (any ProtectedView)? { get }
  func load(_ url: String)
  func reload()
  func stop()
  func goBack()
  func goForward()
  /// Runs a script in Sluice's own world, and returns its result as text.
  func evaluate(_ script: String) async -> String?
  /// Ends the view.
  func close()
}

/// An event of a page. Faces report it with ``BrowserTab/handle(_:)``.
public enum PageEvent: Sendable {
  /// A page is asked for.
  case started(String)
  /// The page is shown.
  case committed(String, PageSecurity)
  /// The address changed without a page load.
  case moved(String)
  case titled(String)
  /// The part that is there, from 0 to 1.
  case progressed(Double)
  case finished
  case failed(PageFailure)
  /// The process of the page has ended.
  case crashed
  /// The user or another page stopped it.
  case stopped
  case canGo(back: Bool, forward: Bool)
}

/// A tab: an address, a page, and the state of both.
@MainActor public final class BrowserTab: Identifiable {
  /// The number of the tab, which no other tab or window has.
  public nonisolated let id: Int
  /// The window that the tab is in.
  public internal(set) weak var window: BrowserWindow?
  /// The web view.
  public internal(set) var page: (any PageView)?

  /// The address of the page that is shown; nil before the first.
  public private(set) var url: String?
  /// The address that is asked for, while it loads or after it failed.
  public private(set) var asked: String?
  /// The text that the user is typing; nil if the address bar shows the address of the page.
  public var draft: String?
  /// Whether a page loads.
  public private(set) var isLoading = false
  /// The part of the page that is there, from 0 to 1.
  public private(set) var progress = 0.0
  /// Whether there are pages before and after this one.
  public private(set) var (canGoBack, canGoForward) = (false, false)
  private var pageSecurity = PageSecurity.none
  /// The reason why there is no page; nil if there is one.
  public private(set) var failure: PageFailure?
  private var pageTitle = ""
  /// Whether the page is opened when the tab is shown.
  private var isWaiting = false

  init(id: Int, _ window: BrowserWindow) { (self.id, self.window) = (id, window) }

  /// The security of the page that is shown.
  public var security: PageSecurity { failure == nil ? pageSecurity : .none }

  /// The text of the address bar. A failed address stays, so that it can be corrected.
  public var address: String { draft ?? asked ?? (url == "about:blank" ? "" : url ?? "") }

  /// The title for the tab.
  public var title: String {
    if let failure { return failure.title }
    if !pageTitle.isEmpty { return pageTitle }
    guard let goal, goal != "about:blank" else { return "New tab" }
    return Site(page: goal)?.description ?? goal
  }

  /// The address of the page that is asked for, or else shown.
  var goal: String? { asked ?? url }

  /// The site of the page that is shown; nil for pages that are not on the web.
  public var site: Site? {
    failure == nil ? url.flatMap { Site(page: $0) } : asked.flatMap { Site(page: $0) }
  }

  /// Opens what was typed.
  public func go(_ typed: String) {
    guard let url = window?.model.addressReader.url(for: typed) else { return }
    open(url)
  }

  /// Opens a page.
  public func open(_ url: String) {
    (draft, failure, asked) = (nil, nil, url.withoutPassword)
    (isLoading, progress, isWaiting) = (true, 0, false)
    page?.load(url)
    announce()
  }

  /// Opens a page as soon as the tab is shown, so that fifty restored tabs need one process and not fifty.
  func openWhenShown(_ url: String) { (asked, isWaiting) = (url, true) }

  func beginIfWaiting() {
    if isWaiting, let asked { open(asked) }
  }

  /// Asks for the page again, also after a failure.
  public func reload() {
    if let failure { return open(failure.url) }
    if !isWaiting { page?.reload() }
  }

  /// Opens the address that failed with http, if this is offered.
  public func openWithoutEncryption() {
    if let url = failure?.unencryptedURL { open(url) }
  }

  /// Stops loading. The typed text is dropped, as Escape does elsewhere.
  public func stop() {
    draft = nil
    page?.stop()
    handle(.stopped)
  }

  /// Goes back, or from a failure to the page before it.
  public func goBack() {
    guard failure != nil, url != nil, asked != url else { return page?.goBack() ?? () }
    (failure, asked) = (nil, nil)
    announce()
  }

  /// Goes forward.
  public func goForward() { page?.goForward() }

  /// Changes the state after an event.
  public func handle(_ event: PageEvent) {
    switch event {
    case .started(let url): (asked, isLoading, progress, failure) = (url.withoutPassword, true, 0.05, nil)
    case .committed(let page, let security):
      let url = page.withoutPassword
      (self.url, asked, pageSecurity, failure, pageTitle) = (url, nil, security, nil, "")
      window?.model.history.visit(url, at: window?.model.now() ?? Date())
    case .moved(let url): if asked == nil, self.url != nil { self.url = url.withoutPassword }
    case .titled(let title):
      pageTitle = title.onOneLine
      // WebKit empties the title before it shows the next page.
      if let url, !pageTitle.isEmpty { window?.model.history.title(url, pageTitle) }
    case .progressed(let part): progress = max(0, min(1, part))
    case .finished: (isLoading, progress, asked) = (false, 1, failure == nil ? nil : asked)
    case .failed(let failure):
      (self.failure, asked, isLoading) = (failure, failure.url, false)
    case .crashed:
      isLoading = false
      // Only the page that the user looks at stopped. Others are opened again when they are shown.
      if window?.shown === self {
        failure = PageFailure(.crashed, url: goal ?? "")
        asked = failure?.url
      } else if let goal {
        openWhenShown(goal)
      }
    case .stopped: (isLoading, asked) = (false, failure == nil ? nil : asked)
    case .canGo(let back, let forward): (canGoBack, canGoForward) = (back, forward)
    }
    announce()
  }

  private func announce() { window?.announce() }
}

extension String {
  /// The beginning of a text that comes from a page: it can be long, have several lines, or turn the texts around it.
  var onOneLine: String {
    let scalars = unicodeScalars.prefix(300).filter { !$0.properties.isBidiControl && $0 != "\0" }
    return String(String.UnicodeScalarView(scalars)).split(whereSeparator: \.isWhitespace).joined(
      separator: " ")
  }
}

/// A window: tabs in their order, and the one that is shown.
@MainActor public final class BrowserWindow: Identifiable {
  /// The number of the window.
  public nonisolated let id: Int
  /// The browser, which forgets the window when it closes.
  public let model: BrowserModel
  /// The tabs, in order.
  public private(set) var tabs: [BrowserTab] = []
  /// The tab that is shown; nil before there is one.
  public private(set) var shown: BrowserTab? { didSet { shown?.beginIfWaiting() } }
  /// Called after every change. A face draws the window.
  public var changed: (() -> Void)?
  /// The addresses of closed tabs, the last one last.
  private var closed: [String] = []

  init(id: Int, _ model: BrowserModel) { (self.id, self.model) = (id, model) }
  func announce() { changed?() }

  /// Opens a tab: behind the one that opens it, or behind the shown one, or at the end if it is in the background.
  @discardableResult public func open(
    _ url: String? = nil, openedBy opener: BrowserTab? = nil, inBackground: Bool = false,
    whenShown: Bool = false
  ) -> BrowserTab {
    let tab = BrowserTab(id: model.newID(), self)
    let place = (opener ?? (inBackground ? nil : shown)).flatMap { before in tabs.firstIndex { $0 === before }
    }
    tabs.insert(tab, at: place.map { $0 + 1 } ?? tabs.count)
    tab.page = model.makePage?(tab, opener)
    if let url { if whenShown { tab.openWhenShown(url) } else { tab.open(url) } }
    if !inBackground { shown = tab }
    model.saveLater()
    announce()
    return tab
  }

  /// Shows a tab.
  public func show(_ tab: BrowserTab) {
    guard shown !== tab, tabs.contains(where: { $0 === tab }) else { return }
    shown = tab
    announce()
  }

  /// Shows the next tab, or the one before with -1. After the last comes the first.
  public func step(_ by: Int) {
    guard let shown, let place = tabs.firstIndex(where: { $0 === shown }) else { return }
    show(tabs[((place + by) % tabs.count + tabs.count) % tabs.count])
  }

  /// Moves a tab to a place.
  public func move(_ tab: BrowserTab, to place: Int) {
    guard let old = tabs.firstIndex(where: { $0 === tab }), tabs.indices.contains(place), old != place else {
      return
    }
    tabs.insert(tabs.remove(at: old), at: place)
    announce()
  }

  /// Moves a tab by a number of places.
  public func move(_ tab: BrowserTab, by step: Int) {
    if let place = tabs.firstIndex(where: { $0 === tab }) { move(tab, to: place + step) }
  }

  /// Closes a tab. The last one is replaced by an empty one.
  public func close(_ tab: BrowserTab) {
    guard let place = tabs.firstIndex(where: { $0 === tab }) else { return }
    if let url = tab.goal, url != "about:blank" { closed = closed.suffix(20) + [url] }
    remove(place)
    if tabs.isEmpty { open() }
    model.saveLater()
    announce()
  }

  /// Opens the tab that was closed last again.
  public func reopen() {
    if let url = closed.popLast() { open(url) }
  }

  /// Closes all tabs, and forgets them.
  func closeAll() {
    while !tabs.isEmpty { remove(tabs.count - 1) }
    closed = []
  }

  private func remove(_ place: Int) {
    let tab = tabs.remove(at: place)
    if shown === tab { shown = tabs.isEmpty ? nil : tabs[min(place, tabs.count - 1)] }
    tab.page?.close()
    (tab.page, tab.window) = (nil, nil)
  }
}
