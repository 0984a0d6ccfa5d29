#if os(Linux)
  import Foundation
  import SluiceBrowserModel
  import SluiceGTKCalls

  /// A window: toolbar, banner, tabs, and screens in their place.
  @MainActor final class WindowFace {
    let model: BrowserModel
    let window: BrowserWindow
    private let top = GTK.make("gtk_window_new")
    private let notebook = GTK.make("gtk_notebook_new")
    private let address = GTK.make("gtk_entry_new")
    private let places = GTK.make("gtk_stack_new")
    private let screen = Widgets.box(isVertical: true, 0)
    private let banner = Widgets.box(isVertical: false, 12)
    private let bannerText = Widgets.label("")
    private var bannerButton: Pointer?
    private let findText = GTK.make("gtk_entry_new")
    private var bar, findBar: Pointer?
    private var back, forward, reload: Pointer?
    private let shield = GTK.make("gtk_menu_button_new")
    private let shieldIcon = GTK.make("gtk_image_new_from_icon_name", "security-low-symbolic")
    private let shieldCount = GTK.make("gtk_label_new", "")
    private let menu = GTK.make("gtk_menu_button_new")
    private let menuPopover = GTK.make("gtk_popover_new")
    private var faces: [Int: TabFace] = [:]
    private var dashboard: DashboardFace?
    /// Whether changes of widgets come from drawing, not from the user.
    private var isDrawing = false
    private var willDraw = false
    private var shownAddress = ""
    private var shownTab: Int?
    private var shownShield: Shield?
    private var shownToolbar: Toolbar?
    private var openScreen: ScreenFace?

    init(_ window: BrowserWindow) {
      (self.window, model) = (window, window.model)
      build()
      connect()
      window.changed = { [weak self] in self?.drawSoon() }
      GTK.call("gtk_window_present", top)
    }

    // MARK: Building

    private func build() {
      back = Widgets.button(icon: "go-previous-symbolic", "Back (Alt+Left)") { [weak self] in
        self?.tab?.goBack()
      }
      forward = Widgets.button(icon: "go-next-symbolic", "Forward (Alt+Right)") { [weak self] in
        self?.tab?.goForward()
      }
      reload = Widgets.button(icon: "view-refresh-symbolic", "Reload (Ctrl+R)") { [weak self] in
        self?.reloadOrStop()
      }
      let new = Widgets.button(icon: "tab-new-symbolic", "New tab (Ctrl+T)") { [weak self] in self?.newTab() }
      GTK.name(address, "Address")
      GTK.call("gtk_entry_set_placeholder_text", address, "Search, or type an address")
      GTK.call("gtk_widget_set_hexpand", address, true)
      GTK.call("gtk_editable_set_width_chars", address, 6)
      // GTK_INPUT_PURPOSE_URL
      GTK.call("gtk_entry_set_input_purpose", address, 5)
      GTK.call(
        "gtk_menu_button_set_child", shield, Widgets.box(isVertical: false, 4, [shieldIcon, shieldCount]))
      GTK.call("gtk_menu_button_set_has_frame", shield, false)
      let dashboard = DashboardFace(self)
      self.dashboard = dashboard
      GTK.call("gtk_menu_button_set_popover", shield, dashboard.popover)
      GTK.call("gtk_menu_button_set_icon_name", menu, "open-menu-symbolic")
      GTK.call("gtk_menu_button_set_has_frame", menu, false)
      GTK.call("gtk_menu_button_set_popover", menu, menuPopover)
      for popover in [menuPopover, dashboard.popover] {
        GTK.call("gtk_popover_set_has_arrow", popover, false)
      }
      GTK.call("gtk_widget_set_tooltip_text", menu, "Menu")
      GTK.name(menu, "Menu")
      let items: [(String, () -> Void)] = [
        ("New window", { [weak self] in _ = self?.model.openWindow() }),
        ("Open closed tab", { [weak self] in self?.window.reopen() }),
        ("History", { [weak self] in self?.open(.history) }),
        ("Downloads", { [weak self] in self?.open(.downloads) }),
        ("Unprotected sites", { [weak self] in self?.open(.sites) }),
        ("Settings", { [weak self] in self?.open(.settings) }),
        ("Detection", { [weak self] in _ = self?.window.open(DetectionPage.url) }),
        ("Fire…", { [weak self] in self?.open(.fire) }),
      ]
      let buttons = items.map { name, act in
        let button = Widgets.button(name, style: "flat") { [weak self] in
          GTK.call("gtk_popover_popdown", self?.menuPopover)
          act()
        }
        GTK.call("gtk_widget_set_halign", GTK.get("gtk_button_get_child", button), 1)
        return button
      }
      GTK.call("gtk_popover_set_child", menuPopover, Widgets.box(isVertical: true, 0, buttons))

      let bar = Widgets.box(isVertical: false, 2, [back, forward, reload, address, shield, menu])
      self.bar = bar
      let retry = Widgets.button("Try now") { [weak self] in
        if let self, let tab { model.pressBanner(of: tab) }
      }
      bannerButton = retry
      buildFindBar()
      GTK.call("gtk_widget_set_hexpand", bannerText, true)
      GTK.call("gtk_widget_set_valign", retry, 3)
      for child in [bannerText, retry] { GTK.call("gtk_box_append", banner, child) }
      GTK.call("gtk_widget_add_css_class", banner, "sluice-banner")
      Widgets.show(banner, false)
      GTK.call("gtk_widget_set_vexpand", notebook, true)
      // GTK_PACK_END
      GTK.call("gtk_notebook_set_action_widget", notebook, new, 1)
      GTK.name(notebook, "Tabs")
      let browse = Widgets.box(isVertical: true, 0, [Widgets.pad(bar, 4), banner, notebook, findBar])
      GTK.call("gtk_stack_add_named", places, browse, name: "browse")
      GTK.call("gtk_stack_add_named", places, screen, name: "screen")
      GTK.call("gtk_window_set_child", top, places)
      GTK.call("gtk_window_set_default_size", top, WindowFace.size.width, WindowFace.size.height)
    }

    private func buildFindBar() {
      GTK.name(findText, "Find in page")
      GTK.call("gtk_widget_set_hexpand", findText, true)
      let bar = Widgets.box(
        isVertical: false, 4,
        [
          findText,
          Widgets.button(icon: "go-up-symbolic", "Find previous (Shift+Enter)") { [weak self] in
            self?.find(isBackwards: true)
          },
          Widgets.button(icon: "go-down-symbolic", "Find next (Enter)") { [weak self] in self?.find() },
          Widgets.button(icon: "window-close-symbolic", "End finding (Escape)") { [weak self] in
            self?.endFinding()
          },
        ])
      findBar = Widgets.pad(bar, 4)
      Widgets.show(findBar, false)
      GTK.on(findText, "activate") { [weak self] in self?.find() }
      GTK.on(findText, "changed") { [weak self] in self?.find() }
    }

    /// The size of new windows, which SLUICE_BROWSER_SIZE changes for tests.
    private static let size: (width: Int, height: Int) = {
      let parts = (ProcessInfo.processInfo.environment["SLUICE_BROWSER_SIZE"] ?? "").split(separator: "x")
        .compactMap { Int($0) }
      return parts.count == 2 ? (parts[0], parts[1]) : (1000, 700)
    }()

    private func connect() {
      GTK.on(address, "activate") { [weak self] in
        guard let self, let tab else { return }
        tab.go(GTK.text("gtk_editable_get_text", address) ?? "")
        focusPage()
      }
      GTK.on(address, "changed") { [weak self] in
        guard let self, !isDrawing else { return }
        tab?.draft = GTK.text("gtk_editable_get_text", address)
      }
      GTK.on(notebook, "switch-page", arguments: 2) { [weak self] arguments in
        guard let self, !isDrawing, let face = faces.values.first(where: { $0.content == arguments.0 }) else {
          return nil
        }
        window.show(face.tab)
        return nil
      }
      GTK.on(notebook, "page-reordered", arguments: 2) { [weak self] arguments in
        guard let self, !isDrawing, let face = faces.values.first(where: { $0.content == arguments.0 }) else {
          return nil
        }
        window.move(face.tab, to: Int(UInt32(truncatingIfNeeded: Int(bitPattern: arguments.1))))
        return nil
      }
      GTK.on(top, "close-request") { [weak self] _ in
        guard let self else { return 0 }
        // The tabs of the last window are there after the next start.
        guard model.windows.count == 1 else {
          model.close(window)
          WindowFace.open.removeAll { $0 === self }
          return 0
        }
        WindowFace.quit(model)
        return 1
      }
      let keys = GTK.make("gtk_event_controller_key_new")
      // GTK_PHASE_CAPTURE: before the page takes the key.
      GTK.call("gtk_event_controller_set_propagation_phase", keys, 1)
      GTK.on(keys, "key-pressed", arguments: 3) { [weak self] arguments in
        let (key, state) = (Int(bitPattern: arguments.0) & 0xffff_ffff, Int(bitPattern: arguments.2))
        return self?.press(key, state) == true ? 1 : 0
      }
      GTK.call("gtk_widget_add_controller", top, keys)
    }

    /// All open windows.
    private static var open: [WindowFace] = []

    static func show(_ window: BrowserWindow) { open.append(WindowFace(window)) }

    // MARK: Actions

    var tab: BrowserTab? { window.shown }

    /// Handles a key. Returns whether it is a command.
    private func press(_ key: Int, _ state: Int) -> Bool {
      let (isShift, isControl, isAlt) = (state & 1 != 0, state & 4 != 0, state & 8 != 0)
      let isTab = key == 0xff09 || key == 0xfe20
      switch (isControl, isAlt, Character(UnicodeScalar(UInt32(key)) ?? " ").lowercased()) {
      case (true, _, "l"): focusAddress()
      case (true, _, "t"): if isShift { window.reopen() } else { newTab() }
      case (true, _, "w"): if let tab { window.close(tab) }
      case (true, _, "r"): tab?.reload()
      case (true, _, "n"): model.openWindow()
      case (true, _, "h"): open(.history)
      case (true, _, "j"): open(.downloads)
      case (true, _, _) where isTab: window.step(isShift || key == 0xfe20 ? -1 : 1)
      case (true, _, let digit) where "1"..."9" ~= digit:
        let number = digit == "9" ? window.tabs.count : Int(digit) ?? 1
        if window.tabs.indices.contains(number - 1) { window.show(window.tabs[number - 1]) }
      // Page Up and Page Down
      case (true, _, _) where key == 0xff55 || key == 0xff56:
        let step = key == 0xff55 ? -1 : 1
        if isShift, let tab { window.move(tab, by: step) } else { window.step(step) }
      case (_, true, _) where key == 0xff51: tab?.goBack()
      case (_, true, _) where key == 0xff53: tab?.goForward()
      case _ where key == 0xffc2: tab?.reload()
      case (true, _, "f"): beginFinding()
      case (true, _, "p"): (tab?.page as? WebPage)?.print(in: top)
      case (true, _, "q"): WindowFace.quit(model)
      case (true, _, "0"): (tab?.page as? WebPage)?.zoom(0)
      case (true, _, "+"), (true, _, "="): (tab?.page as? WebPage)?.zoom(1)
      case (true, _, "-"): (tab?.page as? WebPage)?.zoom(-1)
      case _ where key == 0xff1b: return escape()
      case _ where (key == 0xff0d || key == 0xff8d) && isShift && isFinding && has(focus: findText):
        find(isBackwards: true)
      default: return false
      }
      return true
    }

    /// Handles Escape, which belongs to the page unless it ends something of the window: dialogs of pages close
    /// with it, and pages leave the full screen.
    private func escape() -> Bool {
      if openScreen != nil {
        closeScreen()
      } else if isFinding {
        endFinding()
      } else if let tab, tab.isLoading || has(focus: address) {
        tab.stop()
      } else {
        return false
      }
      drawSoon()
      return true
    }

    /// Returns whether a widget, or a part of it, has the focus of the window.
    private func has(focus widget: Pointer?) -> Bool {
      // GTK_STATE_FLAG_FOCUS_WITHIN
      GTK.number("gtk_widget_get_state_flags", widget) & 1 << 14 != 0
    }

    /// Ends the browser. The tabs of all windows are there after the next start.
    private static func quit(_ model: BrowserModel) {
      for face in open { Widgets.show(face.top, false) }
      Task {
        await model.save()
        exit(0)
      }
    }

    private func newTab() {
      window.open()
      focusAddress()
    }

    private func focusAddress() {
      closeScreen()
      // A new tab is drawn first, which changes the focus.
      draw()
      GTK.call("gtk_widget_grab_focus", address)
    }

    // MARK: Find in page

    private var isFinding: Bool { GTK.flag("gtk_widget_get_visible", findBar) }

    private func beginFinding() {
      closeScreen()
      Widgets.show(findBar, true)
      GTK.call("gtk_widget_grab_focus", findText)
    }

    private func find(isBackwards: Bool = false) {
      guard isFinding else { return }
      (tab?.page as? WebPage)?.find(
        GTK.text("gtk_editable_get_text", findText) ?? "", isBackwards: isBackwards)
    }

    private func endFinding() {
      Widgets.show(findBar, false)
      for tab in window.tabs { (tab.page as? WebPage)?.endFinding() }
      focusPage()
    }

    /// Shows only the page, or everything again.
    private func fillScreen(_ fills: Bool) {
      Widgets.show(bar, !fills)
      GTK.call("gtk_notebook_set_show_tabs", notebook, !fills)
      if fills { Widgets.show(banner, false) } else { shownToolbar = nil }
      drawSoon()
    }

    private func focusPage() {
      if let tab { faces[tab.id]?.focus() }
    }

    private func reloadOrStop() {
      guard let tab else { return }
      if tab.isLoading { tab.stop() } else { tab.reload() }
    }

    func open(_ kind: ScreenFace.Kind) {
      Widgets.removeChildren(of: screen)
      let face = ScreenFace(kind, self)
      openScreen = face
      GTK.call("gtk_box_append", screen, face.content)
      GTK.call("gtk_stack_set_visible_child_name", places, "screen")
      face.focus()
    }

    func closeScreen() {
      guard openScreen != nil else { return }
      openScreen = nil
      GTK.call("gtk_stack_set_visible_child_name", places, "browse")
      // GTK loses keys if the widget that has the focus goes away.
      focusPage()
      Widgets.removeChildren(of: screen)
    }

    // MARK: Drawing

    /// Draws soon, once for all changes until then.
    func drawSoon() {
      guard !willDraw else { return }
      willDraw = true
      Task { [weak self] in
        self?.willDraw = false
        self?.draw()
      }
    }

    private func draw() {
      isDrawing = true
      defer { isDrawing = false }
      drawTabs()
      guard let tab else { return }
      let text = tab.address
      if text != shownAddress || tab.id != shownTab {
        if text != GTK.text("gtk_editable_get_text", address) {
          GTK.call("gtk_editable_set_text", address, text)
        }
        (shownAddress, shownTab) = (text, tab.id)
      }
      drawToolbar(
        Toolbar(
          title: tab.title, security: tab.security, progress: tab.isLoading ? tab.progress : nil,
          canGoBack: tab.canGoBack || tab.failure != nil && tab.url != nil, canGoForward: tab.canGoForward,
          banner: model.banner(of: tab)))
      draw(model.shield(of: tab))
      dashboard?.drawIfOpen()
      openScreen?.drawIfChanged()
      if GTK.get("gtk_window_get_focus", top) == nil {
        if let openScreen { openScreen.focus() } else { focusPage() }
      }
    }

    /// The state of the toolbar. A progress of nil means that nothing loads.
    private struct Toolbar: Equatable {
      var title: String
      var security: PageSecurity
      var progress: Double?
      var canGoBack, canGoForward: Bool
      var banner: BrowserModel.Banner?
    }

    private func drawToolbar(_ now: Toolbar) {
      // GTK lays out the window again for each value that it is given.
      guard now != shownToolbar else { return }
      shownToolbar = now
      let icon =
        switch now.security {
        case .none: "edit-find-symbolic"
        case .secure: "channel-secure-symbolic"
        case .insecure: "channel-insecure-symbolic"
        case .untrusted: "dialog-warning-symbolic"
        }
      let isLoading = now.progress != nil
      GTK.setIcon(of: address, icon)
      GTK.call("gtk_entry_set_icon_tooltip_text", address, 0, now.security.words)
      GTK.call("gtk_entry_set_progress_fraction", address, now.progress ?? 0)
      GTK.call(
        "gtk_button_set_icon_name", reload, isLoading ? "process-stop-symbolic" : "view-refresh-symbolic")
      Widgets.name(reload, isLoading ? "Stop (Escape)" : "Reload (Ctrl+R)")
      GTK.call("gtk_widget_set_sensitive", back, now.canGoBack)
      GTK.call("gtk_widget_set_sensitive", forward, now.canGoForward)
      GTK.call("gtk_window_set_title", top, now.title)
      Widgets.show(banner, now.banner != nil)
      if let banner = now.banner {
        GTK.call("gtk_label_set_text", bannerText, banner.text)
        GTK.call("gtk_button_set_label", bannerButton, banner.button)
        Widgets.name(bannerButton, banner.button)
      }
    }

    private func draw(_ shield: Shield) {
      guard shield != shownShield else { return }
      if let old = shownShield {
        GTK.call("gtk_widget_remove_css_class", shieldIcon, "sluice-\(old.look.rawValue)")
      }
      shownShield = shield
      let icon =
        switch shield.look {
        case .protected: "security-high-symbolic"
        case .partly, .preparing: "security-medium-symbolic"
        case .unprotected, .off, .idle: "security-low-symbolic"
        }
      GTK.call("gtk_image_set_from_icon_name", shieldIcon, icon)
      GTK.call("gtk_widget_add_css_class", shieldIcon, "sluice-\(shield.look.rawValue)")
      GTK.call(
        "gtk_label_set_text", shieldCount,
        shield.count == 0 ? "" : shield.count > 999 ? "999+" : "\(shield.count)")
      let blocked = shield.count == 0 ? "" : ", at least \(shield.count) blocked"
      GTK.call("gtk_widget_set_tooltip_text", self.shield, shield.title + blocked)
      GTK.name(self.shield, "Shield: \(shield.title)\(blocked)")
    }

    private func drawTabs() {
      let wanted = Set(window.tabs.map(\.id))
      for (id, face) in faces where !wanted.contains(id) {
        GTK.call("gtk_notebook_remove_page", notebook, place(of: face))
        faces[id] = nil
      }
      for (place, tab) in window.tabs.enumerated() {
        let face = faces[tab.id] ?? add(tab, at: place)
        if self.place(of: face) != place {
          GTK.call("gtk_notebook_reorder_child", notebook, face.content, place)
        }
        face.draw()
      }
      if let tab, let face = faces[tab.id],
        GTK.number("gtk_notebook_get_current_page", notebook) != place(of: face)
      {
        GTK.call("gtk_notebook_set_current_page", notebook, place(of: face))
      }
    }

    private func add(_ tab: BrowserTab, at place: Int) -> TabFace {
      let face = TabFace(tab, self)
      faces[tab.id] = face
      (tab.page as? WebPage)?.fillsScreen = { [weak self] in self?.fillScreen($0) }
      GTK.insert(notebook, face.content, face.label, place)
      GTK.call("gtk_notebook_set_tab_reorderable", notebook, face.content, 1)
      // Not before: GTK 4.8 gives the arrows of a notebook without pages a negative height.
      GTK.call("gtk_notebook_set_scrollable", notebook, true)
      return face
    }

    private func place(of face: TabFace) -> Int {
      GTK.number("gtk_notebook_page_num", notebook, face.content)
    }
  }
#endif
