#if os(Linux)
  import Foundation
  import SluiceBrowserModel
  import SluiceGTKCalls
  import SluiceProtection
  import SluiceProtectionGTK

  /// A `WebKitWebView` of a tab, which reports its events to the model.
  @MainActor final class WebPage: PageView {
    let view: Pointer
    private let engine: WebKitGTKEngine
    private let protectedView: WebKitGTKView
    private weak var tab: Tab?
    /// Whether the last page load has failed: WebKit reports an end afterwards.
    private var hasFailed = false
    /// Whether the tab has been closed.
    private var isClosed = false

    init?(_ tab: Tab, openedBy opener: Tab?, _ engine: WebKitGTKEngine, _ protection: Protection) {
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
        fail(PageFailure(.crashed, url: address ?? tab?.url ?? ""))
      }
      GTK.on(view, "create", arguments: 1) { [weak self] _ in
        guard let self, let tab, let window = tab.window else { return nil }
        let popup = window.open(openedBy: tab)
        return (popup.page as? WebPage).map { Int(bitPattern: $0.view) }
      }
      GTK.on(view, "close") { [weak self] in
        guard let tab = self?.tab else { return }
        tab.window?.close(tab)
      }
      // After the handlers of `protect`.
      GTK.on(view, "decide-policy", arguments: 2) { [weak self] arguments in
        let isResponse = Int(bitPattern: arguments.1) & 0xff == 2
        guard isResponse, let self else { return 0 }
        return decide(arguments.0) ? 1 : 0
      }
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
        tab.handle(.started(url))
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
