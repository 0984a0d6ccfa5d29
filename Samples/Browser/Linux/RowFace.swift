#if os(Linux)
  import SluiceBrowserModel
  import SluiceGTKCalls
  import SluiceProtection

  /// A row of History or Unprotected sites, which shows one item after another.
  @MainActor final class RowFace {
    enum Item: Equatable {
      case page(History.Entry)
      case site(Site)
    }

    let widget = Widgets.box(isVertical: false, 4)
    private let title = Widgets.label("", wraps: false)
    private let detail = Widgets.label("", style: "dim-label", wraps: false)
    private var open, removeSite: Pointer?
    private var remove: Pointer?
    private var item: Item?
    private let model: BrowserModel

    init(ofHistory isHistory: Bool, _ window: WindowFace) {
      let model = window.model
      self.model = model
      remove = Widgets.button(icon: "list-remove-symbolic", "") { [weak self] in
        switch self?.item {
        case .page(let entry)?: model.history.remove(entry)
        case .site(let site)?: model.sites.set([site], isUnprotected: false)
        case nil: break
        }
      }
      if isHistory {
        open = Widgets.button("", style: "flat") { [weak self, weak window] in
          guard case .page(let entry)? = self?.item else { return }
          window?.tab?.open(entry.url)
          window?.closeScreen()
        }
        GTK.call("gtk_button_set_child", open, Widgets.box(isVertical: true, 0, [title, detail]))
        removeSite = Widgets.button(icon: "edit-clear-all-symbolic", "") { [weak self] in
          guard case .page(let entry)? = self?.item, let site = Site(page: entry.url) else { return }
          model.history.remove(site)
        }
      }
      let main = open ?? title
      GTK.call("gtk_widget_set_hexpand", main, true)
      for part in [main, removeSite, remove] where part != nil { GTK.call("gtk_box_append", widget, part) }
    }

    /// Shows an item, or hides the row.
    func draw(_ item: Item?) {
      guard item != self.item else { return }
      Widgets.show(widget, item != nil)
      self.item = item
      switch item {
      case nil: break
      case .page(let entry)?:
        let name = Widgets.short(entry.title.isEmpty ? entry.url : entry.title)
        Widgets.set(title, name)
        Widgets.set(detail, "\(model.age(of: entry)) · \(entry.url)")
        GTK.name(open, "Open \(name)")
        let site = Site(page: entry.url)?.description ?? "this site"
        Widgets.name(removeSite, "Remove all pages of \(site)")
        Widgets.name(remove, "Remove \(name)")
      case .site(let site)?:
        Widgets.set(title, site.description)
        Widgets.name(remove, "Protect \(site)")
      }
    }
  }
#endif
