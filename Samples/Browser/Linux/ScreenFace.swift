#if os(Linux)
  import Foundation
  import SluiceBrowserModel
  import SluiceGTKCalls
  import SluiceProtection

  /// A screen in place of the tabs: history, downloads, unprotected sites, settings, or Fire.
  @MainActor final class ScreenFace {
    enum Kind: String {
      case history = "History"
      case downloads = "Downloads"
      case sites = "Unprotected sites"
      case settings = "Settings"
      case fire = "Fire"
    }

    let content: Pointer?
    private let kind: Kind
    private unowned let window: WindowFace
    private let body = Widgets.box(isVertical: true, 12)
    /// All items of a list, and the rows, which show the first ones. A row takes ten widgets and a millisecond.
    private var items: [RowFace.Item] = []
    private var rows: [RowFace] = []
    private var limit = step
    private static let step = 20
    private lazy var downloads = DownloadsFace(model)
    private lazy var rowBox = Widgets.box(isVertical: true, 2)
    private lazy var entry = GTK.make("gtk_search_entry_new")
    private lazy var note = Widgets.label("", style: "dim-label")
    private var undo, removeAll: Pointer?
    private var drawn = -1
    private var drawnText = ""

    init(_ kind: Kind, _ window: WindowFace) {
      (self.kind, self.window) = (kind, window)
      let back = Widgets.button(icon: "go-previous-symbolic", "Back to the page (Escape)") {
        window.closeScreen()
      }
      let head = Widgets.box(isVertical: false, 8, [back, Widgets.label(kind.rawValue, style: "title-3")])
      content = Widgets.pad(Widgets.box(isVertical: true, 12, [head, body]), 8)
      switch kind {
      case .history, .sites: buildList()
      case .downloads: GTK.call("gtk_box_append", body, downloads.content)
      case .settings: buildSettings()
      case .fire: buildFire()
      }
    }

    private var model: BrowserModel { window.model }

    func focus() { if kind == .history || kind == .sites { GTK.call("gtk_widget_grab_focus", entry) } }

    /// Draws a list again if it has changed.
    func drawIfChanged() {
      if kind == .downloads { return downloads.draw() }
      let count = kind == .history ? model.history.count : model.sites.count
      if count != drawn, kind == .history || kind == .sites { draw() }
    }

    // MARK: Lists

    private func buildList() {
      let isHistory = kind == .history
      GTK.name(entry, isHistory ? "Search history" : "Search sites")
      GTK.call("gtk_search_entry_set_key_capture_widget", entry, body)
      GTK.call("gtk_widget_set_hexpand", entry, true)
      // Not `search-changed`, which waits before it is sent.
      GTK.on(entry, "changed") { [weak self] in self?.draw() }
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
      for child in [Widgets.box(isVertical: false, 8, [entry, undo, removeAll]), note, scrolledList()] {
        GTK.call("gtk_box_append", body, child)
      }
      GTK.call("gtk_widget_set_vexpand", body, true)
      draw()
    }

    /// A list that makes more rows when its end is near.
    private func scrolledList() -> Pointer? {
      let list = Widgets.scrolled(Widgets.narrow(rowBox))
      let place = GTK.get("gtk_scrolled_window_get_vadjustment", list)
      for signal in ["changed", "value-changed"] {
        GTK.on(place, signal) { [weak self] in
          let height = GTK.part("gtk_adjustment_get_page_size", place)
          let below =
            GTK.part("gtk_adjustment_get_upper", place) - GTK.part("gtk_adjustment_get_value", place)
          // Not at once: GTK sends these signals while it lays out the list.
          if height > 0, below < 1.3 * height { Task { self?.drawMore() } }
        }
      }
      return list
    }

    private func drawMore() {
      guard limit < items.count else { return }
      limit += Self.step
      drawRows()
    }

    private func drawRows() {
      while rows.count < min(limit, items.count) {
        let row = RowFace(ofHistory: kind == .history, window)
        rows.append(row)
        GTK.call("gtk_box_append", rowBox, row.widget)
      }
      for (number, row) in rows.enumerated() {
        row.draw(number < min(limit, items.count) ? items[number] : nil)
      }
    }

    private func draw() {
      let text = GTK.text("gtk_editable_get_text", entry) ?? ""
      let isHistory = kind == .history
      items =
        isHistory
        ? model.history.search(text).map { .page($0) } : model.sites.search(text).map { .site($0) }
      if text != drawnText { (drawnText, limit) = (text, Self.step) }
      drawRows()
      let (count, canUndo) =
        isHistory
        ? (model.history.count, model.history.canUndo) : (model.sites.count, model.sites.canUndo)
      drawn = count
      let empty = isHistory ? "No page has been visited." : "Every site is protected."
      GTK.call(
        "gtk_label_set_text", note,
        count == 0 ? empty : items.isEmpty ? "Nothing found." : "\(items.count) of \(count)")
      GTK.call("gtk_widget_set_sensitive", undo, canUndo)
      GTK.call("gtk_widget_set_sensitive", removeAll, count > 0)
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
        rows.append(Widgets.label("Generic hiding", style: "heading"))
        var first: Pointer?
        for (name, words) in BrowserSettings.genericHidings {
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
      if model.convertsLists {
        rows.append(Widgets.label("Exceptions", style: "heading"))
        for text in model.settings.exceptions {
          let row = Widgets.box(isVertical: false, 4)
          let label = Widgets.label(text, style: "monospace", wraps: false)
          GTK.call("gtk_widget_set_hexpand", label, true)
          let remove = Widgets.button(icon: "list-remove-symbolic", "Remove \(text)") { [weak self] in
            Widgets.show(row, false)
            self?.model.change { $0.exceptions.removeAll { $0 == text } }
          }
          for part in [label, remove] { GTK.call("gtk_box_append", row, part) }
          rows.append(row)
        }
        rows.append(
          Widgets.label("\"This page is broken\" in the shield adds exceptions.", style: "dim-label"))
      }
      for row in rows { GTK.call("gtk_box_append", list, row) }
      GTK.call("gtk_box_append", body, Widgets.scrolled(Widgets.narrow(Widgets.pad(list, 4))))
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
