#if os(Linux)
  import Foundation
  import Protection
  import ProtectionGTK

  /// A window with tabs, an address bar, a shield and a switch for the site of the page.
  @MainActor final class Browser {
    private let gtk: GTK
    private let engine: WebKitGTKEngine
    private let protection: Protection
    private let window, tabs, address, shield, allowed: Pointer?
    private var views: [Pointer: WebKitGTKView] = [:]
    private var labels: [Pointer: Pointer] = [:]
    /// The text of the address bar, unless the user is editing it.
    private var shownAddress = ""
    private var isSettingSwitch = false

    init(_ gtk: GTK, _ engine: WebKitGTKEngine, _ protection: Protection) {
      (self.gtk, self.engine, self.protection) = (gtk, engine, protection)
      (window, tabs, address) = (gtk.newWindow(), gtk.newNotebook(), gtk.newEntry())
      (shield, allowed) = (gtk.newLabel("…"), gtk.newSwitch())
      let bar = gtk.newBox(0, 6)
      let column = gtk.newBox(1, 0)
      let (back, forward, new) = (gtk.newButton("←"), gtk.newButton("→"), gtk.newButton("+"))
      for widget in [back, forward, address, shield, allowed, new] { gtk.append(bar, widget) }
      gtk.setHorizontalExpand(address, 1)
      gtk.setExpand(tabs, 1)
      gtk.append(column, bar)
      gtk.append(column, tabs)
      gtk.setChild(window, column)
      gtk.setSize(window, 1000, 700)
      gtk.setTitle(window, "sluice-browser")
      on(back, "clicked") { $0.shown.map($0.gtk.goBack) }
      on(forward, "clicked") { $0.shown.map($0.gtk.goForward) }
      on(new, "clicked") { _ = $0.openTab() }
      on(address, "activate") { $0.go() }
      let switched: @convention(c) (Pointer?, Pointer?, Pointer?) -> Void = { _, _, data in
        Browser.act(data) { $0.switchSite() }
      }
      gtk.connect(allowed, "notify::active", switched, me)
      let turned: @convention(c) (Pointer?, Pointer?, UInt32, Pointer?) -> Void = { _, _, _, data in
        // At this point, the tab is not the current one yet.
        Browser.act(data) { browser in Task { browser.show() } }
      }
      gtk.connect(tabs, "switch-page", turned, me)
      // Exits, because the views of a closed window no longer exist.
      let closed: @convention(c) (Pointer?, Pointer?) -> Int32 = { _, _ in exit(0) }
      gtk.connect(window, "close-request", closed, me)
      gtk.present(window)
    }

    /// Opens a page, and shows the state of its protection as it changes.
    func run(_ page: String) async {
      let view = openTab()
      gtk.load(view, page)
      for await _ in protection.states { show() }
    }

    /// Refreshes the count of blocked requests, which grows while a page is open.
    func watch() async {
      while !Task.isCancelled {
        show()
        try? await Task.sleep(for: .seconds(1))
      }
    }

    // MARK: Tabs

    private var shown: Pointer? { gtk.tab(tabs, gtk.currentTab(tabs)) }

    private func openTab(openedBy opener: Pointer? = nil) -> Pointer? {
      guard let view = opener.map({ gtk.view(relatedTo: $0) }) ?? gtk.newView() else { return nil }
      views[view] = protection.protect(webView: view, with: engine, openedBy: opener)
      let changed: @convention(c) (Pointer?, Pointer?, Pointer?) -> Void = { _, _, data in
        Browser.act(data) { $0.show() }
      }
      gtk.connect(view, "notify::uri", changed, me)
      gtk.connect(view, "notify::title", changed, me)
      let create: @convention(c) (Pointer?, Pointer?, Pointer?) -> Pointer? = { opener, _, data in
        nonisolated(unsafe) let opener = opener
        nonisolated(unsafe) var popup: Pointer?
        Browser.act(data) { popup = $0.openTab(openedBy: opener) }
        return popup
      }
      gtk.connect(view, "create", create, me)
      let label = gtk.newLabel("New page")
      labels[view] = label
      gtk.showTab(tabs, gtk.addTab(tabs, view, label))
      return view
    }

    private func go() {
      guard let text = gtk.entryText(address).map({ String(cString: $0) }), !text.isEmpty else { return }
      gtk.load(shown, text.contains("://") ? text : "https://\(text)")
    }

    // MARK: Shield

    private var site: Site? { shown.flatMap { views[$0]?.page }.flatMap { Site(page: $0) } }

    private func show() {
      guard let shown, let view = views[shown] else { return }
      let page = view.page ?? ""
      if page != shownAddress { gtk.setEntry(address, page) }
      shownAddress = page
      if let site, let label = labels[shown] { gtk.setLabel(label, site.description) }
      gtk.setTitle(window, gtk.title(shown).map { String(cString: $0) } ?? "sluice-browser")
      let isLetAlone = view.page.map { protection.isUnprotected(page: $0) } ?? false
      let count = protection.statistics(for: view).requests
      let blocked = count > 0 ? ", at least \(count) blocked" : ""
      gtk.setLabel(shield, isLetAlone ? "unprotected" : protection.state.kind.rawValue + blocked)
      isSettingSwitch = true
      gtk.setActive(allowed, isLetAlone ? 0 : 1)
      isSettingSwitch = false
    }

    private func switchSite() {
      guard !isSettingSwitch, let site else { return }
      protection.setUnprotected(site, gtk.isActive(allowed) == 0)
      gtk.reload(shown)
      show()
    }

    // MARK: Signals

    /// The user data for signals. The browser lives as long as the program.
    private var me: Pointer { Unmanaged.passUnretained(self).toOpaque() }

    private static func act(_ data: Pointer?, _ action: @MainActor (Browser) -> Void) {
      guard let data else { return }
      let browser = Unmanaged<Browser>.fromOpaque(data).takeUnretainedValue()
      MainActor.assumeIsolated { action(browser) }
    }

    private final class Action {
      let browser: Browser
      let action: (Browser) -> Void
      init(_ browser: Browser, _ action: @escaping (Browser) -> Void) {
        (self.browser, self.action) = (browser, action)
      }
    }

    private func on(_ widget: Pointer?, _ signal: String, _ action: @escaping (Browser) -> Void) {
      let handler: @convention(c) (Pointer?, Pointer?) -> Void = { _, data in
        guard let data else { return }
        let action = Unmanaged<Action>.fromOpaque(data).takeUnretainedValue()
        MainActor.assumeIsolated { action.action(action.browser) }
      }
      gtk.connect(widget, signal, handler, Unmanaged.passRetained(Action(self, action)).toOpaque())
    }
  }
#endif
