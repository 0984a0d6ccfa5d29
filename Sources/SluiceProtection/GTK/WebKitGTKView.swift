#if os(Linux)
  import SluiceSystem

  extension Protection {
    /// Protects a `WebKitWebView` for its lifetime, starting with its next page. The first pages wait for the
    /// lists.
    ///
    /// Handlers of `decide-policy` that the program connected earlier run first. Navigations that they decide
    /// are invisible to the protection.
    ///
    /// - Parameters:
    ///   - webView: The view, as a GObject pointer.
    ///   - engine: The engine of this protection.
    ///   - opener: For a view created by a `create` handler, the view that the handler was called for. WebKit
    ///     gives a popup the content manager of its opener, whatever the popup specifies.
    @discardableResult public func protect(
      webView: UnsafeMutableRawPointer, with engine: WebKitGTKEngine,
      openedBy opener: UnsafeMutableRawPointer? = nil
    ) -> WebKitGTKView {
      WebKitGTKView.of(webView, protection: self, library: engine.views, opener: opener)
    }
  }

  /// A protected `WebKitWebView`. This object exists as long as the web view.
  @MainActor public final class WebKitGTKView: ProtectedView {
    private let webView: Pointer
    private let library: WebKitViews
    private let gtkHolder: GTKHolder
    private weak var protection: Protection?
    /// The number of the last navigation. WebKitGTK reports the end of a navigation before the next one
    /// starts.
    private var navigation = 0

    private static let key = "sluice-protection-view"

    static func of(
      _ webView: Pointer, protection: Protection, library: WebKitViews, opener: Pointer?
    ) -> WebKitGTKView {
      known(webView, library: library)
        ?? WebKitGTKView(
          webView, protection: protection, library: library,
          holder: known(opener, library: library)?.gtkHolder)
    }

    private static func known(_ webView: Pointer?, library: WebKitViews) -> WebKitGTKView? {
      webView.flatMap { library.data($0, key) }
        .map { Unmanaged<WebKitGTKView>.fromOpaque($0).takeUnretainedValue() }
    }

    private init(
      _ webView: Pointer, protection: Protection, library: WebKitViews, holder: GTKHolder?
    ) {
      (self.webView, self.protection, self.library) = (webView, protection, library)
      gtkHolder = holder ?? GTKHolder.of(library.manager(webView) ?? webView, library: library)
      gtkHolder.add(self)
      // The GTK view retains this object.
      library.setData(webView, Self.key, Unmanaged.passRetained(self).toOpaque()) { data in
        guard let data else { return }
        let view = Unmanaged<WebKitGTKView>.fromOpaque(data).takeRetainedValue()
        MainActor.assumeIsolated { view.end() }
      }
      connect()
      if protection.options.countsBlocked { gtkHolder.listen() }
      protection.protect(self)
    }

    /// The user content manager, which related views share.
    public var holder: any RuleListHolder { gtkHolder }

    /// Whether the GTK view still exists.
    public private(set) var isAlive = true

    /// The current address of the view.
    public var page: String? { isAlive ? library.uri(webView).map { String(cString: $0) } : nil }

    private func end() {
      isAlive = false
      protection?.release(self)
    }

    func report(_ message: [UInt8]) {
      guard let protection else { return }
      Task { await protection.report(message, in: self) }
    }

    // MARK: Signals

    private func connect() {
      let data = Unmanaged.passUnretained(self).toOpaque()
      let decide: @convention(c) (Pointer?, Pointer?, Int32, Pointer?) -> Int32 = {
        _, decision, kind, data in
        guard let data, let decision else { return 0 }
        let view = Unmanaged<WebKitGTKView>.fromOpaque(data).takeUnretainedValue()
        nonisolated(unsafe) let pointer = decision
        return MainActor.assumeIsolated { view.decide(pointer, kind: kind) } ? 1 : 0
      }
      let change: @convention(c) (Pointer?, Int32, Pointer?) -> Void = { _, event, data in
        guard let data else { return }
        let view = Unmanaged<WebKitGTKView>.fromOpaque(data).takeUnretainedValue()
        MainActor.assumeIsolated { view.loadChanged(event) }
      }
      _ = library.connect(
        webView, "decide-policy", unsafeBitCast(decide, to: Pointer.self), data, nil, 0)
      _ = library.connect(webView, "load-changed", unsafeBitCast(change, to: Pointer.self), data, nil, 0)
      let terminate: @convention(c) (Pointer?, Int32, Pointer?) -> Void = { _, _, data in
        guard let data else { return }
        let view = Unmanaged<WebKitGTKView>.fromOpaque(data).takeUnretainedValue()
        MainActor.assumeIsolated { view.send(.processEnded) }
      }
      _ = library.connect(
        webView, "web-process-terminated", unsafeBitCast(terminate, to: Pointer.self), data, nil, 0)
    }

    /// Handles a policy decision. Returns whether this method has decided or will decide later.
    private func decide(_ decision: Pointer, kind: Int32) -> Bool {
      guard let protection else { return false }
      // WEBKIT_POLICY_DECISION_TYPE_NAVIGATION_ACTION, _NEW_WINDOW_ACTION, _RESPONSE
      switch kind {
      case 0:
        guard protection.isReady else {
          hold(decision)
          return true
        }
        ask(decision)
      case 2: answer(decision)
      default: break
      }
      return false
    }

    /// Holds the decisions for the first pages until the lists are ready.
    private func hold(_ decision: Pointer) {
      _ = library.ref(decision)
      Task {
        await protection?.ready()
        if isAlive { ask(decision) }
        library.use(decision)
        library.unref(decision)
      }
    }

    private func ask(_ decision: Pointer) {
      let action = library.navigationAction(decision)
      guard let text = library.uriOfRequest(library.request(action)) else { return }
      let address = String(cString: text)
      // WebKit does not report which frame the decision is for. If the program asks for a page, its address
      // is already that of the view. This is true of new pages, history navigations
      // (WEBKIT_NAVIGATION_TYPE_BACK_FORWARD) and reloads (_RELOAD). Frames in such pages have the same type,
      // but other addresses. A navigation by a script (_OTHER) without a gesture is usually for a frame.
      let kind = library.kindOfNavigation(action)
      let isOfFrame =
        address != page && (kind == 2 || kind == 3 || kind == 5 && library.isGesture(action) == 0)
      guard !isOfFrame else { return }
      // The decision may still be for a frame.
      send(.asked(address, isCertain: false))
    }

    private func answer(_ decision: Pointer) {
      guard library.isMainResource(decision) != 0, library.isShown(decision) != 0,
        let response = library.response(decision), let address = library.uriOfResponse(response),
        ![204, 205].contains(library.status(response))
      else { return }
      let disposition = library.headers(response).flatMap { library.header($0, "Content-Disposition") }
      if let disposition, String(cString: disposition).lowercased().hasPrefix("attachment") { return }
      send(.answered(String(cString: address)))
    }

    private func loadChanged(_ event: Int32) {
      let address = page ?? ""
      // WEBKIT_LOAD_STARTED, _REDIRECTED, _COMMITTED, _FINISHED
      switch event {
      case 0:
        navigation += 1
        send(.started(address, NavigationID(navigation)))
      case 1: send(.redirected(address, NavigationID(navigation)))
      case 2: send(.committed(address, NavigationID(navigation)))
      default: send(.ended(NavigationID(navigation)))
      }
    }

    private func send(_ event: NavigationEvent) { protection?.navigation(event, in: self) }
  }
#endif
