#if os(Linux)

  /// The functions of views, their contents and their navigations, in both editions of WebKitGTK.
  @dynamicMemberLookup package struct WebKitViews: Sendable {
    package let library: WebKitLibrary

    // Content managers
    package let manager: CFunction.Get
    package let addFilter: CFunction.SetObject
    package let removeFilter: CFunction.SetObject
    package let newScript: @convention(c) (CFunction.Text, Int32, Int32, Pointer?, Pointer?) -> Pointer?
    package let newScriptOfWorld:
      @convention(c) (CFunction.Text, Int32, Int32, CFunction.Text, Pointer?, Pointer?) -> Pointer?
    package let unrefScript: CFunction.Take
    package let addScript: CFunction.SetObject
    package let removeScript: CFunction.SetObject
    package let newStyleSheet:
      @convention(c) (
        CFunction.Text, Int32, Int32, UnsafePointer<CFunction.Text?>?, UnsafePointer<CFunction.Text?>?
      ) -> Pointer?
    package let unrefStyleSheet: CFunction.Take
    package let addStyleSheet: CFunction.SetObject
    package let removeStyleSheet: CFunction.SetObject
    package let registerHandler: @convention(c) (Pointer?, CFunction.Text, CFunction.Text) -> Int32
    /// The value of a message; nil in WebKitGTK for GTK 4, where messages are values themselves.
    package let valueOfMessage: CFunction.Get?
    package let textOfValue: @convention(c) (Pointer?) -> UnsafeMutablePointer<CChar>?

    // Navigations
    package let uri: CFunction.GetText
    package let use: CFunction.Take
    package let navigationAction: CFunction.Get
    package let request: CFunction.Get
    package let uriOfRequest: CFunction.GetText
    package let kindOfNavigation: CFunction.GetNumber
    package let isGesture: CFunction.GetNumber
    package let isMainResource: CFunction.GetNumber
    package let isShown: CFunction.GetNumber
    package let response: CFunction.Get
    package let uriOfResponse: CFunction.GetText
    package let status: CFunction.GetNumber
    package let headers: CFunction.Get
    package let header: @convention(c) (Pointer?, CFunction.Text) -> CFunction.Text?

    package init(_ library: WebKitLibrary) throws(LibraryProblem) {
      self.library = library
      let isForGTK4 = library.edition == .gtk4
      let library = library.library
      manager = try library.required("webkit_web_view_get_user_content_manager")
      addFilter = try library.required("webkit_user_content_manager_add_filter")
      removeFilter = try library.required("webkit_user_content_manager_remove_filter")
      newScript = try library.required("webkit_user_script_new")
      newScriptOfWorld = try library.required("webkit_user_script_new_for_world")
      unrefScript = try library.required("webkit_user_script_unref")
      addScript = try library.required("webkit_user_content_manager_add_script")
      removeScript = try library.required("webkit_user_content_manager_remove_script")
      newStyleSheet = try library.required("webkit_user_style_sheet_new")
      unrefStyleSheet = try library.required("webkit_user_style_sheet_unref")
      addStyleSheet = try library.required("webkit_user_content_manager_add_style_sheet")
      removeStyleSheet = try library.required("webkit_user_content_manager_remove_style_sheet")
      let registering = "webkit_user_content_manager_register_script_message_handler"
      registerHandler = try library.required(isForGTK4 ? registering : registering + "_in_world")
      valueOfMessage = isForGTK4 ? nil : try library.required("webkit_javascript_result_get_js_value")
      textOfValue = try library.required("jsc_value_to_string")
      uri = try library.required("webkit_web_view_get_uri")
      use = try library.required("webkit_policy_decision_use")
      navigationAction = try library.required("webkit_navigation_policy_decision_get_navigation_action")
      request = try library.required("webkit_navigation_action_get_request")
      uriOfRequest = try library.required("webkit_uri_request_get_uri")
      kindOfNavigation = try library.required("webkit_navigation_action_get_navigation_type")
      isGesture = try library.required("webkit_navigation_action_is_user_gesture")
      isMainResource = try library.required("webkit_response_policy_decision_is_main_frame_main_resource")
      isShown = try library.required("webkit_response_policy_decision_is_mime_type_supported")
      response = try library.required("webkit_response_policy_decision_get_response")
      uriOfResponse = try library.required("webkit_uri_response_get_uri")
      status = try library.required("webkit_uri_response_get_status_code")
      headers = try library.required("webkit_uri_response_get_http_headers")
      header = try library.required("soup_message_headers_get_one")
    }

    /// The functions of the library that need no view.
    package subscript<Function>(dynamicMember member: KeyPath<WebKitLibrary, Function>) -> Function {
      library[keyPath: member]
    }
  }

  /// The functions of GTK 4, and of sessions and requests in WebKitGTK for it, for a program that shows pages
  /// itself.
  @dynamicMemberLookup package struct WebKitWindows: Sendable {
    package let views: WebKitViews

    // GTK
    package let start: @convention(c) () -> Int32
    package let newWindow: CFunction.Make
    package let setSize: @convention(c) (Pointer?, Int32, Int32) -> Void
    package let setDecorated: CFunction.SetNumber
    package let setChild: CFunction.SetObject
    package let present: CFunction.Take
    package let destroy: CFunction.Take
    package let width: CFunction.GetNumber
    package let height: CFunction.GetNumber
    package let download: @convention(c) (Pointer?, Pointer?, Int) -> Void
    package let newTexture: @convention(c) (Int32, Int32, Int32, Pointer?, Int) -> Pointer?
    package let saveTexture: @convention(c) (Pointer?, CFunction.Text) -> Int32

    // WebKit: sessions and settings
    package let newSession: @convention(c) (CFunction.Text, CFunction.Text) -> Pointer?
    package let newProxy: @convention(c) (CFunction.Text, Pointer?) -> Pointer?
    package let freeProxy: CFunction.Take
    package let setProxy: @convention(c) (Pointer?, Int32, Pointer?) -> Void
    package let setTLSPolicy: CFunction.SetNumber
    package let newSettings: CFunction.Make
    package let writeConsole: CFunction.SetNumber
    package let useHistory: CFunction.SetNumber
    package let openWindows: CFunction.SetNumber
    package let newManager: CFunction.Make

    // WebKit: views
    package let viewType: @convention(c) () -> UInt
    /// `g_object_new` with three properties. Without floating-point arguments, a call to a variadic function
    /// works like a call to a function with these parameters.
    package let newObject:
      @convention(c) (
        UInt, CFunction.Text, Pointer?, CFunction.Text, Pointer?, CFunction.Text, Pointer?, Pointer?
      ) -> Pointer?
    package let load: @convention(c) (Pointer?, CFunction.Text) -> Void
    package let takeSnapshot:
      @convention(c) (Pointer?, Int32, UInt32, Pointer?, CFunction.Ready?, Pointer?) -> Void
    package let finishSnapshot: CFunction.Finish
    package let requestHeaders: CFunction.Get
    package let method: CFunction.GetText
    package let responseOfResource: CFunction.Get

    package init() throws(LibraryProblem) {
      views = try WebKitViews(try WebKitLibrary([.gtk4]))
      let library = views.library.library
      start = try library.required("gtk_init_check")
      newWindow = try library.required("gtk_window_new")
      setSize = try library.required("gtk_window_set_default_size")
      setDecorated = try library.required("gtk_window_set_decorated")
      setChild = try library.required("gtk_window_set_child")
      present = try library.required("gtk_window_present")
      destroy = try library.required("gtk_window_destroy")
      width = try library.required("gdk_texture_get_width")
      height = try library.required("gdk_texture_get_height")
      download = try library.required("gdk_texture_download")
      newTexture = try library.required("gdk_memory_texture_new")
      saveTexture = try library.required("gdk_texture_save_to_png")
      newSession = try library.required("webkit_network_session_new")
      newProxy = try library.required("webkit_network_proxy_settings_new")
      freeProxy = try library.required("webkit_network_proxy_settings_free")
      setProxy = try library.required("webkit_network_session_set_proxy_settings")
      setTLSPolicy = try library.required("webkit_network_session_set_tls_errors_policy")
      newSettings = try library.required("webkit_settings_new")
      writeConsole = try library.required("webkit_settings_set_enable_write_console_messages_to_stdout")
      useHistory = try library.required("webkit_settings_set_enable_page_cache")
      openWindows = try library.required("webkit_settings_set_javascript_can_open_windows_automatically")
      newManager = try library.required("webkit_user_content_manager_new")
      viewType = try library.required("webkit_web_view_get_type")
      newObject = try library.required("g_object_new")
      load = try library.required("webkit_web_view_load_uri")
      takeSnapshot = try library.required("webkit_web_view_get_snapshot")
      finishSnapshot = try library.required("webkit_web_view_get_snapshot_finish")
      requestHeaders = try library.required("webkit_uri_request_get_http_headers")
      method = try library.required("webkit_uri_request_get_http_method")
      responseOfResource = try library.required("webkit_web_resource_get_response")
    }

    /// The functions of views, and those of the library that need no view.
    package subscript<Function>(dynamicMember member: KeyPath<WebKitViews, Function>) -> Function {
      views[keyPath: member]
    }
  }
#endif
