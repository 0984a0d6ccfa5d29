#if os(Linux)
  import SluicePageScript
  import SluiceSystem

  /// The holder of lists and scripts for a `WebKitUserContentManager` and all of its views.
  @MainActor final class GTKHolder: RuleListHolder {
    private let manager: Pointer
    private let library: WebKitViews
    private var scripts: [Pointer] = []
    private var sheets: [PageStyleSheet: Pointer] = [:]
    private var handler: UInt?
    private var views: [WeakView] = []

    private struct WeakView {
      weak var view: WebKitGTKView?
    }

    private static let key = "sluice-protection"

    /// Returns the holder of a manager, and creates it if necessary. Each manager has one holder.
    static func of(_ manager: Pointer, library: WebKitViews) -> GTKHolder {
      if let known = library.data(manager, key) {
        return Unmanaged<GTKHolder>.fromOpaque(known).takeUnretainedValue()
      }
      return GTKHolder(manager, library: library)
    }

    private init(_ manager: Pointer, library: WebKitViews) {
      (self.manager, self.library) = (manager, library)
      _ = library.ref(manager)
      library.setData(manager, Self.key, Unmanaged.passUnretained(self).toOpaque(), nil)
    }

    isolated deinit {
      if let handler { library.disconnect(manager, handler) }
      for script in scripts { library.unrefScript(script) }
      for sheet in sheets.values { library.unrefStyleSheet(sheet) }
      library.setData(manager, Self.key, nil, nil)
      library.unref(manager)
    }

    func add(_ list: any CompiledRuleList) {
      if let list = list as? GTKRuleList { library.addFilter(manager, list.filter) }
    }

    func remove(_ list: any CompiledRuleList) {
      if let list = list as? GTKRuleList { library.removeFilter(manager, list.filter) }
    }

    func setScripts(_ scripts: [PageScriptText]) {
      for script in self.scripts {
        library.removeScript(manager, script)
        library.unrefScript(script)
      }
      self.scripts = scripts.compactMap { script in
        // In all frames, at the start of the document.
        script.isOfPage
          ? library.newScript(script.text, 0, 0, nil, nil)
          : library.newScriptOfWorld(script.text, 0, 0, PageScriptText.world, nil, nil)
      }
      for script in self.scripts { library.addScript(manager, script) }
    }

    func setStyles(_ styles: [PageStyleSheet]) {
      let wanted = Set(styles)
      // New sheets are added first, to avoid a gap.
      for style in styles where sheets[style] == nil {
        guard let sheet = Self.sheet(style, library: library) else { continue }
        library.addStyleSheet(manager, sheet)
        sheets[style] = sheet
      }
      for (style, sheet) in sheets where !wanted.contains(style) {
        library.removeStyleSheet(manager, sheet)
        library.unrefStyleSheet(sheet)
        sheets[style] = nil
      }
    }

    /// Creates a user style sheet for the top-level pages of a host, with any port.
    private static func sheet(_ style: PageStyleSheet, library: WebKitViews) -> Pointer? {
      "http://\(style.host)/*".withCString { http in
        "https://\(style.host)/*".withCString { https in
          // WEBKIT_USER_CONTENT_INJECT_TOP_FRAME, WEBKIT_USER_STYLE_LEVEL_USER
          library.newStyleSheet(style.text, 1, 0, [http, https, nil], nil)
        }
      }
    }

    // MARK: Reports

    func add(_ view: WebKitGTKView) {
      views.removeAll { $0.view == nil }
      views.append(WeakView(view: view))
    }

    func listen() {
      guard handler == nil else { return }
      let receive: @convention(c) (Pointer?, Pointer?, Pointer?) -> Void = { _, message, data in
        guard let data, let message else { return }
        let holder = Unmanaged<GTKHolder>.fromOpaque(data).takeUnretainedValue()
        nonisolated(unsafe) let value = message
        MainActor.assumeIsolated { holder.receive(value) }
      }
      handler = library.connect(
        manager, "script-message-received::\(PageScript.reportHandler)",
        unsafeBitCast(receive, to: Pointer.self), Unmanaged.passUnretained(self).toOpaque(), nil, 0)
      _ = library.registerHandler(manager, PageScript.reportHandler, PageScriptText.world)
    }

    private func receive(_ message: Pointer) {
      let value = library.valueOfMessage.map { $0(message) } ?? message
      guard let text = library.textOfValue(value) else { return }
      let bytes = Array(String(cString: text).utf8)
      library.free(text)
      // WebKit does not report which view sent a message. The message names its page.
      let report = String(decoding: bytes.prefix(1 << 12), as: UTF8.self)
      let alive = views.compactMap(\.view)
      let owner = alive.first { view in
        view.page.flatMap { Site(page: $0) }.map { report.contains($0.description) } ?? false
      }
      guard let view = owner ?? alive.first else { return }
      view.report(bytes)
    }
  }
#endif
