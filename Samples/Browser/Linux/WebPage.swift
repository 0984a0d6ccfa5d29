#if os(Linux)
  import Foundation
  import SluiceBrowserModel
  import SluiceGTKCalls
  import SluiceProtection

  /// A `WebKitWebView` of a tab, which reports its events to the model.
  @MainActor final class WebPage: PageView {
    let view: Pointer
    private let engine: WebKitGTKEngine
    private let protectedView: WebKitGTKView
    private weak var tab: BrowserTab?
    /// Whether the last page load has failed: WebKit reports an end afterwards.
    private var hasFailed = false
    /// The address of the page that loads.
    private var begun = ""
    /// Whether the tab has been closed.
    private var isClosed = false
    /// The text that is being found.
    private var found = ""
    /// Called when a page wants the whole screen, or no longer.
    var fillsScreen: ((Bool) -> Void)?

    init?(
      _ tab: BrowserTab, openedBy opener: BrowserTab?, _ engine: WebKitGTKEngine, _ protection: Protection
    ) {
      let other = (opener?.page as? WebPage)?.view
      guard let view = other.map({ GTK.view(relatedTo: $0) }) ?? GTK.make("webkit_web_view_new") else {
        return nil
      }
      (self.view, self.engine, self.tab) = (view, engine, tab)
      protectedView = protection.protect(webView: view, with: engine, openedBy: other)
      _ = GTK.get("g_object_ref_sink", view)
      GTK.call("gtk_widget_set_vexpand", view, true)
      GTK.name(view, "Page")
      connect()
    }

    var protected: (any ProtectedView)? { isClosed ? nil : protectedView }
    func load(_ url: String) { GTK.call("webkit_web_view_load_uri", view, url) }
    func reload() { GTK.call("webkit_web_view_reload", view) }
    func stop() { GTK.call("webkit_web_view_stop_loading", view) }
    func goBack() { GTK.call("webkit_web_view_go_back", view) }
    func goForward() { GTK.call("webkit_web_view_go_forward", view) }
    func evaluate(_ script: String) async -> String? {
      isClosed ? nil : await GTK.evaluate(script, in: view, world: PageScriptText.world)
    }

    func close() {
      guard !isClosed else { return }
      isClosed = true
      tab = nil
      GTK.call("g_object_unref", view)
    }

    private var address: String? { GTK.text("webkit_web_view_get_uri", view) }

    // MARK: Signals

    private func connect() {
      GTK.on(view, "load-changed", arguments: 1) { [weak self] arguments in
        self?.changed(Int(bitPattern: arguments.0) & 0xff)
        return nil
      }
      GTK.on(view, "load-failed", arguments: 3) { [weak self] arguments in
        let url = arguments.1.map { String(cString: $0.assumingMemoryBound(to: CChar.self)) } ?? ""
        self?.failed(url, arguments.2)
        return 1
      }
      GTK.on(view, "load-failed-with-tls-errors", arguments: 3) { [weak self] arguments in
        let url = arguments.0.map { String(cString: $0.assumingMemoryBound(to: CChar.self)) } ?? ""
        self?.fail(PageFailure(.untrusted, url: url))
        return 1
      }
      GTK.on(view, "notify::title", arguments: 1) { [weak self] in
        guard let self, let title = GTK.text("webkit_web_view_get_title", view) else { return }
        tab?.handle(.titled(title))
      }
      GTK.on(view, "notify::uri", arguments: 1) { [weak self] in
        guard let self, let address, !GTK.flag("webkit_web_view_is_loading", view) else { return }
        tab?.handle(.moved(address))
      }
      GTK.on(view, "notify::estimated-load-progress", arguments: 1) { [weak self] in
        guard let self else { return }
        tab?.handle(.progressed(GTK.part("webkit_web_view_get_estimated_load_progress", view)))
      }
      GTK.on(view, "web-process-terminated", arguments: 1) { [weak self] in
        guard let self else { return }
        hasFailed = true
        tab?.handle(.crashed)
      }
      GTK.on(view, "create", arguments: 1) { [weak self] _ in
        guard let self, let tab, let window = tab.window else { return nil }
        let popup = window.open(openedBy: tab)
        return (popup.page as? WebPage).map { Int(bitPattern: $0.view) }
      }
      for (signal, fills) in [("enter-fullscreen", true), ("leave-fullscreen", false)] {
        // WebKit makes the window full.
        GTK.on(view, signal, arguments: 0) { [weak self] _ in
          self?.fillsScreen?(fills)
          return 0
        }
      }
      GTK.on(view, "close") { [weak self] in
        guard let tab = self?.tab else { return }
        tab.window?.close(tab)
      }
      // After the handlers of `protect`.
      GTK.on(view, "decide-policy", arguments: 2) { [weak self] arguments in
        guard let self else { return 0 }
        // WEBKIT_POLICY_DECISION_TYPE_NAVIGATION_ACTION, _NEW_WINDOW_ACTION, _RESPONSE
        switch Int(bitPattern: arguments.1) & 0xff {
        case 0: return opensTab(arguments.0) ? 1 : 0
        case 2: return decide(arguments.0) ? 1 : 0
        default: return 0
        }
      }
    }

    /// Opens a link in a new tab if it was clicked with the middle button or with Control. Returns whether this
    /// method has decided.
    private func opensTab(_ decision: Pointer?) -> Bool {
      let action = GTK.get("webkit_navigation_policy_decision_get_navigation_action", decision)
      let isControl = GTK.number("webkit_navigation_action_get_modifiers", action) & 4 != 0
      // WEBKIT_NAVIGATION_TYPE_LINK_CLICKED
      guard GTK.number("webkit_navigation_action_get_navigation_type", action) == 0,
        isControl || GTK.number("webkit_navigation_action_get_mouse_button", action) == 2,
        let tab, let window = tab.window,
        let url = GTK.text(
          "webkit_uri_request_get_uri", GTK.get("webkit_navigation_action_get_request", action))
      else { return false }
      window.open(url, openedBy: tab, inBackground: true)
      GTK.call("webkit_policy_decision_ignore", decision)
      return true
    }

    // MARK: Find, zoom, print

    /// Finds a text in the page, from the top with a new text.
    func find(_ text: String, isBackwards: Bool = false) {
      let finder = GTK.get("webkit_web_view_get_find_controller", view)
      guard !text.isEmpty else { return GTK.call("webkit_find_controller_search_finish", finder) }
      if text != found {
        found = text
        // WEBKIT_FIND_OPTIONS_CASE_INSENSITIVE | _WRAP_AROUND
        GTK.search(finder, text, 1 | 16, 1_000)
      } else {
        GTK.call("webkit_find_controller_search_\(isBackwards ? "previous" : "next")", finder)
      }
    }

    func endFinding() {
      found = ""
      GTK.call(
        "webkit_find_controller_search_finish", GTK.get("webkit_web_view_get_find_controller", view))
    }

    /// Makes the page larger or smaller, or with 0 as large as it is.
    func zoom(_ steps: Int) {
      let level = GTK.part("webkit_web_view_get_zoom_level", view)
      let new = steps == 0 ? 1 : min(5, max(0.25, level * (steps > 0 ? 1.1 : 1 / 1.1)))
      GTK.call("webkit_web_view_set_zoom_level", view, new)
    }

    func print(in window: Pointer?) {
      let operation = GTK.get("webkit_print_operation_new", view)
      _ = GTK.number("webkit_print_operation_run_dialog", operation, window)
      GTK.call("g_object_unref", operation)
    }

    /// Downloads what WebKit cannot show, to the system's folder. Returns whether this method has decided.
    private func decide(_ decision: Pointer?) -> Bool {
      guard !GTK.flag("webkit_response_policy_decision_is_mime_type_supported", decision) else {
        return false
      }
      let response = GTK.get("webkit_response_policy_decision_get_response", decision)
      let status = GTK.number("webkit_uri_response_get_status_code", response)
      guard status >= 400 else {
        GTK.call("webkit_policy_decision_download", decision)
        return true
      }
      if GTK.flag("webkit_response_policy_decision_is_main_frame_main_resource", decision) {
        fail(
          PageFailure(
            .other("The server answered with the error \(status)."),
            url: GTK.text("webkit_uri_response_get_uri", response) ?? ""))
      }
      GTK.call("webkit_policy_decision_ignore", decision)
      return true
    }

    private func changed(_ event: Int) {
      guard let tab else { return }
      let url = address ?? ""
      // WEBKIT_LOAD_STARTED, _REDIRECTED, _COMMITTED, _FINISHED
      switch event {
      case 0, 1:
        hasFailed = false
        begun = url
        tab.handle(.started(url))
      case 2 where url == "about:blank" && begun != url:
        // For a port that is not for web pages, WebKit shows an empty page and reports no failure.
        fail(PageFailure(.other("WebKit does not open this address."), url: begun))
      case 2:
        tab.handle(
          .committed(url, PageSecurity(page: url, hasTrustedCertificate: GTK.isTrusted(view) ?? false)))
      default: if !hasFailed { tab.handle(.finished) }
      }
      tab.handle(
        .canGo(
          back: GTK.flag("webkit_web_view_can_go_back", view),
          forward: GTK.flag("webkit_web_view_can_go_forward", view)))
    }

    private func fail(_ failure: PageFailure) {
      hasFailed = true
      tab?.handle(.failed(failure))
    }

    private func failed(_ url: String, _ error: Pointer?) {
      let (domain, code, message) = GTK.details(ofError: error)
      let isStopped =
        domain == "WebKitNetworkError" && code == 302 || domain == "WebKitPolicyError" && code == 102
      guard !isStopped else {
        hasFailed = true
        tab?.handle(.stopped)
        return
      }
      let kind: PageFailure.Kind =
        switch (domain, code) {
        case ("g-resolver-error-quark", _): .hostNotFound
        // G_IO_ERROR_TIMED_OUT, and the refused and unreachable ones
        case ("g-io-error-quark", 24): .timedOut
        case ("g-io-error-quark", 36...44), ("g-io-error-quark", 0): .unreachable
        // G_TLS_ERROR_MISC, _NOT_TLS, _HANDSHAKE, _EOF: the server speaks no TLS, or closes the connection
        case ("g-tls-error-quark", 1), ("g-tls-error-quark", 3), ("g-tls-error-quark", 4),
          ("g-tls-error-quark", 6):
          .unencrypted
        case ("g-tls-error-quark", _): .untrusted
        case ("WebKitPolicyError", 104): .blocked
        default:
          message.lowercased().contains("content") && domain == "WebKitPolicyError"
            ? .blocked : .other(message)
        }
      fail(PageFailure(kind, url: url))
    }
  }
#endif
