#if os(Linux)
  import SluiceSystem

  /// A WebKitGTK view with its own session, in which a page is loaded once.
  ///
  /// Use it from the main thread.
  final class PageView: TrialView {
    private let library: WebKitWindows
    private let loop: MainLoop
    private let window: Pointer?
    private let view: Pointer?
    private let settings: Pointer?
    private let manager: Pointer?
    private var popups: [Pointer] = []
    private(set) var state = TrialState.loading
    private(set) var answers = FrameScript.Answers()
    /// The requests of live pages, which this process does not serve itself.
    private var live = LiveLoads()
    var loads: [ObservedLoad] { live.loads }
    var waiting: Int { live.waiting }
    private(set) var lastSign = ContinuousClock.now

    /// - Parameters:
    ///   - filters: The compiled rule lists.
    ///   - folder: An empty folder for data of the session. Ephemeral sessions have no console output.
    ///   - proxy: The port of the local proxy for all requests, or `nil` for none.
    init(
      _ library: WebKitWindows, loop: MainLoop, filters: [Pointer], script: FrameScript,
      folder: String,
      proxy: Int?
    ) {
      (self.library, self.loop) = (library, loop)
      let session = library.newSession("\(folder)/data", "\(folder)/cache")
      if let proxy {
        let settings = library.newProxy("http://127.0.0.1:\(proxy)", nil)
        // WEBKIT_NETWORK_PROXY_MODE_CUSTOM; WEBKIT_TLS_ERRORS_POLICY_IGNORE: this process uses a self-signed
        // certificate.
        library.setProxy(session, 2, settings)
        library.freeProxy(settings)
        library.setTLSPolicy(session, 0)
      }
      settings = library.newSettings()
      library.writeConsole(settings, 1)
      library.useHistory(settings, 0)
      library.openWindows(settings, 1)
      manager = library.newManager()
      for filter in filters { library.addFilter(manager, filter) }
      _ = library.registerHandler(manager, FrameScript.world, FrameScript.world)
      // WEBKIT_USER_CONTENT_INJECT_ALL_FRAMES, WEBKIT_USER_SCRIPT_INJECT_AT_DOCUMENT_START
      let script = library.newScriptOfWorld(script.text, 0, 0, FrameScript.world, nil, nil)
      library.addScript(manager, script)
      library.unrefScript(script)
      view = library.newObject(
        library.viewType(), "network-session", session, "settings", settings, "user-content-manager", manager,
        nil)
      window = library.newWindow()
      library.setSize(window, Int32(Picture.viewSize.width), Int32(Picture.viewSize.height))
      library.setDecorated(window, 0)
      library.setChild(window, view)
      library.unref(session)
      connect()
      library.present(window)
    }

    var address: String? { library.uri(view).map { String(cString: $0) } }

    func load(_ address: String) { library.load(view, address) }

    /// Closes the view. Pending signals can still reach this object, which is small, so it is kept until the
    /// process ends.
    func close() {
      for popup in popups { library.unref(popup) }
      library.destroy(window)
      library.unref(manager)
      library.unref(settings)
    }

    func picture() -> Picture? {
      let library = library
      var texture: Pointer?
      let answer = MainLoop.Answer { source, result in
        var error: Pointer?
        texture = library.finishSnapshot(source, result, &error)
        if texture == nil { _ = library.views.library.take(error) }
      }
      // WEBKIT_SNAPSHOT_REGION_VISIBLE, WEBKIT_SNAPSHOT_OPTIONS_NONE
      library.takeSnapshot(view, 0, 0, nil, MainLoop.Answer.ready, answer.data)
      guard loop.run(until: { answer.isThere }, atMost: .seconds(10)), let texture else { return nil }
      defer { library.unref(texture) }
      return Picture(texture, library: library)
    }

    // MARK: Signals

    private func connect() {
      let data = Unmanaged.passRetained(self).toOpaque()
      func connect(_ signal: String, function: Pointer, to object: Pointer?) {
        _ = library.connect(object, signal, function, data, nil, 0)
      }
      let changed: @convention(c) (Pointer?, Int32, Pointer?) -> Void = { _, event, data in
        // WEBKIT_LOAD_FINISHED
        PageView.of(data)?.sign { if event == 3, $0.state == .loading { $0.state = .loaded } }
      }
      connect("load-changed", function: unsafeBitCast(changed, to: Pointer.self), to: view)
      let failed: @convention(c) (Pointer?, Int32, CFunction.Text?, Pointer?, Pointer?) -> Int32 = {
        _, _, _, error, data in
        // WebKit owns the error.
        let words = error.flatMap { GLibError($0).message }
        PageView.of(data)?.sign { $0.state = .failed(words ?? "no reason is given") }
        return 1
      }
      connect("load-failed", function: unsafeBitCast(failed, to: Pointer.self), to: view)
      let ended: @convention(c) (Pointer?, Int32, Pointer?) -> Void = { _, _, data in
        PageView.of(data)?.sign { $0.state = .failed("the process of the page ended") }
      }
      connect("web-process-terminated", function: unsafeBitCast(ended, to: Pointer.self), to: view)
      let message: @convention(c) (Pointer?, Pointer?, Pointer?) -> Void = { _, value, data in
        PageView.of(data)?.sign { $0.take(value) }
      }
      connect(
        "script-message-received::\(FrameScript.world)", function: unsafeBitCast(message, to: Pointer.self),
        to: manager
      )
      // Dialogs such as `alert` count as handled and close unless they are retained.
      let dialog: @convention(c) (Pointer?, Pointer?, Pointer?) -> Int32 = { _, _, _ in 1 }
      connect("script-dialog", function: unsafeBitCast(dialog, to: Pointer.self), to: view)
      let create: @convention(c) (Pointer?, Pointer?, Pointer?) -> Pointer? = { _, _, data in
        PageView.of(data)?.open()
      }
      connect("create", function: unsafeBitCast(create, to: Pointer.self), to: view)
      let begun: @convention(c) (Pointer?, Pointer?, Pointer?, Pointer?) -> Void = {
        _, resource, request, data in
        PageView.of(data)?.sign { $0.begin(resource, request: request) }
      }
      connect("resource-load-started", function: unsafeBitCast(begun, to: Pointer.self), to: view)
    }

    private static func of(_ data: Pointer?) -> PageView? {
      data.map { Unmanaged<PageView>.fromOpaque($0).takeUnretainedValue() }
    }

    private func sign(_ body: (PageView) -> Void) {
      lastSign = .now
      body(self)
    }

    private func take(_ value: Pointer?) {
      guard let text = library.textOfValue(value) else { return }
      defer { library.free(text) }
      if let message = FrameScript.Message(String(cString: text)) { answers.add(message) }
    }

    /// Opens a popup with the same lists, without showing it.
    private func open() -> Pointer? {
      guard popups.count < 16 else { return nil }
      let popup = library.newObject(
        library.viewType(), "related-view", view, "settings", settings, "user-content-manager", manager, nil)
      if let popup { popups.append(popup) }
      return popup
    }

    private func begin(_ resource: Pointer?, request: Pointer?) {
      let number = live.begin(request, library: library)
      let data = LiveLoads.Listener(view: self, number: number).data
      let finished: @convention(c) (Pointer?, Pointer?) -> Void = { resource, data in
        LiveLoads.Listener.of(data)?.finish(resource)
      }
      _ = library.connect(resource, "finished", unsafeBitCast(finished, to: Pointer.self), data, nil, 0)
      let sent: @convention(c) (Pointer?, Pointer?, Pointer?, Pointer?) -> Void = {
        _, request, redirect, data in
        if let redirect { LiveLoads.Listener.of(data)?.redirect(redirect, request: request) }
      }
      _ = library.connect(resource, "sent-request", unsafeBitCast(sent, to: Pointer.self), data, nil, 0)
    }

    func end(_ load: Int, resource: Pointer?) {
      sign { $0.live.end(load, resource: resource, library: library) }
    }

    func redirect(_ load: Int, response: Pointer?, request: Pointer?) -> Int {
      lastSign = .now
      return live.redirect(load, response: response, request: request, library: library)
    }
  }

  extension Picture {
    init?(_ texture: Pointer, library: WebKitWindows) {
      let (width, height) = (Int(library.width(texture)), Int(library.height(texture)))
      guard (1...16_384).contains(width), (1...16_384).contains(height) else { return nil }
      let size = width * height * 4
      // The function writes one row of `width * 4` bytes per row of the texture.
      let points = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
        library.download(texture, buffer.baseAddress, width * 4)
        count = size
      }
      self.init(width: width, height: height, points: points)
    }

    /// Writes the picture in PNG format.
    func write(to path: String, _ library: WebKitWindows) -> Bool {
      let bytes = points.withUnsafeBytes { library.newBytes($0.baseAddress, $0.count) }
      // GDK_MEMORY_B8G8R8A8_PREMULTIPLIED
      let texture = library.newTexture(Int32(width), Int32(height), 0, bytes, width * 4)
      defer { library.unref(texture) }
      library.unrefBytes(bytes)
      return library.saveTexture(texture, path) != 0
    }
  }
#endif
