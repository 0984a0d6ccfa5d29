#if os(Linux)
  import SluiceProtection
  import SluiceSystem

  typealias GPointer = UnsafeMutableRawPointer

  /// The functions of WebKitGTK and its libraries, found at run time without headers or linking.
  ///
  /// The function types follow the documentation; no compiler checks them. All functions are called on the
  /// main thread.
  struct WebKitLibrary: Sendable {
    typealias Ready = @convention(c) (GPointer?, GPointer?, GPointer?) -> Void
    typealias Destroy = @convention(c) (GPointer?) -> Void
    typealias Text = UnsafePointer<CChar>

    /// The name and version, such as `WebKitGTK 2.50.6`.
    let version: String
    /// Whether the library is for GTK 4, `webkitgtk-6.0`. Otherwise, it is `webkit2gtk-4.1`.
    let isForGTK4: Bool

    let ref: @convention(c) (GPointer?) -> GPointer?
    let unref: @convention(c) (GPointer?) -> Void
    let data: @convention(c) (GPointer?, Text) -> GPointer?
    let setData: @convention(c) (GPointer?, Text, GPointer?, Destroy?) -> Void
    let connect: @convention(c) (GPointer?, Text, GPointer?, GPointer?, GPointer?, Int32) -> UInt
    let disconnect: @convention(c) (GPointer?, UInt) -> Void
    let free: @convention(c) (GPointer?) -> Void
    let freeError: @convention(c) (GPointer?) -> Void
    let newBytes: @convention(c) (UnsafeRawPointer?, Int) -> GPointer?
    let unrefBytes: @convention(c) (GPointer?) -> Void
    let freeTexts: @convention(c) (GPointer?) -> Void

    let newStore: @convention(c) (Text) -> GPointer?
    let save: @convention(c) (GPointer?, Text, GPointer?, GPointer?, Ready?, GPointer?) -> Void
    let finishSaving: @convention(c) (GPointer?, GPointer?, UnsafeMutablePointer<GPointer?>?) -> GPointer?
    let load: @convention(c) (GPointer?, Text, GPointer?, Ready?, GPointer?) -> Void
    let finishLoading: @convention(c) (GPointer?, GPointer?, UnsafeMutablePointer<GPointer?>?) -> GPointer?
    let remove: @convention(c) (GPointer?, Text, GPointer?, Ready?, GPointer?) -> Void
    let finishRemoving: @convention(c) (GPointer?, GPointer?, UnsafeMutablePointer<GPointer?>?) -> Int32
    let identifiers: @convention(c) (GPointer?, GPointer?, Ready?, GPointer?) -> Void
    let finishIdentifiers: @convention(c) (GPointer?, GPointer?) -> UnsafeMutablePointer<Text?>?
    let unrefFilter: @convention(c) (GPointer?) -> Void
    let filterError: @convention(c) () -> UInt32

    let manager: @convention(c) (GPointer?) -> GPointer?
    let addFilter: @convention(c) (GPointer?, GPointer?) -> Void
    let removeFilter: @convention(c) (GPointer?, GPointer?) -> Void
    let newScript: @convention(c) (Text, Int32, Int32, GPointer?, GPointer?) -> GPointer?
    let newScriptOfWorld: @convention(c) (Text, Int32, Int32, Text, GPointer?, GPointer?) -> GPointer?
    let unrefScript: @convention(c) (GPointer?) -> Void
    let addScript: @convention(c) (GPointer?, GPointer?) -> Void
    let removeScript: @convention(c) (GPointer?, GPointer?) -> Void
    private let makeStyleSheet:
      @convention(c) (Text, Int32, Int32, UnsafePointer<Text?>?, UnsafePointer<Text?>?) -> GPointer?
    let unrefStyleSheet: @convention(c) (GPointer?) -> Void
    let addStyleSheet: @convention(c) (GPointer?, GPointer?) -> Void
    let removeStyleSheet: @convention(c) (GPointer?, GPointer?) -> Void
    let registerHandler: @convention(c) (GPointer?, Text, Text) -> Int32
    /// The value of a message; nil in WebKitGTK for GTK 4, where messages are values themselves.
    let valueOfMessage: (@convention(c) (GPointer?) -> GPointer?)?
    let textOfValue: @convention(c) (GPointer?) -> UnsafeMutablePointer<CChar>?

    let uri: @convention(c) (GPointer?) -> Text?
    let use: @convention(c) (GPointer?) -> Void
    let navigationAction: @convention(c) (GPointer?) -> GPointer?
    let request: @convention(c) (GPointer?) -> GPointer?
    let uriOfRequest: @convention(c) (GPointer?) -> Text?
    let kindOfNavigation: @convention(c) (GPointer?) -> Int32
    let isGesture: @convention(c) (GPointer?) -> Int32
    let isMainResource: @convention(c) (GPointer?) -> Int32
    let isShown: @convention(c) (GPointer?) -> Int32
    let response: @convention(c) (GPointer?) -> GPointer?
    let uriOfResponse: @convention(c) (GPointer?) -> Text?
    let status: @convention(c) (GPointer?) -> UInt32
    let headers: @convention(c) (GPointer?) -> GPointer?
    let header: @convention(c) (GPointer?, Text) -> Text?

    private typealias Number = @convention(c) () -> UInt32

    /// Uses the library that the process has already loaded, or else the newest one that is installed.
    init() throws(EngineProblem) {
      let names = ["libwebkitgtk-6.0.so.4", "libwebkit2gtk-4.1.so.0"]
      guard let library = DynamicLibrary(firstOf: names) else {
        throw .unavailable("there is no " + names.joined(separator: " or "))
      }
      func function<Function>(_ symbol: String) throws(EngineProblem) -> Function {
        guard let function: Function = library.function(symbol) else {
          throw .unavailable("\(library.name) has no \(symbol)")
        }
        return function
      }
      isForGTK4 = library.name == names[0]
      ref = try function("g_object_ref")
      unref = try function("g_object_unref")
      data = try function("g_object_get_data")
      setData = try function("g_object_set_data_full")
      connect = try function("g_signal_connect_data")
      disconnect = try function("g_signal_handler_disconnect")
      free = try function("g_free")
      freeError = try function("g_error_free")
      newBytes = try function("g_bytes_new")
      unrefBytes = try function("g_bytes_unref")
      freeTexts = try function("g_strfreev")
      newStore = try function("webkit_user_content_filter_store_new")
      save = try function("webkit_user_content_filter_store_save")
      finishSaving = try function("webkit_user_content_filter_store_save_finish")
      load = try function("webkit_user_content_filter_store_load")
      finishLoading = try function("webkit_user_content_filter_store_load_finish")
      remove = try function("webkit_user_content_filter_store_remove")
      finishRemoving = try function("webkit_user_content_filter_store_remove_finish")
      identifiers = try function("webkit_user_content_filter_store_fetch_identifiers")
      finishIdentifiers = try function("webkit_user_content_filter_store_fetch_identifiers_finish")
      unrefFilter = try function("webkit_user_content_filter_unref")
      filterError = try function("webkit_user_content_filter_error_quark")
      manager = try function("webkit_web_view_get_user_content_manager")
      addFilter = try function("webkit_user_content_manager_add_filter")
      removeFilter = try function("webkit_user_content_manager_remove_filter")
      newScript = try function("webkit_user_script_new")
      newScriptOfWorld = try function("webkit_user_script_new_for_world")
      unrefScript = try function("webkit_user_script_unref")
      addScript = try function("webkit_user_content_manager_add_script")
      removeScript = try function("webkit_user_content_manager_remove_script")
      makeStyleSheet = try function("webkit_user_style_sheet_new")
      unrefStyleSheet = try function("webkit_user_style_sheet_unref")
      addStyleSheet = try function("webkit_user_content_manager_add_style_sheet")
      removeStyleSheet = try function("webkit_user_content_manager_remove_style_sheet")
      let registering = "webkit_user_content_manager_register_script_message_handler"
      registerHandler = try function(isForGTK4 ? registering : registering + "_in_world")
      valueOfMessage = isForGTK4 ? nil : try function("webkit_javascript_result_get_js_value")
      textOfValue = try function("jsc_value_to_string")
      uri = try function("webkit_web_view_get_uri")
      use = try function("webkit_policy_decision_use")
      navigationAction = try function("webkit_navigation_policy_decision_get_navigation_action")
      request = try function("webkit_navigation_action_get_request")
      uriOfRequest = try function("webkit_uri_request_get_uri")
      kindOfNavigation = try function("webkit_navigation_action_get_navigation_type")
      isGesture = try function("webkit_navigation_action_is_user_gesture")
      isMainResource = try function("webkit_response_policy_decision_is_main_frame_main_resource")
      isShown = try function("webkit_response_policy_decision_is_mime_type_supported")
      response = try function("webkit_response_policy_decision_get_response")
      uriOfResponse = try function("webkit_uri_response_get_uri")
      status = try function("webkit_uri_response_get_status_code")
      headers = try function("webkit_uri_response_get_http_headers")
      header = try function("soup_message_headers_get_one")
      let major: Number = try function("webkit_get_major_version")
      let minor: Number = try function("webkit_get_minor_version")
      let micro: Number = try function("webkit_get_micro_version")
      version = "WebKitGTK \(major()).\(minor()).\(micro())"
    }

    /// Creates a user style sheet for the top-level pages of a host, with any port.
    func newStyleSheet(_ style: PageStyleSheet) -> GPointer? {
      "http://\(style.host)/*".withCString { http in
        "https://\(style.host)/*".withCString { https in
          // WEBKIT_USER_CONTENT_INJECT_TOP_FRAME, WEBKIT_USER_STYLE_LEVEL_USER
          makeStyleSheet(style.text, 1, 0, [http, https, nil], nil)
        }
      }
    }

    /// Returns the details of an error and frees it.
    func take(_ error: GPointer?) -> (domain: UInt32, code: Int32, words: String) {
      guard let error else { return (0, 0, "an error without words") }
      defer { freeError(error) }
      // struct GError { guint32 domain; gint code; char *message; }
      let words = error.load(fromByteOffset: 8, as: Text?.self).map { String(cString: $0) }
      return (
        error.load(as: UInt32.self), error.load(fromByteOffset: 4, as: Int32.self),
        words ?? "an error without words"
      )
    }
  }
#endif
