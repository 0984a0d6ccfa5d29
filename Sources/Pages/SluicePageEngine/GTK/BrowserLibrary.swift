#if os(Linux)
  import SluiceSystem

  typealias Pointer = UnsafeMutableRawPointer

  /// The functions of WebKitGTK 6.0 and its libraries, loaded at run time without headers or linking.
  ///
  /// The types are taken from the documentation, and no compiler checks them. All functions must be called on
  /// the main thread.
  struct BrowserLibrary {
    typealias Text = UnsafePointer<CChar>
    typealias Ready = @convention(c) (Pointer?, Pointer?, Pointer?) -> Void
    typealias Failure = UnsafeMutablePointer<Pointer?>
    typealias Make = @convention(c) () -> Pointer?
    typealias Take = @convention(c) (Pointer?) -> Void
    typealias Get = @convention(c) (Pointer?) -> Pointer?
    typealias Number = @convention(c) (Pointer?) -> Int32
    typealias SetObject = @convention(c) (Pointer?, Pointer?) -> Void
    typealias Switch = @convention(c) (Pointer?, Int32) -> Void

    /// The version, such as `WebKitGTK 2.50.6`.
    let version: String

    // GLib and GObject
    let iterate: @convention(c) (Pointer?, Int32) -> Int32
    let addTimer: @convention(c) (UInt32, @convention(c) (Pointer?) -> Int32, Pointer?) -> UInt32
    let unref: Take
    let free: Take
    let freeError: Take
    let connect: @convention(c) (Pointer?, Text, Pointer?, Pointer?, Pointer?, Int32) -> UInt
    let newBytes: @convention(c) (UnsafeRawPointer?, Int) -> Pointer?
    let unrefBytes: Take
    /// `g_object_new` with three properties. Without floating-point arguments, a call to a variadic function
    /// works like a call to a function with these parameters.
    let newObject: @convention(c) (UInt, Text, Pointer?, Text, Pointer?, Text, Pointer?, Pointer?) -> Pointer?

    // GTK
    let start: @convention(c) () -> Int32
    let newWindow: Make
    let setSize: @convention(c) (Pointer?, Int32, Int32) -> Void
    let setDecorated: Switch
    let setChild: SetObject
    let present: Take
    let destroy: Take
    let width: Number
    let height: Number
    let download: @convention(c) (Pointer?, UnsafeMutableRawPointer?, Int) -> Void
    let newTexture: @convention(c) (Int32, Int32, Int32, Pointer?, Int) -> Pointer?
    let saveTexture: @convention(c) (Pointer?, Text) -> Int32

    // WebKit: settings of page loads
    let newSession: @convention(c) (Text, Text) -> Pointer?
    let newProxy: @convention(c) (Text, Pointer?) -> Pointer?
    let freeProxy: Take
    let setProxy: @convention(c) (Pointer?, Int32, Pointer?) -> Void
    let setTLSPolicy: Switch
    let newSettings: Make
    let writeConsole: Switch
    let useHistory: Switch
    let openWindows: Switch
    let newManager: Make
    let addFilter: SetObject
    let newStore: @convention(c) (Text) -> Pointer?
    let save: @convention(c) (Pointer?, Text, Pointer?, Pointer?, Ready?, Pointer?) -> Void
    let finishSaving: @convention(c) (Pointer?, Pointer?, Failure?) -> Pointer?
    let unrefFilter: Take
    let registerHandler: @convention(c) (Pointer?, Text, Text) -> Int32
    let newScript: @convention(c) (Text, Int32, Int32, Text, Pointer?, Pointer?) -> Pointer?
    let addScript: SetObject
    let unrefScript: Take

    // WebKit: views
    let viewType: @convention(c) () -> UInt
    let load: @convention(c) (Pointer?, Text) -> Void
    let uri: @convention(c) (Pointer?) -> Text?
    let evaluate: @convention(c) (Pointer?, Text, Int, Text?, Text?, Pointer?, Ready?, Pointer?) -> Void
    let finishEvaluating: @convention(c) (Pointer?, Pointer?, Failure?) -> Pointer?
    let textOfValue: @convention(c) (Pointer?) -> UnsafeMutablePointer<CChar>?
    let takeSnapshot: @convention(c) (Pointer?, Int32, UInt32, Pointer?, Ready?, Pointer?) -> Void
    let finishSnapshot: @convention(c) (Pointer?, Pointer?, Failure?) -> Pointer?
    let requestHeaders: Get
    let uriOfRequest: @convention(c) (Pointer?) -> Text?
    let method: @convention(c) (Pointer?) -> Text?
    let header: @convention(c) (Pointer?, Text) -> Text?
    let response: Get
    let status: Number

    private typealias Part = @convention(c) () -> UInt32

    init() throws(BrowserProblem) {
      guard let library = DynamicLibrary(firstOf: ["libwebkitgtk-6.0.so.4"]) else {
        throw .unavailable("libwebkitgtk-6.0.so.4 is not installed")
      }
      func function<Function>(_ symbol: String) throws(BrowserProblem) -> Function {
        guard let function: Function = library.function(symbol) else {
          throw .unavailable("\(library.name) has no \(symbol)")
        }
        return function
      }
      iterate = try function("g_main_context_iteration")
      addTimer = try function("g_timeout_add")
      unref = try function("g_object_unref")
      free = try function("g_free")
      freeError = try function("g_error_free")
      connect = try function("g_signal_connect_data")
      newBytes = try function("g_bytes_new")
      unrefBytes = try function("g_bytes_unref")
      newObject = try function("g_object_new")
      start = try function("gtk_init_check")
      newWindow = try function("gtk_window_new")
      setSize = try function("gtk_window_set_default_size")
      setDecorated = try function("gtk_window_set_decorated")
      setChild = try function("gtk_window_set_child")
      present = try function("gtk_window_present")
      destroy = try function("gtk_window_destroy")
      width = try function("gdk_texture_get_width")
      height = try function("gdk_texture_get_height")
      download = try function("gdk_texture_download")
      newTexture = try function("gdk_memory_texture_new")
      saveTexture = try function("gdk_texture_save_to_png")
      newSession = try function("webkit_network_session_new")
      newProxy = try function("webkit_network_proxy_settings_new")
      freeProxy = try function("webkit_network_proxy_settings_free")
      setProxy = try function("webkit_network_session_set_proxy_settings")
      setTLSPolicy = try function("webkit_network_session_set_tls_errors_policy")
      newSettings = try function("webkit_settings_new")
      writeConsole = try function("webkit_settings_set_enable_write_console_messages_to_stdout")
      useHistory = try function("webkit_settings_set_enable_page_cache")
      openWindows = try function("webkit_settings_set_javascript_can_open_windows_automatically")
      newManager = try function("webkit_user_content_manager_new")
      addFilter = try function("webkit_user_content_manager_add_filter")
      newStore = try function("webkit_user_content_filter_store_new")
      save = try function("webkit_user_content_filter_store_save")
      finishSaving = try function("webkit_user_content_filter_store_save_finish")
      unrefFilter = try function("webkit_user_content_filter_unref")
      registerHandler = try function("webkit_user_content_manager_register_script_message_handler")
      newScript = try function("webkit_user_script_new_for_world")
      addScript = try function("webkit_user_content_manager_add_script")
      unrefScript = try function("webkit_user_script_unref")
      viewType = try function("webkit_web_view_get_type")
      load = try function("webkit_web_view_load_uri")
      uri = try function("webkit_web_view_get_uri")
      evaluate = try function("webkit_web_view_evaluate_javascript")
      finishEvaluating = try function("webkit_web_view_evaluate_javascript_finish")
      textOfValue = try function("jsc_value_to_string")
      takeSnapshot = try function("webkit_web_view_get_snapshot")
      finishSnapshot = try function("webkit_web_view_get_snapshot_finish")
      requestHeaders = try function("webkit_uri_request_get_http_headers")
      uriOfRequest = try function("webkit_uri_request_get_uri")
      method = try function("webkit_uri_request_get_http_method")
      header = try function("soup_message_headers_get_one")
      response = try function("webkit_web_resource_get_response")
      status = try function("webkit_uri_response_get_status_code")
      let major: Part = try function("webkit_get_major_version")
      let minor: Part = try function("webkit_get_minor_version")
      let micro: Part = try function("webkit_get_micro_version")
      version = "WebKitGTK \(major()).\(minor()).\(micro())"
    }

    /// Returns the message of an error and frees the error.
    func take(_ error: Pointer?) -> String {
      guard let error else { return "an error without words" }
      defer { freeError(error) }
      // struct GError { guint32 domain; gint code; char *message; }
      let words = error.load(fromByteOffset: 8, as: Text?.self).map { String(cString: $0) }
      return words ?? "an error without words"
    }
  }
#endif
