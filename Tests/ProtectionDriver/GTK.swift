#if os(Linux)
  import SluiceProtection
  import SluiceSystem

  typealias Pointer = UnsafeMutableRawPointer
  typealias Text = UnsafePointer<CChar>

  /// The functions of GTK and WebKitGTK that the driver itself calls, looked up at run time.
  @MainActor struct GTK {
    private let library: DynamicLibrary

    let newView: @convention(c) () -> Pointer?
    let load: @convention(c) (Pointer?, Text) -> Void
    let goBack: @convention(c) (Pointer?) -> Void
    let goForward: @convention(c) (Pointer?) -> Void
    let reload: @convention(c) (Pointer?) -> Void
    let title: @convention(c) (Pointer?) -> Text?
    let isLoading: @convention(c) (Pointer?) -> Int32
    let newWindow: @convention(c) () -> Pointer?
    let setChild: @convention(c) (Pointer?, Pointer?) -> Void
    let present: @convention(c) (Pointer?) -> Void
    let newLoop: @convention(c) (Pointer?, Int32) -> Pointer?
    let runLoop: @convention(c) (Pointer?) -> Void

    init?() {
      guard let library = try? DynamicLibrary(firstOf: [WebKitLibrary.Edition.gtk4.rawValue]) else {
        return nil
      }
      func function<Function>(_ symbol: String) -> Function? { library.function(symbol) }
      typealias Check = @convention(c) () -> Int32
      typealias Session = @convention(c) () -> Pointer?
      guard let initialize: Check = function("gtk_init_check"), initialize() != 0,
        let newView: @convention(c) () -> Pointer? = function("webkit_web_view_new"),
        let load: @convention(c) (Pointer?, Text) -> Void = function("webkit_web_view_load_uri"),
        let goBack: @convention(c) (Pointer?) -> Void = function("webkit_web_view_go_back"),
        let goForward: @convention(c) (Pointer?) -> Void = function("webkit_web_view_go_forward"),
        let reload: @convention(c) (Pointer?) -> Void = function("webkit_web_view_reload"),
        let title: @convention(c) (Pointer?) -> Text? = function("webkit_web_view_get_title"),
        let isLoading: @convention(c) (Pointer?) -> Int32 = function("webkit_web_view_is_loading"),
        let newWindow: @convention(c) () -> Pointer? = function("gtk_window_new"),
        let setChild: @convention(c) (Pointer?, Pointer?) -> Void = function("gtk_window_set_child"),
        let present: @convention(c) (Pointer?) -> Void = function("gtk_window_present"),
        let newLoop: @convention(c) (Pointer?, Int32) -> Pointer? = function("g_main_loop_new"),
        let runLoop: @convention(c) (Pointer?) -> Void = function("g_main_loop_run")
      else { return nil }
      self.library = library
      (self.newView, self.load, self.goBack, self.goForward) = (newView, load, goBack, goForward)
      (self.reload, self.title, self.isLoading) = (reload, title, isLoading)
      (self.newWindow, self.setChild, self.present) = (newWindow, setChild, present)
      (self.newLoop, self.runLoop) = (newLoop, runLoop)
    }

    /// Configures all views to use a proxy.
    func useProxy(_ address: String) {
      guard
        let session: @convention(c) () -> Pointer? = library.function("webkit_network_session_get_default"),
        let settings: @convention(c) (Text, Pointer?) -> Pointer? = library.function(
          "webkit_network_proxy_settings_new"),
        let set: @convention(c) (Pointer?, Int32, Pointer?) -> Void = library.function(
          "webkit_network_session_set_proxy_settings")
      else { return }
      // WEBKIT_NETWORK_PROXY_MODE_CUSTOM
      set(session(), 2, settings(address, nil))
    }

    /// Terminates the web process of a view.
    func terminate(_ view: Pointer) {
      let terminate: (@convention(c) (Pointer?) -> Void)? = library.function(
        "webkit_web_view_terminate_web_process")
      terminate?(view)
    }

    /// Restores the history of another view and reloads its page.
    func restore(_ view: Pointer, from other: Pointer) {
      guard
        let state: @convention(c) (Pointer?) -> Pointer? = library.function(
          "webkit_web_view_get_session_state"),
        let restore: @convention(c) (Pointer?, Pointer?) -> Void = library.function(
          "webkit_web_view_restore_session_state"),
        let history: @convention(c) (Pointer?) -> Pointer? = library.function(
          "webkit_web_view_get_back_forward_list"),
        let current: @convention(c) (Pointer?) -> Pointer? = library.function(
          "webkit_back_forward_list_get_current_item"),
        let go: @convention(c) (Pointer?, Pointer?) -> Void = library.function(
          "webkit_web_view_go_to_back_forward_list_item")
      else { return }
      restore(view, state(other))
      go(view, current(history(view)))
    }

    /// Allows pages to open windows, which the handler creates.
    func allowPopups(_ view: Pointer, _ create: Create, _ data: Pointer) {
      guard
        let settings: @convention(c) (Pointer?) -> Pointer? = library.function(
          "webkit_web_view_get_settings"),
        let allow: @convention(c) (Pointer?, Int32) -> Void = library.function(
          "webkit_settings_set_javascript_can_open_windows_automatically"),
        let connect: @convention(c) (Pointer?, Text, Pointer?, Pointer?, Pointer?, Int32) -> UInt =
          library.function(
            "g_signal_connect_data")
      else { return }
      allow(settings(view), 1)
      _ = connect(view, "create", unsafeBitCast(create, to: Pointer.self), data, nil, 0)
    }

    /// A handler of the `create` signal.
    typealias Create = @convention(c) (Pointer?, Pointer?, Pointer?) -> Pointer?

    /// Returns a view that shares the process and the content manager of another.
    func newView(relatedTo opener: Pointer) -> Pointer? {
      guard let type: @convention(c) () -> UInt = library.function("webkit_web_view_get_type"),
        let make: @convention(c) (UInt, UInt32, UnsafeMutablePointer<Text?>, Pointer) -> Pointer? =
          library.function(
            "g_object_new_with_properties"),
        let initialize: @convention(c) (Pointer, UInt) -> Pointer? = library.function("g_value_init"),
        let set: @convention(c) (Pointer, Pointer?) -> Void = library.function("g_value_set_object")
      else { return nil }
      // A GValue consists of a type and two words.
      let value = Pointer.allocate(byteCount: 24, alignment: 8)
      defer { value.deallocate() }
      value.initializeMemory(as: UInt8.self, repeating: 0, count: 24)
      _ = initialize(value, type())
      set(value, opener)
      return "related-view".withCString { name in
        var names: [Text?] = [name]
        return make(type(), 1, &names, value)
      }
    }
  }
#endif
