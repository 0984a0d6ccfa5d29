#if os(Linux)
  import SluiceSystem

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
