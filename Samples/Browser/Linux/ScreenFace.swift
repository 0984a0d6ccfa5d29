#if os(Linux)
  import BrowserModel
  import Foundation
  import GTKCalls
  import Protection

  /// A screen in place of the tabs: history, unprotected sites, settings, or Fire.
  @MainActor final class ScreenFace {
    enum Kind: String {
      case history = "History"
      case sites = "Unprotected sites"
      case settings = "Settings"
      case fire = "Fire"
    }

    let content: Pointer?
    private let kind: Kind
    private unowned let window: WindowFace
    private let body = Widgets.box(isVertical: true, 12)
    private let rows = Widgets.box(isVertical: true, 2)
    private let entry = GTK.make("gtk_search_entry_new")
    private let note = Widgets.label("", style: "dim-label")
    private var undo, removeAll: Pointer?
    private var drawn = -1

    /// The maximum number of rows. More are found by a search.
    private static let maximum = 200

    init(_ kind: Kind, _ window: WindowFace) {
      (self.kind, self.window) = (kind, window)
      let back = Widgets.button(icon: "go-previous-symbolic", "Back to the page (Escape)") {
        window.closeScreen()
      }
      let head = Widgets.box(isVertical: false, 8, [back, Widgets.label(kind.rawValue, style: "title-3")])
      content = Widgets.pad(Widgets.box(isVertical: true, 12, [head, body]), 8)
      switch kind {
      case .history, .sites: buildList()
      case .settings: buildSettings()
      case .fire: buildFire()
      }
    }

    private var model: BrowserModel { window.model }

    func focus() { if kind == .history || kind == .sites { GTK.call("gtk_widget_grab_focus", entry) } }

    /// Draws a list again if it has changed.
    func drawIfChanged() {
      let count = kind == .history ? model.history.count : model.sites.count
      if count != drawn, kind == .history || kind == .sites { draw() }
    }

    // MARK: Lists

    private func buildList() {
      let isHistory = kind == .history
      GTK.name(entry, isHistory ? "Search history" : "Search sites")
      GTK.call("gtk_search_entry_set_key_capture_widget", entry, body)
      GTK.call("gtk_widget_set_hexpand", entry, true)
      GTK.on(entry, "search-changed") { [weak self] in self?.draw() }
      // The search entry takes Escape for itself.
      GTK.on(entry, "stop-search") { [weak self] in self?.window.closeScreen() }
      removeAll = Widgets.button(isHistory ? "Clear history" : "Protect all", style: "destructive-action") {
        [weak self] in
        if isHistory { self?.model.history.removeAll() } else { self?.model.sites.removeAll() }
        self?.draw()
      }
      undo = Widgets.button("Undo") { [weak self] in
        if isHistory { self?.model.history.undo() } else { self?.model.sites.undo() }
        self?.draw()
      }
      let list = Widgets.scrolled(rows)
      for child in [Widgets.box(isVertical: false, 8, [entry, undo, removeAll]), note, list] {
        GTK.call("gtk_box_append", body, child)
      }
      GTK.call("gtk_widget_set_vexpand", body, true)
      draw()
    }

    private func draw() {
      let text = GTK.text("gtk_editable_get_text", entry) ?? ""
      Widgets.removeChildren(of: rows)
      let limit = Self.maximum
      let (count, canUndo, shown): (Int, Bool, Int)
      if kind == .history {
        let found = model.history.search(text, limit: limit)
        found.forEach(add)
        (count, canUndo, shown) = (model.history.count, model.history.canUndo, found.count)
      } else {
        let found = model.sites.search(text, limit: limit)
        found.forEach(add)
        (count, canUndo, shown) = (model.sites.count, model.sites.canUndo, found.count)
      }
      drawn = count
      let empty = kind == .history ? "No page has been visited." : "Every site is protected."
      GTK.call(
        "gtk_label_set_text", note,
        count == 0
          ? empty
          : shown == 0
            ? "Nothing found."
            : shown == limit && count > limit
              ? "The first \(limit) of \(count). Search for others." : "\(shown) of \(count)")
      GTK.call("gtk_widget_set_sensitive", undo, canUndo)
      GTK.call("gtk_widget_set_sensitive", removeAll, count > 0)
    }

    private func add(_ entry: History.Entry) {
      let name = entry.title.isEmpty ? entry.url : entry.title
      let open = Widgets.button(name, style: "flat") { [weak self] in
        self?.window.tab?.open(entry.url)
        self?.window.closeScreen()
      }
      GTK.call(
        "gtk_button_set_child", open,
        Widgets.box(
          isVertical: true, 0,
          [Widgets.label(name, wraps: false), Widgets.label(entry.url, style: "dim-label", wraps: false)]))
      GTK.name(open, "Open \(name)")
      GTK.call("gtk_widget_set_hexpand", open, true)
      let remove = Widgets.button(icon: "list-remove-symbolic", "Remove \(name)") { [weak self] in
        self?.model.history.remove(entry)
      }
      let site = Site(page: entry.url)
      let removeSite = Widgets.button(
        icon: "edit-clear-all-symbolic", "Remove all pages of \(site?.description ?? "this site")"
      ) { [weak self] in
        if let site { self?.model.history.remove(site) }
      }
      GTK.call("gtk_box_append", rows, Widgets.box(isVertical: false, 4, [open, removeSite, remove]))
    }

    private func add(_ site: Site) {
      let label = Widgets.label(site.description, wraps: false)
      GTK.call("gtk_widget_set_hexpand", label, true)
      let remove = Widgets.button(icon: "list-remove-symbolic", "Protect \(site)") { [weak self] in
        self?.model.sites.set(site, isUnprotected: false)
      }
      GTK.call("gtk_box_append", rows, Widgets.box(isVertical: false, 4, [label, remove]))
    }

    // MARK: Settings

    private func buildSettings() {
      let list = Widgets.box(isVertical: true, 16)
      let search = GTK.make("gtk_entry_new")
      GTK.call("gtk_editable_set_text", search, model.settings.search)
      GTK.name(search, "Search URL")
      let hint = Widgets.label("The URL to search with. %s stands for the words.", style: "dim-label")
      GTK.on(search, "changed") { [weak self] in
        let text = GTK.text("gtk_editable_get_text", search) ?? ""
        GTK.call(
          "gtk_label_set_text", hint,
          AddressReader.isSearch(text)
            ? "The URL to search with. %s stands for the words."
            : "This cannot be a search URL: it needs https:// and %s.")
        self?.model.change { $0.search = text }
      }
      var rows = [
        Widgets.label("Search", style: "heading"), search, hint, Widgets.label("Privacy", style: "heading"),
      ]
      rows.append(
        Widgets.switch(
          "Keep history and tabs", "They are stored, and are there after the next start.",
          isOn: model.settings.keepsHistory
        ) { [weak self] isOn in
          self?.model.change { $0.keepsHistory = isOn }
        })
      rows.append(
        Widgets.switch(
          "Count blocked requests",
          "Scripts in pages report them. A change takes full effect at the next start.",
          isOn: model.settings.countsBlocked
        ) { [weak self] isOn in
          self?.model.change { $0.countsBlocked = isOn }
        })
      rows.append(Widgets.label("Lists", style: "heading"))
      let reason = Widgets.label("", style: "dim-label")
      rows += model.lists.map { list in
        Widgets.switch(list.name, "", isOn: list.isOn) { [weak self] isOn in
          let isDone = self?.model.setList(list.name, isOn: isOn) ?? false
          GTK.call(
            "gtk_label_set_text", reason,
            isDone ? "" : "One list stays on. To turn everything off on a site, use the shield.")
        }
      }
      rows.append(reason)
      if model.convertsLists {
        let names = ["everywhere", "pages", "scripted"]
        rows.append(Widgets.label("Generic hiding", style: "heading"))
        var first: Pointer?
        for (name, words) in zip(
          names, ["In all documents", "In pages, not in frames: faster", "In documents with scripts: faster"])
        {
          let button = GTK.make("gtk_check_button_new_with_label", words)
          if let first { GTK.call("gtk_check_button_set_group", button, first) } else { first = button }
          GTK.call("gtk_check_button_set_active", button, model.settings.genericHiding == name)
          GTK.on(button, "toggled") { [weak self] in
            if GTK.flag("gtk_check_button_get_active", button) {
              self?.model.change { $0.genericHiding = name }
            }
          }
          rows.append(button)
        }
      }
      for row in rows { GTK.call("gtk_box_append", list, row) }
      GTK.call("gtk_box_append", body, Widgets.scrolled(Widgets.pad(list, 4)))
      GTK.call("gtk_widget_set_vexpand", body, true)
    }

    // MARK: Fire

    private func buildFire() {
      let keep = GTK.make("gtk_check_button_new_with_label", "Keep unprotected sites")
      GTK.call("gtk_check_button_set_active", keep, true)
      let result = Widgets.label("")
      let burn = Widgets.button("Clear everything", style: "destructive-action") { [weak self] in
        guard let self else { return }
        let keepsSites = GTK.flag("gtk_check_button_get_active", keep)
        Task { [model, window] in
          if await model.fire(keepingSites: keepsSites) {
            window.closeScreen()
          } else {
            GTK.call("gtk_label_set_text", result, "Website data could not be cleared. Everything else is.")
          }
        }
      }
      GTK.call("gtk_widget_set_halign", burn, 1)
      let words = Widgets.label(
        "Closes all tabs, and clears cookies and other website data, history and counts. This cannot be undone."
      )
      for row in [words, keep, burn, result] { GTK.call("gtk_box_append", body, row) }
    }
  }
#endif
