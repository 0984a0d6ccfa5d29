#if os(Linux)
  import SluiceBrowserModel
  import SluiceGTKCalls

  /// The widgets of a tab: its label with a button to close it, and the page or its failure.
  @MainActor final class TabFace {
    let tab: BrowserTab
    let content = GTK.make("gtk_stack_new")
    let label: Pointer?
    private let title = Widgets.label("New tab", wraps: false)
    private let spinner = GTK.make("gtk_spinner_new")
    private let closeButton: Pointer?
    private let failure, again, unencrypted: Pointer?
    private let failureTitle = Widgets.label("", style: "title-2")
    private let failureText = Widgets.label("")
    private var drawn: (title: String, isLoading: Bool, failure: PageFailure?) = ("New tab", false, nil)

    init(_ tab: BrowserTab, _ window: WindowFace) {
      self.tab = tab
      closeButton = Widgets.button(icon: "window-close-symbolic", "Close tab") { tab.window?.close(tab) }
      GTK.call("gtk_label_set_width_chars", title, 8)
      GTK.call("gtk_label_set_max_width_chars", title, 18)
      GTK.call("gtk_widget_set_hexpand", title, true)
      label = Widgets.box(isVertical: false, 4, [spinner, title, closeButton])
      Widgets.show(spinner, false)
      again = Widgets.button("Try again", style: "suggested-action") { tab.reload() }
      GTK.call("gtk_widget_set_halign", again, 1)
      unencrypted = Widgets.button("Open without encryption") { tab.openWithoutEncryption() }
      GTK.call("gtk_widget_set_halign", unencrypted, 1)
      failure = Widgets.box(isVertical: true, 12, [failureTitle, failureText, again, unencrypted])
      Widgets.show(failure, false)
      GTK.call("gtk_widget_set_valign", failure, 3)
      if let page = tab.page as? WebPage { GTK.call("gtk_stack_add_named", content, page.view, name: "page") }
      GTK.call("gtk_stack_add_named", content, Widgets.pad(failure, 36), name: "failure")
      // Without it, a tab behind others has no size and WebKit draws nothing.
      GTK.call("gtk_widget_set_vexpand", content, true)
    }

    func focus() {
      let page = (tab.page as? WebPage)?.view
      GTK.call("gtk_widget_grab_focus", tab.failure == nil ? page : again)
    }

    func draw() {
      let now = (tab.title, tab.isLoading, tab.failure)
      guard now != drawn else { return }
      drawn = now
      Widgets.set(title, tab.title)
      Widgets.name(closeButton, "Close \(tab.title)")
      GTK.name(content, tab.title)
      Widgets.show(spinner, tab.isLoading)
      GTK.call("gtk_spinner_set_spinning", spinner, tab.isLoading)
      Widgets.show(failure, tab.failure != nil)
      if let failure = tab.failure {
        GTK.call("gtk_label_set_text", failureTitle, failure.title)
        GTK.call("gtk_label_set_text", failureText, failure.explanation)
        Widgets.show(unencrypted, failure.unencryptedURL != nil)
      }
      let hadFocus =
        tab.failure != nil && (tab.page as? WebPage).map { GTK.flag("gtk_widget_has_focus", $0.view) } == true
      GTK.call("gtk_stack_set_visible_child_name", content, tab.failure == nil ? "page" : "failure")
      if hadFocus { focus() }
    }
  }
#endif
